package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClockWatchTest {

  private long monotonic;
  private long wall = 1_000_000;

  private final ClockWatch watch = new ClockWatch(() -> monotonic, () -> wall);

  private long lostAfter(long monotonicMillis, long wallMillis) {
    monotonic += monotonicMillis;
    wall += wallMillis;
    return watch.lost();
  }

  @Test
  void bothClocksRun() {
    assertThat(lostAfter(50, 50)).isZero();
    // A slow tick is not a jump: the monotonic clock has seen it, too.
    assertThat(lostAfter(5000, 5000)).isZero();
    // Small corrections add up to nothing.
    assertThat(lostAfter(50, 350)).isZero();
    assertThat(lostAfter(50, 350)).isZero();
  }

  @Test
  void theMachineWasSuspended() {
    assertThat(lostAfter(50, 60_050)).isEqualTo(60_000);
    assertThat(lostAfter(50, 50)).isZero();
  }

  @Test
  void theWallClockWasSetBack() {
    assertThat(lostAfter(50, -99_950)).isZero();
  }

  /** A thread that is paused between its readings has not been suspended with its machine. */
  @Test
  void aPauseBetweenTheReadingsIsNoJump() {
    assertThat(PausedClocks.pauseBeforeTheWallClock()).isZero();
    assertThat(PausedClocks_ReadsOnce.pauseBeforeTheWallClock()).isEqualTo(PausedClocks.PAUSE);
  }

  /** Neither is the next reading compared with one whose clocks were read at different times. */
  @Test
  void aPauseAfterTheWallClockIsNoJumpEither() {
    assertThat(PausedClocks.pauseAfterTheWallClock()).isZero();
    assertThat(PausedClocks_KeepsAnyReading.pauseAfterTheWallClock()).isEqualTo(PausedClocks.PAUSE);
  }

  @Test
  void aSuspendedMachineIsNoticedAlsoBetweenTheReadings() {
    assertThat(PausedClocks.suspendBeforeTheWallClock()).isEqualTo(PausedClocks.PAUSE);
  }
}
