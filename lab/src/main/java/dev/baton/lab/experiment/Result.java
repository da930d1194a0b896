package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.simulator.Statistics;
import java.util.List;
import java.util.Objects;

/**
 * What the trials of a cell measured.
 *
 * @param isPrecise whether the intervals that the experiment names became as narrow as they should
 */
record Result(Cell cell, List<Trial> trials, boolean isPrecise) {

  /** A mean and half the width of its 95 % interval, which is null for a single trial. */
  record Estimate(double mean, Double ci95, int trials) {

    @Override
    public String toString() {
      boolean isExact = ci95 == null || ci95 < 5e-4 * Math.abs(mean) || ci95 == 0;
      return Texts.about(mean) + (isExact ? "" : " ± " + Texts.about(ci95));
    }
  }

  /** Null if no trial has such a measure. */
  Estimate estimate(Measure measure) {
    return estimate(values(measure));
  }

  static Estimate estimate(double[] values) {
    return values.length == 0
        ? null
        : new Estimate(Statistics.mean(values), Statistics.halfWidth95(values), values.length);
  }

  private double[] values(Measure measure) {
    return trials.stream()
        .map(trial -> trial.measures().get(measure))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /**
   * The difference to another cell, trial by trial: both drew the same random numbers. Null if they
   * have no trial in common.
   */
  Estimate differenceTo(Result other, Measure measure) {
    double[] mine = values(measure);
    double[] others = other.values(measure);
    double[] differences = new double[Math.min(mine.length, others.length)];
    for (int t = 0; t < differences.length; t++) {
      differences[t] = mine[t] - others[t];
    }
    return estimate(differences);
  }

  /** Whether the interval of each of these measures is at most so wide, relative to its mean. */
  static boolean isPrecise(List<Trial> trials, List<Measure> measures, double halfWidth) {
    Result result = new Result(null, trials, true);
    for (Measure measure : measures) {
      Estimate estimate = result.estimate(measure);
      if (estimate != null
          && (estimate.ci95 == null || estimate.ci95 > halfWidth * Math.abs(estimate.mean))) {
        return false;
      }
    }
    return true;
  }

  /** The fold of the trials' hashes. */
  String hash() {
    long hash = 0;
    for (Trial trial : trials) {
      hash = Hash.fold(hash, Long.parseUnsignedLong(trial.hash(), 16));
    }
    return Trial.text(hash);
  }
}
