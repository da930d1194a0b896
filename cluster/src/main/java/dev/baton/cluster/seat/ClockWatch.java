package dev.baton.cluster.seat;

import java.util.function.LongSupplier;

/**
 * Notices when the monotonic clock stood still while real time passed, as when the machine was
 * suspended: the wall clock is then ahead by a jump.
 *
 * <p>The two clocks cannot be read at once. If this thread is paused between them, the wall clock
 * seems to be ahead by the pause. So the monotonic clock is read on both sides of the wall clock,
 * and the later reading counts: a pause then makes the wall clock fall behind, if anything.
 */
final class ClockWatch {

  /** Smaller differences may come from corrections of the wall clock. */
  static final long SMALLEST_JUMP = 500;

  /** The clocks were read together if no more time than this has passed between them. */
  static final long TOGETHER = 20;

  private final LongSupplier monotonicMillis;
  private final LongSupplier wallMillis;
  private long ahead;

  ClockWatch(LongSupplier monotonicMillis, LongSupplier wallMillis) {
    this.monotonicMillis = monotonicMillis;
    this.wallMillis = wallMillis;
    ahead = wallMillis.getAsLong() - monotonicMillis.getAsLong();
  }

  /** How many milliseconds the monotonic clock has lost since the last call; 0 if it has not. */
  long lost() {
    long before = monotonicMillis.getAsLong();
    long wall = wallMillis.getAsLong();
    long after = monotonicMillis.getAsLong();
    long lost = wall - after - ahead;
    if (lost >= SMALLEST_JUMP || after - before <= TOGETHER) {
      // Not from readings that are far apart: the next one would seem to be a jump.
      ahead = wall - after;
    }
    return lost >= SMALLEST_JUMP ? lost : 0;
  }
}
