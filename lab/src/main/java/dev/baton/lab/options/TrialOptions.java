package dev.baton.lab.options;

import dev.baton.lab.run.Threads;
import dev.baton.simulator.Scenario;
import picocli.CommandLine.Option;

/** The options that say how much is run. */
public class TrialOptions {

  @Option(
      names = "--entries",
      paramLabel = "E",
      description =
          "How many critical sections to complete; then requests stop and the run drains"
              + " (default 100 per node).")
  private Long entries;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The seed of all random numbers (default 1).")
  private long seed = 1;

  @Option(
      names = "--trials",
      paramLabel = "T",
      description =
          "Independent repetitions, which give confidence intervals (default 1). A random"
              + " network or structure is the same in all of them.")
  private int trials = 1;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description =
          "How many trials run at once (default: one per core). Does not change the result.")
  private Integer threads;

  public long seed() {
    return seed;
  }

  /**
   * How many trials.
   *
   * @throws IllegalArgumentException with one sentence, if there cannot be so many
   */
  public int trials() {
    if (trials < 1) {
      throw new IllegalArgumentException("There must be at least 1 trial, not " + trials + ".");
    }
    return trials;
  }

  public int threads() {
    return Threads.count(threads);
  }

  /** The scenario, with this much to do. */
  public Scenario of(Scenario scenario) {
    Scenario seeded = scenario.seed(seed);
    return entries == null ? seeded : seeded.entries(entries);
  }
}
