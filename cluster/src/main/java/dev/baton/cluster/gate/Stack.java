package dev.baton.cluster.gate;

/**
 * The stack that is left to this thread. A step that changes something must not end half-way: so
 * whoever begins one makes sure first that there is enough, and gets a {@link StackOverflowError}
 * while nothing has changed.
 *
 * <p>The JVM does not tell how much is left; but a thread that has once been so deep can be there
 * again. Frames are smallest where the code is fully compiled, about 66 bytes: that is what the
 * depths below are reckoned with. There, 400 take about a microsecond.
 */
public final class Stack {

  /** For a step of a gate: 8 kB. */
  private static final int STEP = 130;

  /** For waiting at a gate, and for a step if that fails. */
  private static final int WAIT = 2 * STEP;

  /**
   * For an event of a member, down to the socket: 17 kB. With TLS that takes about 35 calls; even
   * where nothing is compiled yet, they need a third of it. It is more than waiting takes.
   */
  private static final int EVENT = WAIT + 10;

  private Stack() {}

  /**
   * Throws a {@link StackOverflowError} if there is not enough for a step of a gate.
   *
   * @return whether there is enough for an event as well, so that nobody has to look again a few
   *     calls deeper
   */
  static boolean reserve() {
    return reserve(STEP);
  }

  /** The same for waiting at a gate, and for giving up then. */
  static boolean reserveToWait() {
    return reserve(WAIT);
  }

  private static boolean reserve(int least) {
    return isEnoughForEvent() || dive(least) < 0;
  }

  /** Whether there is enough for an event of a member. */
  public static boolean isEnoughForEvent() {
    try {
      return dive(EVENT) >= 0;
    } catch (StackOverflowError e) {
      return false;
    }
  }

  private static long dive(int depth) {
    return dive(depth, 1, 2, 3, 4, 5, 6);
  }

  /**
   * The sum keeps the compiler from making a loop of it, and the numbers on the stack: few large
   * frames take less time than many small ones.
   */
  private static long dive(int depth, long a, long b, long c, long d, long e, long f) {
    return depth == 0 ? 0 : dive(depth - 1, b, c, d, e, f, a) + (a ^ b ^ c ^ d ^ e ^ f);
  }
}
