package dev.baton.cluster.seat;

/** Two clocks, and a thread that is paused, or suspended with its machine, while it reads them. */
final class PausedClocks {

  /** Long enough to be a jump, in milliseconds. */
  static final long PAUSE = 700;

  private static final long TICK = 50;

  private long monotonic;
  private long wall = 1_000_000;
  private long pauseBeforeMonotonic;
  private long pauseBeforeWall;
  private long pauseAfterWall;
  private long suspendBeforeWall;

  private final ClockWatch watch = new ClockWatch(this::readMonotonic, this::readWall);

  private PausedClocks() {}

  /**
   * @return what was lost by then and a tick later: nothing, if it is right
   */
  static long pauseBeforeTheWallClock() {
    PausedClocks clocks = new PausedClocks();
    clocks.pauseBeforeWall = PAUSE;
    return clocks.lostInTwoTicks();
  }

  /**
   * @return what was lost by then and a tick later: nothing, if it is right
   */
  static long pauseAfterTheWallClock() {
    PausedClocks clocks = new PausedClocks();
    clocks.pauseAfterWall = PAUSE;
    return clocks.lostInTwoTicks();
  }

  /**
   * @return what was lost by then and a tick later: the pause, if it is right
   */
  static long suspendBeforeTheWallClock() {
    PausedClocks clocks = new PausedClocks();
    clocks.suspendBeforeWall = PAUSE;
    return clocks.lostInTwoTicks();
  }

  private long lostInTwoTicks() {
    pass(TICK);
    long first = watch.lost();
    pass(TICK);
    return first + watch.lost();
  }

  private long readMonotonic() {
    pass(pauseBeforeMonotonic);
    pauseBeforeMonotonic = 0;
    return monotonic;
  }

  private long readWall() {
    pass(pauseBeforeWall);
    wall += suspendBeforeWall;
    pauseBeforeMonotonic = pauseAfterWall;
    pauseBeforeWall = 0;
    suspendBeforeWall = 0;
    pauseAfterWall = 0;
    return wall;
  }

  private void pass(long millis) {
    monotonic += millis;
    wall += millis;
  }
}
