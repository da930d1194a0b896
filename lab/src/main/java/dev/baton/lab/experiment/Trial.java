package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.lab.run.EntryLog;
import dev.baton.lab.run.TimeHistogram;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.ViolationException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * What one trial of a cell measured.
 *
 * @param measures only those that there were
 * @param hash the hash of all its events
 * @param times how long single entries took, as {@link TimeHistogram} writes it, which is small;
 *     null if nobody has asked
 */
record Trial(Map<Measure, Double> measures, String hash, Map<Measure, String> times) {

  /** What can be measured of single entries. */
  static final Map<Measure, EntryLog.Time> TIMES =
      new EnumMap<>(
          Map.of(
              Measure.RESPONSE, EntryLog.Time.RESPONSE,
              Measure.TURNAROUND, EntryLog.Time.TURNAROUND,
              Measure.DELAY, EntryLog.Time.DELAY));

  Trial {
    measures = new EnumMap<>(measures);
  }

  Trial(Map<Measure, Double> measures, String hash) {
    this(measures, hash, null);
  }

  /** With the times of its entries, unless the log is null. */
  static Trial of(Outcome outcome, EntryLog log) {
    Trial trial = of(outcome);
    if (log == null) {
      return trial;
    }
    Map<Measure, String> times = new EnumMap<>(Measure.class);
    TIMES.forEach(
        (measure, time) -> {
          TimeHistogram histogram = new TimeHistogram();
          histogram.add(log, (int) outcome.truncated(), time);
          times.put(measure, histogram.text());
        });
    return new Trial(trial.measures, trial.hash, times);
  }

  private static Trial of(Outcome outcome) {
    Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    measures.put(Measure.MESSAGES, outcome.messagesPerEntry());
    measures.put(Measure.HOPS, outcome.hopsPerEntry());
    measures.put(Measure.BITS, outcome.bitsPerEntry());
    mean(measures, Measure.DELAY, outcome.syncDelay());
    mean(measures, Measure.RESPONSE, outcome.responseTime());
    mean(measures, Measure.TURNAROUND, outcome.turnaround());
    mean(measures, Measure.LATENCY, outcome.latency());
    if (outcome.responseTime() != null && outcome.turnaround() != null) {
      double response = outcome.responseTime().mean();
      measures.put(Measure.WAITING, response / (outcome.turnaround().mean() - response));
    }
    measures.put(Measure.THROUGHPUT, outcome.throughput());
    measures.put(Measure.JAIN, outcome.jain());
    measures.put(Measure.BYPASS, (double) outcome.maxBypass());
    measures.put(Measure.LOAD, outcome.maxLoadShare());
    measures.put(Measure.LOST, (double) outcome.lost() / outcome.entries());
    measures.put(Measure.VIOLATED, 0.0);
    return new Trial(measures, text(outcome.eventHash()));
  }

  private static void mean(Map<Measure, Double> measures, Measure measure, Outcome.Sample sample) {
    if (sample != null) {
      measures.put(measure, sample.mean());
    }
  }

  /** A trial in which the algorithm broke its promise measures nothing else. */
  static Trial of(ViolationException violation) {
    Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    measures.put(Measure.VIOLATED, 1.0);
    long hash = Hash.fold(Hash.of(violation.getMessage()), violation.event());
    return new Trial(measures, text(hash), Map.of());
  }

  static String text(long hash) {
    return String.format(Locale.ROOT, "%016x", hash);
  }
}
