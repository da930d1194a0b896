package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClockWatchTest {

  private long monotonic;
  private long wall = 1_000_000;

  /** How long the thread is paused before it reads either clock the next time. */
  private long pauseBeforeMonotonic;

  private long pauseBeforeWall;

  private final ClockWatch watch = new ClockWatch(this::monotonic, this::wall);

  private long monotonic() {
    pass(pauseBeforeMonotonic);
    pauseBeforeMonotonic = 0;
    return monotonic;
  }

  private long wall() {
    pass(pauseBeforeWall);
    pauseBeforeWall = 0;
    return wall;
  }

  private void pass(long millis) {
    monotonic += millis;
    wall += millis;
  }

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
    pauseBeforeWall = 700;
    assertThat(lostAfter(50, 50)).isZero();
    assertThat(lostAfter(50, 50)).isZero();
  }

  /** Neither is the next reading compared with one whose clocks were read at different times. */
  @Test
  void aPauseAfterTheWallClockIsNoJumpEither() {
    assertThat(lostAfter(50, 50)).isZero();
    ClockWatch paused = new ClockWatch(this::monotonic, this::wallThenPause);
    assertThat(paused.lost()).isZero();
    pass(50);
    assertThat(paused.lost()).isZero();
  }

  private int readings;

  /** Pauses after the second reading, which is that of the first look. */
  private long wallThenPause() {
    long read = wall;
    pauseBeforeMonotonic = ++readings == 2 ? 700 : 0;
    return read;
  }

  @Test
  void aSuspendedMachineIsNoticedAlsoBetweenTheReadings() {
    ClockWatch suspended = new ClockWatch(this::monotonic, this::wallAfterSuspend);
    assertThat(suspended.lost()).isEqualTo(3000);
    assertThat(suspended.lost()).isZero();
  }

  /** The machine sleeps before the second reading. */
  private long wallAfterSuspend() {
    wall += ++readings == 2 ? 3000 : 0;
    return wall;
  }
}
