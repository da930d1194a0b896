package dev.baton.lab.options;

import dev.baton.simulator.Demand;
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
        "think:LAW       after one with another law, such as think:lognormal:10,1",
        "contention:PCT  after an exponential one so that inside/(inside + idle) = PCT/100",
        "open:MEAN       requests arrive at each node in a Poisson stream, so far apart on average,"
            + " and wait in its queue",
        "open:LAW        the same with another law of the time in between",
        "on-off:ON,OFF,MEAN  the same in bursts: for ON on average requests arrive, so far apart,"
            + " and then for OFF none",
        "arrivals:FILE   they arrive as the lines of a file say, each a time and a node"
      })
  private Workload workload = new Workload.Saturated();

  @Option(
      names = "--demand",
      order = 3,
      paramLabel = "DEMAND",
      description =
          "How much more often some nodes ask than others, for isolated, think, contention, open"
              + " and on-off: even (default), zipf:1 (the exponent; chance deals the ranks to the"
              + " nodes) or weights:3,1,1 (one for each node). On average they ask as often as"
              + " without.")
  private Demand demand = new Demand.Even();

  @Option(
      names = "--locality",
      order = 4,
      paramLabel = "P",
      description =
          "The share of the requests that comes from the cluster of the node that entered last, for"
              + " algorithms with clusters; for isolated, think and contention (default:"
              + " nodes ask independently).")
  private String locality;

  @Option(
      names = "--idle-rounds",
      order = 5,
      paramLabel = "HOW",
      description =
          "run (default) or skip: while nobody asks, a token that never rests makes identical"
              + " rounds; if messages take a constant time, these can be counted without being run."
              + " Changes only the event hash.")
  private String idleRounds = "run";

  Workload workload() {
    return workload;
  }

  Demand demand() {
    return demand;
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
