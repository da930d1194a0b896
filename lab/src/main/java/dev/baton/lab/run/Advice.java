package dev.baton.lab.run;

import dev.baton.algorithms.Catalog;
import dev.baton.algorithms.Family;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Distribution;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import dev.baton.simulator.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Measures the algorithms that can run live under some conditions, and chooses one. */
public final class Advice {

  /** Families whose nodes know few others each, however many there are. */
  private static final Set<Family> KNOW_FEW =
      EnumSet.of(
          Family.TOKEN_TREE, Family.TOKEN_DYNAMIC_TREE, Family.TOKEN_RING, Family.TOKEN_GROUPS);

  /** A trial with more events is abandoned: the algorithm costs too much here. */
  private static final long MOST_EVENTS = 1_500_000;

  private static final int TRIALS = 3;

  /** Above this many nodes, algorithms whose nodes or tokens know all others are left out. */
  private static final int LARGE = 1000;

  /** What an algorithm cost. */
  public record Row(Catalog.Entry algorithm, Summary summary) {

    public double hops() {
      return summary.hopsPerEntry().mean();
    }

    public double response() {
      return summary.responseTime().mean();
    }

    public double bypass() {
      return summary.maxBypass();
    }

    public double load() {
      return summary.maxLoadShare();
    }

    /** What counts: few messages and a short wait, equally. */
    public double cost() {
      return hops() * response();
    }

    private boolean isNoBetterThan(Row other) {
      return hops() >= other.hops()
          && response() >= other.response()
          && bypass() >= other.bypass()
          && load() >= other.load();
    }
  }

  private final Graph network;

  /** The structure of algorithms that have clusters; null for the one they choose themselves. */
  private Graph clusters;

  private final Workload workload;
  private final Distribution delay;
  private final Distribution hold;
  private final int permits;
  private final List<String> leftOut = new ArrayList<>();
  private List<Row> rows;

  public Advice(
      Graph network, Workload workload, Distribution delay, Distribution hold, int permits) {
    this.network = network;
    this.workload = workload;
    this.delay = delay;
    this.hold = hold;
    this.permits = permits;
  }

  /** Algorithms that have clusters use those of this structure. */
  public Advice clusters(Graph structure) {
    clusters = structure;
    return this;
  }

  /** Measures all candidates; the result is the same on every machine. */
  public void measure(int threads) {
    List<Catalog.Entry> candidates = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      boolean isMeant = permits == 1 ? !entry.hasPermits() : entry.runsAsSemaphore();
      // Neighbourhoods differ from zones: in each of them all nodes are linked.
      if (isMeant && entry.runsLive() && (network.isComplete() || !entry.roams())) {
        candidates.add(entry);
      }
    }
    if (network.size() > LARGE) {
      candidates.removeIf(
          entry -> {
            boolean isLarge = knowsAll(entry);
            if (isLarge) {
              leftOut.add(entry.id());
            }
            return isLarge;
          });
    }
    Map<String, Row> found = new ConcurrentHashMap<>();
    try (Threads pool = new Threads(threads)) {
      List<Runnable> tasks = new ArrayList<>();
      for (Catalog.Entry entry : candidates) {
        tasks.add(
            () -> {
              Row row = row(entry);
              if (row != null) {
                found.put(entry.id(), row);
              }
            });
      }
      pool.run(tasks);
    }
    candidates.stream()
        .map(Catalog.Entry::id)
        .filter(id -> !found.containsKey(id))
        .forEach(leftOut::add);
    rows =
        found.values().stream()
            .sorted(
                Comparator.comparingDouble(Row::cost).thenComparing(row -> row.algorithm().id()))
            .toList();
  }

  private static boolean knowsAll(Catalog.Entry entry) {
    return !KNOW_FEW.contains(entry.family());
  }

  /** Null if it costs too much. */
  private Row row(Catalog.Entry entry) {
    Graph structure =
        clusters != null && entry.hasClusters() ? clusters : entry.structureOn(network);
    Setup setup = new Setup(network.size(), 0, permits, structure, 0);
    long entries = Math.clamp(20L * network.size(), 400, 4000);
    Scenario scenario =
        Scenario.of(entry, entry.roams() ? setup.roaming(1, 0) : setup)
            .network(network)
            .workload(workload)
            .delay(delay)
            .hold(hold)
            .entries(entries);
    List<Outcome> outcomes = new ArrayList<>();
    for (int trial = 0; trial < TRIALS; trial++) {
      Simulation simulation = Simulation.start(scenario, trial, null);
      if (simulation.advance(MOST_EVENTS)) {
        return null;
      }
      outcomes.add(simulation.outcome());
    }
    return new Row(entry, Summary.of(outcomes));
  }

  /** The best first. */
  public List<Row> rows() {
    return rows;
  }

  /** The one to use. */
  public Row best() {
    return rows.getFirst();
  }

  /** The candidates that were not measured, because they cost too much here. */
  public List<String> leftOut() {
    return leftOut;
  }

  /** Those that no other one beats in all four columns. */
  public List<Row> worthwhile() {
    return rows.stream()
        .filter(
            row ->
                rows.stream()
                    .noneMatch(
                        other ->
                            row.isNoBetterThan(other)
                                && (!other.isNoBetterThan(row)
                                    || rows.indexOf(other) < rows.indexOf(row))))
        .toList();
  }
}
