package dev.baton.simulator;

/**
 * The lognormal distribution, by inversion: the logarithm of a time is normal.
 *
 * @param text as it is written
 * @param meanTicks of the times themselves
 * @param sigma the standard deviation of their logarithm
 */
record Lognormal(String text, long meanTicks, double sigma) implements Distribution {

  @Override
  public double mean() {
    return Ticks.toUnits(meanTicks);
  }

  @Override
  public long sample(long random) {
    double z = NormalQuantile.of(NormalQuantile.numerator(random));
    return Ticks.round(meanTicks * Power.exp(sigma * (z - 0.5 * sigma)));
  }

  @Override
  public String toString() {
    return text;
  }
}
