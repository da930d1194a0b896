package dev.baton.lab.experiment;

import dev.baton.simulator.Statistics;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What some trials say of a quantity.
 *
 * @param ci95 half the width of the mean's 95 % interval; null for a single trial
 * @param least the smallest of the trials
 * @param most the largest
 */
record Estimate(double mean, Double ci95, double least, double most, int trials) {

  /** A claim is wrong about a mean that is right once in so many times. */
  private static final double ERRORS = 0.05;

  /** Null if there are no values. */
  static Estimate of(double[] values) {
    return values.length == 0
        ? null
        : new Estimate(
            Statistics.mean(values),
            Statistics.halfWidth95(values),
            Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow(),
            values.length);
  }

  /**
   * How far the true mean may be from this one, if so many means are looked at together and all of
   * their intervals shall be right in 95 of 100 cases (Bonferroni): for one it is {@code ci95}.
   */
  double doubt(int means) {
    if (ci95 == null || means == 1) {
      return ci95 == null ? 0 : ci95;
    }
    TDistribution t = TDistribution.of(trials - 1);
    return ci95
        * t.inverseSurvivalProbability(ERRORS / 2 / means)
        / t.inverseSurvivalProbability(ERRORS / 2);
  }

  @Override
  public String toString() {
    boolean isExact = ci95 == null || ci95 < 5e-4 * Math.abs(mean) || ci95 == 0;
    return Texts.about(mean) + (isExact ? "" : " ± " + Texts.about(ci95));
  }
}
