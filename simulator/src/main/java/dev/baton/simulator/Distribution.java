package dev.baton.simulator;

/**
 * How long something takes: a constant, or a distribution that turns 64 random bits into ticks.
 * Each sample takes one draw, so that the k-th sample of a stream uses the same bits whatever the
 * distribution.
 */
public sealed interface Distribution {

  /** The mean, in units of time. */
  double mean();

  /** A sample in ticks. */
  long sample(long random);

  /** How long it takes on a link between these nodes. */
  default Distribution on(int from, int to) {
    return this;
  }

  default boolean isConstant() {
    return this instanceof Constant;
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

  /** As the zones of the two nodes between which a message travels have it. */
  record Zoned(Zones zones) implements Distribution {

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
    public Distribution on(int from, int to) {
      return zones.delay(from, to);
    }

    @Override
    public String toString() {
      return "zones:" + zones;
    }
  }

  /**
   * The distribution written as {@code constant:1}, {@code uniform:0.5,1.5} or {@code
   * exponential:1}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Distribution parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    Distribution distribution =
        switch (name) {
          case "constant" -> constantOf(rest);
          case "uniform" -> uniformOf(rest);
          case "exponential" -> exponentialOf(rest);
          default -> null;
        };
    if (distribution == null) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a time: write constant:1, uniform:0.5,1.5 or exponential:1, with at most"
              + " six decimals.");
    }
    return distribution;
  }

  private static Distribution constantOf(String rest) {
    long ticks = Ticks.parse(rest);
    return ticks < 0 ? null : new Constant(ticks);
  }

  private static Distribution uniformOf(String rest) {
    int comma = rest.indexOf(',');
    if (comma < 0) {
      return null;
    }
    long least = Ticks.parse(rest.substring(0, comma));
    long most = Ticks.parse(rest.substring(comma + 1));
    return least < 0 || most < least ? null : new Uniform(least, most);
  }

  private static Distribution exponentialOf(String rest) {
    long mean = Ticks.parse(rest);
    return mean < 0 ? null : new Exponential(mean);
  }
}
