package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How voters end, and what they leave behind. */
@Tag("slow")
final class EndTest extends VotersTest {

  /** About one second on an idle machine; waiting until threads of Netty are idle takes two. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  @Test
  void aVoterEndsSoonAndKeepsNoJvmAlive() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<Baton> voters = joinAll(List.of(builder("a"), builder("b"), builder("c")));
    voters.getFirst().lock("x").acquire(SOON).close();
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> !name.startsWith("pool-"))
                .collect(Collectors.toSet()))
        .as("threads that are not daemons")
        .isEmpty();
    List<Duration> times = new ArrayList<>();
    for (Baton voter : voters) {
      long start = System.nanoTime();
      voter.close();
      times.add(Duration.ofNanos(System.nanoTime() - start));
    }
    assertThat(times)
        .as("the last of them has no majority any more")
        .allMatch(time -> time.compareTo(LONGEST) < 0);
  }

  @Test
  void aVoterThatWasClosedMayStartAgainAtOnce() throws Exception {
    for (int i = 0; i < 2; i++) {
      BatonBuilder builder =
          Baton.builder()
              .cluster("alone")
              .member("a")
              .bind("127.0.0.1", port("a"))
              .voters("a")
              .stateDirectory(directory)
              .lease(Duration.ofSeconds(1))
              .joinPatience(SOON)
              .insecure();
      try (Baton voter = soon(joining(builder))) {
        assertThat(voter.hasLease()).isTrue();
      }
    }
  }
}
