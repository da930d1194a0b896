package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.lab.run.TimeHistogram;
import java.util.List;
import java.util.Objects;

/** What the trials of a configuration measured, each of them. */
record Result(Cell cell, List<Trial> trials, boolean isPrecise) implements Measured {

  @Override
  public Estimate estimate(Measure measure) {
    return Estimate.of(values(measure));
  }

  private double[] values(Measure measure) {
    return trials.stream()
        .map(trial -> trial.measures().get(measure))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** How long single entries took, in all trials together; null if that was not asked for. */
  TimeHistogram times(Measure measure) {
    TimeHistogram all = null;
    for (Trial trial : trials) {
      String one = trial.times() == null ? null : trial.times().get(measure);
      if (one != null) {
        all = all == null ? new TimeHistogram() : all;
        all.add(TimeHistogram.parse(one));
      }
    }
    return all == null || all.count() == 0 ? null : all;
  }

  @Override
  public Estimate differenceTo(Measured other, Measure measure) {
    double[] mine = values(measure);
    double[] others = ((Result) other).values(measure);
    double[] differences = new double[Math.min(mine.length, others.length)];
    for (int t = 0; t < differences.length; t++) {
      differences[t] = mine[t] - others[t];
    }
    return Estimate.of(differences);
  }

  /** Whether the interval of each of these measures is at most so wide, relative to its mean. */
  static boolean isPrecise(List<Trial> trials, List<Measure> measures, double halfWidth) {
    Result result = new Result(null, trials, true);
    for (Measure measure : measures) {
      Estimate estimate = result.estimate(measure);
      if (estimate != null
          && (estimate.ci95() == null || estimate.ci95() > halfWidth * Math.abs(estimate.mean()))) {
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
