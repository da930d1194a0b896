package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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

  /** As applications see it: {@code main} returns, and the process is gone. */
  @Test
  @Tag("process")
  void aJvmEndsWhoseVoterNobodyHasClosed() throws Exception {
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Forgetful.class.getName(),
                "" + port("a"),
                directory.resolve("a").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      boolean hasEnded = process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS);
      String all = Files.readString(said);
      assertThat(all).contains("main ends with fence ");
      assertThat(hasEnded).as("the JVM has ended; it had said: " + all).isTrue();
      assertThat(process.exitValue()).as(all).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The only voter of a cluster, in a process of its own, holds a lock and is not closed. */
  static final class Forgetful {
    private Forgetful() {}

    public static void main(String[] arguments) throws InterruptedException {
      Baton voter = alone(Integer.parseInt(arguments[0]), Path.of(arguments[1])).join();
      System.out.println("main ends with fence " + voter.lock("x").acquire(SOON).fence());
    }
  }

  private static BatonBuilder alone(int port, Path directory) {
    return Baton.builder()
        .cluster("alone")
        .member("a")
        .bind("127.0.0.1", port)
        .voters("a")
        .stateDirectory(directory)
        .lease(Duration.ofSeconds(1))
        .joinPatience(SOON)
        .insecure();
  }

  @Test
  void aVoterThatWasClosedMayStartAgainAtOnce() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (Baton voter = soon(joining(alone(port("a"), directory)))) {
        assertThat(voter.hasLease()).isTrue();
      }
    }
  }
}
