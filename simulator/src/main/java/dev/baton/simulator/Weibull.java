package dev.baton.simulator;

/**
 * The Weibull distribution, by inversion: an exponential time to the power 1 / shape.
 *
 * @param text as it is written
 * @param meanTicks of the times
 * @param scaleTicks the mean by the gamma function of 1 + 1 / shape
 * @param shape 1 for the exponential distribution
 */
record Weibull(String text, long meanTicks, double scaleTicks, double shape)
    implements Distribution {

  static Weibull of(String text, long meanTicks, double shape) {
    double factor = Power.exp(GammaQuantile.logGamma(1 + 1 / shape));
    return new Weibull(text, meanTicks, meanTicks / factor, shape);
  }

  @Override
  public double mean() {
    return Ticks.toUnits(meanTicks);
  }

  @Override
  public long sample(long random) {
    double exponential = -Logarithm.ofFraction((random >>> 11) + 1);
    double power = exponential == 0 ? 0 : Power.of(exponential, 1 / shape);
    return Ticks.round(scaleTicks * power);
  }

  @Override
  public String toString() {
    return text;
  }
}
