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

  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** A busy machine makes any of them late; a voter that waits for something is late every time. */
  private static final int TRIES = 4;

  /** The last of them has no majority any more. */
  @Test
  void aVoterEndsWithinASecond() throws Exception {
    List<Duration> fastest = null;
    for (int i = 0; i < TRIES && (fastest == null || isLate(fastest)); i++) {
      List<Duration> times = new ArrayList<>();
      for (Baton voter : joinAll(List.of(builder("a"), builder("b"), builder("c")))) {
        long start = System.nanoTime();
        voter.close();
        times.add(Duration.ofNanos(System.nanoTime() - start));
      }
      fastest = fastest == null ? times : faster(fastest, times);
    }
    assertThat(fastest).allMatch(time -> time.compareTo(LONGEST) < 0);
  }

  private static boolean isLate(List<Duration> times) {
    return times.stream().anyMatch(time -> time.compareTo(LONGEST) >= 0);
  }

  /** The shorter one for the first, for the second, and for the last. */
  private static List<Duration> faster(List<Duration> some, List<Duration> others) {
    List<Duration> times = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      times.add(some.get(i).compareTo(others.get(i)) < 0 ? some.get(i) : others.get(i));
    }
    return times;
  }

  @Test
  void aVoterKeepsNoJvmAlive() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<Baton> voters = joinAll(List.of(builder("a"), builder("b"), builder("c")));
    voters.getFirst().lock("x").acquire(SOON).close();
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> !name.equals(TEST_THREAD))
                // Netty's, for what others have closed: it ends a second after the last of them.
                .filter(name -> !name.startsWith("globalEventExecutor"))
                .collect(Collectors.toSet()))
        .as("threads that are not daemons")
        .isEmpty();
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
