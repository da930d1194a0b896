package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code benchmarks/run siege}, as short as it can be. */
@Tag("long")
@Tag("hostile")
final class SiegeTest {

  /**
   * How fast everything is under attack is for the command to say, on a machine that has nothing
   * else to do: within seconds, and beside other tests, other processes decide how often a lock is
   * entered. Here it counts that nobody gets in, that all members live and enter the lock, and that
   * others still join.
   */
  private static final SiegeReport.Limits LENIENT = new SiegeReport.Limits(0, 120, 1.5, 0);

  @Test
  @Timeout(600)
  void outsidersAreKeptOutAndWorkGoesOn() throws Exception {
    // Not at nice 19: on a busy machine there would be no attack at all in so short a time.
    SiegeReport report = SiegeBenchmark.measure(Duration.ofSeconds(10), List.of());
    report.print(LENIENT);
    assertThat(report.missed(LENIENT)).isEmpty();
  }
}
