package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClockWatchTest {

  private final ClockWatch watch = new ClockWatch(0, 1_000_000);

  @Test
  void bothClocksRun() {
    assertThat(watch.lost(50, 1_000_050)).isZero();
    // A slow tick is not a jump: the monotonic clock has seen it, too.
    assertThat(watch.lost(5050, 1_005_050)).isZero();
    // Small corrections add up to nothing.
    assertThat(watch.lost(5100, 1_005_400)).isZero();
    assertThat(watch.lost(5150, 1_005_750)).isZero();
  }

  @Test
  void theMachineWasSuspended() {
    assertThat(watch.lost(50, 1_060_050)).isEqualTo(60_000);
    assertThat(watch.lost(100, 1_060_100)).isZero();
  }

  @Test
  void theWallClockWasSetBack() {
    assertThat(watch.lost(50, 900_050)).isZero();
  }
}
