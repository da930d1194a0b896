package dev.baton.simulator;

import java.util.function.UnaryOperator;

/**
 * How long something takes: a constant, or a distribution that turns 64 random bits into ticks.
 * Each sample takes one draw, so that the k-th sample of a stream uses the same bits whatever the
 * distribution.
 *
 * <p>One of your own may implement this: the same bits must always give the same ticks, none below
 * 0, and {@code toString} says what it is. For the same result on the JVM and in JavaScript, use
 * {@code + - * /} and square roots alone: other functions of {@code Math} may differ in the last
 * bit.
 */
public interface Distribution {

  /** The mean, in units of time. */
  double mean();

  /** A sample in ticks. */
  long sample(long random);

  /** How long it takes on a link between these nodes. */
  default Distribution on(int from, int to) {
    return this;
  }

  /** Whether every sample is the same, on every link. */
  default boolean isConstant() {
    return false;
  }

  /** Whether it is known only {@linkplain #on on a link}. */
  default boolean isPerLink() {
    return false;
  }

  /** The same in a system of so many nodes. */
  default Distribution among(int n) {
    return this;
  }

  /** Always the same. */
  record Constant(long ticks) implements Distribution {

    @Override
    public double mean() {
      return Ticks.toUnits(ticks);
    }

    @Override
    public long sample(long random) {
      return ticks;
    }

    @Override
    public boolean isConstant() {
      return true;
    }

    @Override
    public String toString() {
      return "constant:" + Ticks.text(ticks);
    }
  }

  /** Every value from {@code least} to {@code most} is equally likely. */
  record Uniform(long least, long most) implements Distribution {

    @Override
    public double mean() {
      return Ticks.toUnits((least + most) * 0.5);
    }

    @Override
    public long sample(long random) {
      return least + (long) (RandomStream.fraction(random) * (most - least + 1));
    }

    @Override
    public String toString() {
      return "uniform:" + Ticks.text(least) + "," + Ticks.text(most);
    }
  }

  /** The exponential distribution, which has no memory, by inversion. */
  record Exponential(long meanTicks) implements Distribution {

    @Override
    public double mean() {
      return Ticks.toUnits(meanTicks);
    }

    @Override
    public long sample(long random) {
      return (long) (0.5 - meanTicks * Logarithm.ofFraction((random >>> 11) + 1));
    }

    @Override
    public String toString() {
      return "exponential:" + Ticks.text(meanTicks);
    }
  }

  /**
   * As the zones of the two nodes between which a message travels have it.
   *
   * @param sites of which they are zones; null if they are of their own
   */
  record Zoned(Zones zones, Sites sites) implements Distribution {

    public Zoned(Zones zones) {
      this(zones, null);
    }

    /** Over all pairs of different nodes. */
    @Override
    public double mean() {
      return zones.meanDelay();
    }

    @Override
    public long sample(long random) {
      throw new UnsupportedOperationException("only on a link");
    }

    @Override
    public boolean isPerLink() {
      return true;
    }

    @Override
    public Distribution among(int n) {
      return sites == null || zones.nodes() == n ? this : new Zoned(sites.zones(n), sites);
    }

    @Override
    public Distribution on(int from, int to) {
      return zones.delay(from, to);
    }

    @Override
    public String toString() {
      return (sites == null ? "zones:" : "sites:") + zones;
    }
  }

  /** As a matrix of sites has it; in a run, those are the zones of its nodes. */
  record Sited(Sites sites) implements Distribution {

    /** Over all pairs of different sites, since it is not known yet how many nodes there are. */
    @Override
    public double mean() {
      return sites.meanDelay();
    }

    @Override
    public long sample(long random) {
      throw new UnsupportedOperationException("only on a link");
    }

    @Override
    public boolean isPerLink() {
      return true;
    }

    @Override
    public Distribution among(int n) {
      return new Zoned(sites.zones(n), sites);
    }

    @Override
    public String toString() {
      return "sites:" + sites;
    }
  }

  /**
   * The distribution written as {@code constant:1}, {@code uniform:0.5,1.5}, {@code exponential:1},
   * {@code lognormal:MEAN,SIGMA}, {@code pareto:MEAN,SHAPE}, {@code weibull:MEAN,SHAPE} or {@code
   * gamma:MEAN,SHAPE}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Distribution parse(String text) {
    return parse(text, Laws::noFile);
  }

  /**
   * The same, or one that is in a file: {@code empirical:FILE}, and for delays {@code zones:FILE}
   * or {@code sites:FILE}.
   *
   * @param files gives what is in the file with a name
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Distribution parse(String text, UnaryOperator<String> files) {
    return Laws.parse(text, files);
  }
}
