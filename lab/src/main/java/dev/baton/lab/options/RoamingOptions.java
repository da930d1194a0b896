package dev.baton.lab.options;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Setup;
import dev.baton.simulator.Mobility;
import picocli.CommandLine.Option;

/** The options that say between which neighbourhoods nodes roam, and how. */
final class RoamingOptions {

  @Option(
      names = "--neighbourhoods",
      paramLabel = "B",
      description =
          "How many neighbourhoods the nodes roam between, for algorithms with k permits in each"
              + " (default 1); for algorithms over changing links, how many cells they move in,"
              + " linked to all nodes in the same cell and in the cells next to it.")
  private Integer neighbourhoods;

  @Option(
      names = "--churn",
      paramLabel = "RATE",
      description = "Moves per node and unit of time: short for --mobility churn:RATE.")
  private String churn;

  @Option(
      names = "--mobility",
      paramLabel = "MOVES",
      description = {
        "How they move (default none):",
        "churn:RATE      at random, RATE times per unit of time, to any other neighbourhood",
        "waypoint:MIN,MAX[,PAUSE]  they walk in the unit square from one random point to the next,"
            + " at speeds from MIN to MAX; neighbourhoods are the cells of a grid"
      })
  private Mobility mobility;

  /**
   * How nodes move.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  Mobility mobility() {
    if (churn != null && mobility != null) {
      throw new IllegalArgumentException(
          "--churn is short for --mobility churn:RATE: write one of them.");
    }
    if (churn == null) {
      return mobility == null ? new Mobility.None() : mobility;
    }
    try {
      return Mobility.parse("churn:" + churn);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + churn
              + "' is not a rate: write --churn 0.05, for example, and at most 1000 (moves per node"
              + " and unit of time).",
          e);
    }
  }

  /**
   * The same setup between neighbourhoods, if the algorithm roams, or uses links and one of the
   * options is given. Walkers come into the grid at time 0, where they are then.
   *
   * @throws IllegalArgumentException with one sentence, if the algorithm has a fixed membership
   */
  Setup roaming(Catalog.Entry algorithm, Setup setup) {
    boolean isAsked = neighbourhoods != null || churn != null || mobility != null;
    if (algorithm.usesLinks() && isAsked) {
      return setup.roaming(among(setup).neighbourhoods(), 0);
    }
    if (!algorithm.roams()) {
      if (isAsked) {
        throw new IllegalArgumentException(
            algorithm.id()
                + " has a fixed membership: leave --neighbourhoods, --churn and --mobility out.");
      }
      return setup;
    }
    return among(setup);
  }

  Setup among(Setup setup) {
    int b = neighbourhoods == null ? 1 : neighbourhoods;
    if (b < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 neighbourhood, not "
              + b
              + ": write --neighbourhoods 4, for example.");
    }
    return setup.roaming(b, mobility() instanceof Mobility.Waypoint ? setup.n() : 0);
  }
}
