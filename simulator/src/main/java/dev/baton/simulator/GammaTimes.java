package dev.baton.simulator;

/**
 * The gamma distribution, by inversion: with a whole shape k, the sum of k exponential times.
 *
 * <p>A sample takes a few steps of a search, so that this is the slowest of the distributions.
 */
final class GammaTimes implements Distribution {

  private final String text;
  private final long meanTicks;
  private final double scaleTicks;
  private final GammaQuantile quantile;

  GammaTimes(String text, long meanTicks, double shape) {
    this.text = text;
    this.meanTicks = meanTicks;
    scaleTicks = meanTicks / shape;
    quantile = new GammaQuantile(shape);
  }

  @Override
  public double mean() {
    return Ticks.toUnits(meanTicks);
  }

  @Override
  public long sample(long random) {
    return Ticks.round(scaleTicks * quantile.of(NormalQuantile.numerator(random)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GammaTimes it && text.equals(it.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
