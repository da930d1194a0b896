package dev.baton.simulator;

/** Chooses the event queue that is fastest for a scenario; both kinds give the same order. */
final class Queues {

  private static final int MOST_SLOTS = 4096;

  private Queues() {}

  /** A timing wheel if all times are multiples of a quantum that is not too small, else a heap. */
  static EventQueue fitting(Scenario scenario) {
    Distribution idle = scenario.workload().idle(scenario.hold());
    if (scenario.mobility().isNone()
        && scenario.faults().isNone()
        && !scenario.workload().isOpen()
        && scenario.delay() instanceof Distribution.Constant(long delay)
        && scenario.hold() instanceof Distribution.Constant(long hold)
        && idle.isConstant()
        && idle.mean() == 0) {
      // Timers count in units, so that a unit must be a multiple too.
      long quantum = gcd(gcd(delay, hold), Ticks.PER_UNIT);
      long slots = Math.max(delay, hold) / quantum + 1;
      if (slots <= MOST_SLOTS) {
        return new WheelQueue(
            quantum, scenario.network().isComplete() ? powerOfTwo((int) slots) : MOST_SLOTS);
      }
    }
    return new HeapQueue();
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static int powerOfTwo(int least) {
    return Math.max(64, Integer.highestOneBit(2 * least - 1));
  }
}
