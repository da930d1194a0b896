package dev.baton.simulator;

import java.util.function.UnaryOperator;

/**
 * When applications request. There are three kinds: in <em>closed</em> loads a node asks some time
 * after it has left; in loads of <em>rounds</em> nodes ask when the system is quiet; in
 * <em>open</em> loads requests arrive at a node whatever it does, and wait in a queue there until
 * it can ask for the next one.
 *
 * <p>One of your own may implement this: {@link #idle} for a closed load, {@link #waitsForQuiet}
 * and {@link #onQuiet} for rounds, {@link #arrivals} for an open one.
 */
public interface Workload {

  /** Lets nodes ask, in a round of a workload that waits for quiet. */
  interface Round {

    int nodes();

    /**
     * A node at random, those with more demand more often; {@link dev.baton.core.Node#NONE} if
     * nobody is left.
     */
    int choose();

    /** Lets a node ask now. */
    void ask(int node);
  }

  /** What requests that arrive in one run depend on. */
  interface Sources {

    int nodes();

    /** The next 64 random bits of a node. */
    long bits(int node);

    /** By how much longer than average a node's requests are apart; infinite if it has none. */
    double slowness(int node);
  }

  /** The requests that arrive in one run. */
  interface Arrivals {

    /** There are no more. */
    long NEVER = -1;

    /** When the next request arrives at a node, in ticks, in ascending order; or {@link #NEVER}. */
    long next(int node);
  }

  /** One request at a time, from a random node, the system quiet in between. */
  record Isolated() implements Workload {
    @Override
    public boolean waitsForQuiet() {
      return true;
    }

    @Override
    public void onQuiet(Round round) {
      int node = round.choose();
      if (node >= 0) {
        round.ask(node);
      }
    }

    @Override
    public String toString() {
      return "isolated";
    }
  }

  /** All nodes request once at the same time; again when the system is quiet. */
  record Burst() implements Workload {
    @Override
    public boolean waitsForQuiet() {
      return true;
    }

    @Override
    public void onQuiet(Round round) {
      for (int i = 0; i < round.nodes(); i++) {
        round.ask(i);
      }
    }

    @Override
    public boolean hasDemand() {
      return false;
    }

    @Override
    public String toString() {
      return "burst";
    }
  }

  /** Every node requests again as soon as it has left. */
  record Saturated() implements Workload {
    @Override
    public boolean hasDemand() {
      return false;
    }

    @Override
    public String toString() {
      return "saturated";
    }
  }

  /** Every node is idle for an exponential time with this mean, in ticks, before it requests. */
  record Think(long meanTicks) implements Workload {
    @Override
    public Distribution idle(Distribution hold) {
      return new Distribution.Exponential(meanTicks);
    }

    @Override
    public String toString() {
      return "think:" + Ticks.text(meanTicks);
    }
  }

  /** Every node is idle for a time with this law before it requests. */
  record ThinkLaw(Distribution law) implements Workload {
    @Override
    public Distribution idle(Distribution hold) {
      return law;
    }

    @Override
    public String toString() {
      return "think:" + law;
    }
  }

  /** Exponential idle times such that cs / (cs + idle) is a share, in millionths of a percent. */
  record Contention(long millionthsOfPercent) implements Workload {

    static final long ALL = 100 * Ticks.PER_UNIT;

    @Override
    public Distribution idle(Distribution hold) {
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

  /**
   * Requests arrive at every node, so far apart: if that is exponential, in a Poisson stream.
   *
   * @param gap from one arrival at a node to the next
   */
  record Open(Distribution gap) implements Workload {
    @Override
    public Arrivals arrivals(Sources sources) {
      long[] last = new long[sources.nodes()];
      return node -> {
        double slowness = sources.slowness(node);
        if (slowness == Double.POSITIVE_INFINITY) {
          return Arrivals.NEVER;
        }
        last[node] += Demand.scaled(gap.sample(sources.bits(node)), slowness);
        return last[node];
      };
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public double offered(int n) {
      return n / gap.mean();
    }

    @Override
    public String toString() {
      return "open:"
          + (gap instanceof Distribution.Exponential(long mean) ? Ticks.text(mean) : gap);
    }
  }

  /**
   * Requests arrive at every node in bursts: for an exponential time with one mean in a Poisson
   * stream, then, for one with another mean, not at all. A run begins in the stationary state.
   *
   * @param on the mean length of a burst, in ticks
   * @param off the mean length of a pause, in ticks
   * @param gap the mean time from one arrival at a node to the next in a burst, in ticks
   */
  record OnOff(long on, long off, long gap) implements Workload {
    @Override
    public Arrivals arrivals(Sources sources) {
      return new Bursts(this, sources);
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public double offered(int n) {
      return n * (on / ((double) on + off)) / Ticks.toUnits(gap);
    }

    @Override
    public String toString() {
      return "on-off:" + Ticks.text(on) + "," + Ticks.text(off) + "," + Ticks.text(gap);
    }
  }

  /** Whether it continues evenly, so that a warm-up can be told apart from what follows. */
  default boolean isSteady() {
    return !waitsForQuiet();
  }

  /** Whether requests are made only while the system is quiet. */
  default boolean waitsForQuiet() {
    return false;
  }

  /** Lets nodes ask while the system is quiet. */
  default void onQuiet(Round round) {}

  /** The time between an exit and the next request, in a closed load. */
  default Distribution idle(Distribution hold) {
    return new Distribution.Constant(0);
  }

  /** Whether requests arrive whatever their node does. */
  default boolean isOpen() {
    return false;
  }

  /**
   * How many requests arrive at so many nodes per unit of time, on average in the long run; 0 if
   * the load is not open, or it is not known.
   */
  default double offered(int n) {
    return 0;
  }

  /** The requests that arrive in one run of an open load. */
  default Arrivals arrivals(Sources sources) {
    throw new UnsupportedOperationException(this + " is not an open load");
  }

  /** How many requests there are in all; 0 if they go on until enough entries are complete. */
  default long length() {
    return 0;
  }

  /** Whether some nodes may ask more often than others. */
  default boolean hasDemand() {
    return true;
  }

  /**
   * The workload written as {@code isolated}, {@code burst}, {@code saturated}, {@code think:MEAN},
   * {@code think:LAW}, {@code contention:PCT}, {@code open:MEAN}, {@code open:LAW} or {@code
   * on-off:ON,OFF,MEAN}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Workload parse(String text) {
    return parse(text, Laws::noFile);
  }

  /**
   * The same, or one that is in a file: {@code arrivals:FILE}.
   *
   * @param files gives what is in the file with a name
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Workload parse(String text, UnaryOperator<String> files) {
    return Loads.parse(text, files);
  }
}
