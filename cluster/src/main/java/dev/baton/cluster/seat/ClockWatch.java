package dev.baton.cluster.seat;

/**
 * Notices when the monotonic clock stood still while real time passed, as when the machine was
 * suspended: the wall clock is then ahead by a jump.
 */
final class ClockWatch {

  /** Smaller differences may come from corrections of the wall clock. */
  static final long SMALLEST_JUMP = 500;

  private long ahead;

  ClockWatch(long monotonicMillis, long wallMillis) {
    ahead = wallMillis - monotonicMillis;
  }

  /** How many milliseconds the monotonic clock has lost since the last call; 0 if it has not. */
  long lost(long monotonicMillis, long wallMillis) {
    long before = ahead;
    ahead = wallMillis - monotonicMillis;
    return ahead - before >= SMALLEST_JUMP ? ahead - before : 0;
  }
}
