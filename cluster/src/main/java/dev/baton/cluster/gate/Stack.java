package dev.baton.cluster.gate;

/**
 * The stack that is left to this thread. A step that changes something must not end half-way: so
 * whoever begins one makes sure first that there is enough, and gets a {@link StackOverflowError}
 * while nothing has changed.
 *
 * <p>The JVM does not tell how much is left; but a thread that has once been so deep can be there
 * again. Frames are smallest where the code is fully compiled, about 24 bytes: that is what the
 * depths below are reckoned with. There, 1,000 take about a microsecond.
 */
public final class Stack {

  /** For a step of a gate, or for waiting there: 8 kB. */
  private static final int STEP = 350;

  /** For an event of a member, down to the socket: 32 kB. */
  private static final int EVENT = 1400;

  private Stack() {}

  /** Throws a {@link StackOverflowError} if there is not enough for a step of a gate. */
  static void reserve() {
    dive(STEP);
  }

  /** Whether there is enough for an event of a member. */
  public static boolean isEnoughForEvent() {
    try {
      return dive(EVENT) >= 0;
    } catch (StackOverflowError e) {
      return false;
    }
  }

  /** The sum keeps the compiler from making a loop of it. */
  private static int dive(int depth) {
    return depth == 0 ? 0 : dive(depth - 1) + (depth & 1);
  }
}
