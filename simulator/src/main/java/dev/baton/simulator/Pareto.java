package dev.baton.simulator;

/**
 * The Pareto distribution, by inversion: the probability of a time above t falls as t to the power
 * −shape, from the shortest time on.
 *
 * @param text as it is written
 * @param meanTicks of the times
 * @param shape above 1, so that there is a mean
 */
record Pareto(String text, long meanTicks, double shape) implements Distribution {

  @Override
  public double mean() {
    return Ticks.toUnits(meanTicks);
  }

  @Override
  public long sample(long random) {
    double shortest = meanTicks * (shape - 1) / shape;
    double power = -Logarithm.ofFraction((random >>> 11) + 1) / shape;
    return Ticks.round(shortest * Power.exp(power));
  }

  @Override
  public String toString() {
    return text;
  }
}
