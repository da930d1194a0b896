package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code benchmarks/run torture}, as short as it can be. */
@Tag("process")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(900)
final class TortureTest {

  private static List<String> torture(
      int seconds, int patienceSeconds, boolean isLocal, Set<Sabotage> sabotage) throws Exception {
    return TortureBenchmark.run(
        new TortureBenchmark.Settings(
            Duration.ofSeconds(seconds),
            1,
            Duration.ofSeconds(patienceSeconds),
            Set.of(),
            sabotage),
        isLocal,
        System.out,
        System.out);
  }

  @Test
  void membersOfOneProcessEndureIt() throws Exception {
    assertThat(torture(23, 20, true, Set.of())).isEmpty();
  }

  @Test
  void processesEndureIt() throws Exception {
    assertThat(torture(22, 20, false, Set.of())).isEmpty();
  }

  /** Everything that can be wrong is, and everything is noticed. */
  @Test
  @Tag("long")
  void whatIsWrongIsNoticed() throws Exception {
    String all = String.join("\n", torture(6, 3, true, EnumSet.allOf(Sabotage.class)));
    assertThat(all)
        .contains("this fence or a higher one was used before it was left")
        .contains("plain counters that x1 guards are wrong")
        .contains("is still in a call that does not return")
        .containsPattern("cannot get x\\d: Could not acquire")
        .containsPattern("had \\d+ threads, and has \\d+ now")
        .containsPattern("had \\d+ bytes of heap, and has \\d+ now");
  }
}
