package dev.baton.simulator;

import dev.baton.core.Hash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The measures of several trials of one scenario. A mean is the mean of the trials' means, with a
 * 95 % Student interval over them; a percentile is the mean of the trials' percentiles.
 *
 * @param trials how many
 * @param entries entries that count, of all trials
 * @param truncated entries of all warm-ups
 * @param messagesByType mean per entry and type, in the order in which types were first seen
 * @param syncDelay null if no trial had any
 * @param latency null under loads without queues at the nodes
 * @param jain the mean over trials
 * @param maxBypass the largest of all trials
 * @param maxLoadShare the mean over trials
 * @param simulatedTime of all trials
 * @param events of all trials
 * @param eventHash the fold of the trials' hashes, in the order of trials
 * @param moves of all trials
 * @param lost messages of all trials
 * @param duplicated messages of all trials
 */
public record Summary(
    int trials,
    long entries,
    long truncated,
    Estimate messagesPerEntry,
    Estimate hopsPerEntry,
    Estimate bitsPerEntry,
    Map<String, Double> messagesByType,
    Spread syncDelay,
    Spread responseTime,
    Spread turnaround,
    Spread latency,
    double throughput,
    double jain,
    long maxBypass,
    double maxLoadShare,
    double simulatedTime,
    long events,
    long eventHash,
    long moves,
    long lost,
    long duplicated) {

  /** A mean and half the width of its 95 % interval, which is null for a single trial. */
  public record Estimate(double mean, Double ci95) {}

  /** A mean with its interval, percentiles, and how many times were measured in all trials. */
  public record Spread(double mean, double p50, double p99, Double ci95, long samples) {}

  /** Puts outcomes together that are given in the order of their trials. */
  public static Summary of(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      throw new IllegalArgumentException("There must be at least 1 trial, not 0.");
    }
    long entries = 0;
    long truncated = 0;
    long maxBypass = 0;
    double simulatedTime = 0;
    long events = 0;
    long hash = 0;
    long moves = 0;
    long lost = 0;
    long duplicated = 0;
    for (Outcome outcome : outcomes) {
      entries += outcome.entries();
      truncated += outcome.truncated();
      maxBypass = Math.max(maxBypass, outcome.maxBypass());
      simulatedTime += outcome.simulatedTime();
      events += outcome.events();
      hash = Hash.fold(hash, outcome.eventHash());
      moves += outcome.moves();
      lost += outcome.lost();
      duplicated += outcome.duplicated();
    }
    return new Summary(
        outcomes.size(),
        entries,
        truncated,
        estimate(outcomes, Outcome::messagesPerEntry),
        estimate(outcomes, Outcome::hopsPerEntry),
        estimate(outcomes, Outcome::bitsPerEntry),
        byType(outcomes),
        spread(outcomes, Outcome::syncDelay),
        spread(outcomes, Outcome::responseTime),
        spread(outcomes, Outcome::turnaround),
        spread(outcomes, Outcome::latency),
        estimate(outcomes, Outcome::throughput).mean(),
        estimate(outcomes, Outcome::jain).mean(),
        maxBypass,
        estimate(outcomes, Outcome::maxLoadShare).mean(),
        simulatedTime,
        events,
        hash,
        moves,
        lost,
        duplicated);
  }

  private static <T> Estimate estimate(List<T> trials, ToDoubleFunction<T> measure) {
    double[] values = new double[trials.size()];
    for (int t = 0; t < values.length; t++) {
      values[t] = measure.applyAsDouble(trials.get(t));
    }
    return new Estimate(Statistics.mean(values), Statistics.halfWidth95(values));
  }

  private static Spread spread(List<Outcome> outcomes, Function<Outcome, Outcome.Sample> measure) {
    List<Outcome.Sample> samples = new ArrayList<>();
    long count = 0;
    for (Outcome outcome : outcomes) {
      Outcome.Sample sample = measure.apply(outcome);
      if (sample != null) {
        samples.add(sample);
        count += sample.count();
      }
    }
    if (samples.isEmpty()) {
      return null;
    }
    Estimate mean = estimate(samples, Outcome.Sample::mean);
    return new Spread(
        mean.mean(),
        estimate(samples, Outcome.Sample::p50).mean(),
        estimate(samples, Outcome.Sample::p99).mean(),
        mean.ci95(),
        count);
  }

  /** A type that a trial never sent counts 0 there. */
  private static Map<String, Double> byType(List<Outcome> outcomes) {
    Map<String, Double> mean = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      for (Map.Entry<String, Double> entry : outcome.messagesByType().entrySet()) {
        mean.merge(entry.getKey(), entry.getValue() / outcomes.size(), Double::sum);
      }
    }
    return mean;
  }
}
