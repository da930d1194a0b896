package dev.baton.simulator;

/** When applications request. */
public sealed interface Workload {

  /** One request at a time, from a uniformly chosen node, the system quiet in between. */
  record Isolated() implements Workload {
    @Override
    public String toString() {
      return "isolated";
    }
  }

  /** All nodes request once at the same time; again when the system is quiet. */
  record Burst() implements Workload {
    @Override
    public String toString() {
      return "burst";
    }
  }

  /** Every node requests again as soon as it has left. */
  record Saturated() implements Workload {
    @Override
    public String toString() {
      return "saturated";
    }
  }

  /** Every node is idle for an exponential time with this mean, in ticks, before it requests. */
  record Think(long meanTicks) implements Workload {
    @Override
    public String toString() {
      return "think:" + Ticks.text(meanTicks);
    }
  }

  /** Exponential idle times such that cs / (cs + idle) is a share, in millionths of a percent. */
  record Contention(long millionthsOfPercent) implements Workload {

    private static final long ALL = 100 * Ticks.PER_UNIT;

    private Distribution idleTime(Distribution hold) {
      if (hold.mean() == 0) {
        throw new IllegalArgumentException(
            this + " is a share of the time inside: write a hold time above 0, or think:MEAN.");
      }
      double ratio = (double) (ALL - millionthsOfPercent) / millionthsOfPercent;
      return new Distribution.Exponential((long) (hold.mean() * ratio * Ticks.PER_UNIT + 0.5));
    }

    @Override
    public String toString() {
      return "contention:" + Ticks.text(millionthsOfPercent);
    }
  }

  /** Whether it continues evenly, so that a warm-up can be told apart from what follows. */
  default boolean isSteady() {
    return !waitsForQuiet();
  }

  /** Whether requests are made only while the system is quiet. */
  default boolean waitsForQuiet() {
    return this instanceof Isolated || this instanceof Burst;
  }

  /** The time between an exit and the next request; not used by workloads that wait for quiet. */
  default Distribution idle(Distribution hold) {
    return switch (this) {
      case Isolated w -> new Distribution.Constant(0);
      case Burst w -> new Distribution.Constant(0);
      case Saturated w -> new Distribution.Constant(0);
      case Think(long mean) -> new Distribution.Exponential(mean);
      case Contention w -> w.idleTime(hold);
    };
  }

  /**
   * The workload written as {@code isolated}, {@code burst}, {@code saturated}, {@code think:MEAN}
   * or {@code contention:PCT}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Workload parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    long number = colon < 0 ? -1 : Ticks.parse(text.substring(colon + 1));
    Workload workload =
        switch (name) {
          case "isolated" -> colon < 0 ? new Isolated() : null;
          case "burst" -> colon < 0 ? new Burst() : null;
          case "saturated" -> colon < 0 ? new Saturated() : null;
          case "think" -> number >= 0 ? new Think(number) : null;
          case "contention" ->
              number > 0 && number <= Contention.ALL ? new Contention(number) : null;
          default -> null;
        };
    if (workload == null) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a workload: write isolated, burst, saturated, think:10 (mean idle time)"
              + " or contention:50 (percent, above 0 and at most 100).");
    }
    return workload;
  }
}
