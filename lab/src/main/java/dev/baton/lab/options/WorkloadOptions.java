package dev.baton.lab.options;

import dev.baton.simulator.Locality;
import dev.baton.simulator.Workload;
import picocli.CommandLine.Option;

/** The options that say when nodes ask to enter, and how long things take. */
final class WorkloadOptions extends TimeOptions {

  @Option(
      names = "--workload",
      order = 0,
      paramLabel = "LOAD",
      description = {
        "When nodes ask to enter (default saturated):",
        "isolated        one at a time, a random node, the system quiet in between",
        "burst           all once, drain, repeat",
        "saturated       again as soon as they have left",
        "think:MEAN      after an exponential idle time with that mean",
        "contention:PCT  the same, so that inside/(inside + idle) = PCT/100"
      })
  private Workload workload = new Workload.Saturated();

  @Option(
      names = "--locality",
      order = 3,
      paramLabel = "P",
      description =
          "The share of the requests that comes from the cluster of the node that entered last, for"
              + " algorithms with clusters; for isolated, think and contention (default:"
              + " nodes ask independently).")
  private String locality;

  @Option(
      names = "--idle-rounds",
      order = 4,
      paramLabel = "HOW",
      description =
          "run (default) or skip: while nobody asks, a token that never rests makes identical"
              + " rounds; if messages take a constant time, these can be counted without being run."
              + " Changes only the event hash.")
  private String idleRounds = "run";

  Workload workload() {
    return workload;
  }

  /**
   * Where requests come from; null if nodes ask independently.
   *
   * @throws IllegalArgumentException with one sentence, if the algorithm has no clusters
   */
  Locality locality(SystemOptions.Described system) {
    if (locality == null) {
      return null;
    }
    if (!system.algorithm().hasClusters()) {
      throw new IllegalArgumentException(
          system.algorithm().id() + " has no clusters: leave --locality out.");
    }
    return Locality.parse(locality, system.algorithm().clusters(system.setup()));
  }

  boolean skipsIdleRounds() {
    if (!idleRounds.equals("run") && !idleRounds.equals("skip")) {
      throw new IllegalArgumentException(
          "Idle rounds cannot be '" + idleRounds + "': write --idle-rounds run or skip.");
    }
    return idleRounds.equals("skip");
  }
}
