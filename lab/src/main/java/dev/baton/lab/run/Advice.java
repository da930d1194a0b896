package dev.baton.lab.run;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.lab.answer.Figures;
import dev.baton.simulator.Distribution;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import dev.baton.simulator.Workload;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Measures what can run live under some conditions, and chooses. */
public final class Advice {

  /** A trial that takes more events is given up: the algorithm costs too much here. */
  private static final long MOST_EVENTS = 1_500_000;

  private static final int TRIALS = 3;
  private static final int WIDTH = 98;

  /** Nodes or tokens that know of all others are left out where there are more nodes. */
  private static final int LARGE = 1000;

  /** What an algorithm cost. */
  public record Row(Catalog.Entry algorithm, Summary summary) {

    double hops() {
      return summary.hopsPerEntry().mean();
    }

    double response() {
      return summary.responseTime().mean();
    }

    double bypass() {
      return summary.maxBypass();
    }

    double load() {
      return summary.maxLoadShare();
    }

    /** What counts: few messages and short waiting, one as much as the other. */
    double cost() {
      return hops() * response();
    }

    boolean isNoBetterThan(Row other) {
      return hops() >= other.hops()
          && response() >= other.response()
          && bypass() >= other.bypass()
          && load() >= other.load();
    }
  }

  private final Graph network;
  private final Workload workload;
  private final Distribution delay;
  private final Distribution hold;
  private final int permits;
  private final List<String> leftOut = new ArrayList<>();
  private List<Row> rows;

  public Advice(Graph network, Workload workload, Distribution delay, Distribution hold, int permits) {
    this.network = network;
    this.workload = workload;
    this.delay = delay;
    this.hold = hold;
    this.permits = permits;
  }

  /** Measures all candidates; equal on every machine. */
  public void measure(int threads) {
    List<Catalog.Entry> candidates = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      boolean isMeant = permits == 1 ? entry.permits().equals("1") : entry.runsAsSemaphore();
      // Neighbourhoods are no zones: in each of them all are linked.
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
    return !entry.family().startsWith("token, tree")
        && !entry.family().startsWith("token, dynamic tree")
        && !entry.family().startsWith("token, ring")
        && !entry.family().startsWith("token, groups");
  }

  /** Null if it costs too much. */
  private Row row(Catalog.Entry entry) {
    Setup setup = new Setup(network.size(), 0, permits, entry.structureOn(network), 0);
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

  public Row best() {
    return rows.getFirst();
  }

  /** Those of which none is beaten in all four columns by another. */
  private List<Row> worthwhile() {
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

  // For people.

  public void print(PrintWriter out) {
    out.printf(
        Locale.ROOT, "%-26s%10s%10s%10s%10s%n", "", "messages", "response", "bypass", "load");
    for (Row row : rows) {
      boolean isWorthwhile = worthwhile().contains(row);
      out.printf(
          Locale.ROOT,
          "%s %-24s%10s%10s%10s%10s%n",
          row == best() ? ">" : isWorthwhile ? "*" : " ",
          row.algorithm().id(),
          Figures.about(row.hops()),
          Figures.about(row.response()),
          Figures.whole((long) row.bypass()),
          Figures.percent(row.load()));
    }
    if (!leftOut.isEmpty()) {
      wrap(out, "  too many messages or too much state: " + String.join(", ", leftOut));
    }
    out.println();
    wrap(out, "Take " + best().algorithm().id() + ": " + reason(best()) + ".");
    alternative(out, "fewest messages", Row::hops, Figures::about);
    alternative(out, "shortest waiting", Row::response, Figures::about);
    alternative(out, "fewest passed over", Row::bypass, Figures::about);
    alternative(out, "least load on one node", Row::load, Figures::percent);
  }

  private static void wrap(PrintWriter out, String text) {
    String rest = text;
    while (rest.length() > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH);
      out.println(rest.substring(0, space));
      rest = "  " + rest.substring(space + 1);
    }
    out.println(rest);
  }

  private static String reason(Row row) {
    return Figures.about(row.hops())
        + " messages per entry, "
        + Figures.about(row.response())
        + " from request to entry, at most "
        + Figures.whole((long) row.bypass())
        + " pass who waits, "
        + Figures.percent(row.load())
        + " of all messages at one node";
  }

  private void alternative(
      PrintWriter out, String what, ToDoubleFunction<Row> measure, DoubleFunction<String> text) {
    Row row =
        worthwhile().stream()
            .min(Comparator.comparingDouble(measure).thenComparingDouble(Row::cost))
            .orElseThrow();
    if (row != best() && measure.applyAsDouble(row) < measure.applyAsDouble(best())) {
      out.println(
          "  "
              + what
              + ": "
              + row.algorithm().id()
              + " ("
              + text.apply(measure.applyAsDouble(row))
              + ")");
    }
  }

  // JSON.

  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("recommended", best().algorithm().id());
    List<Map<String, Object>> list = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("algorithm", row.algorithm().id());
      one.put("messagesPerEntry", row.hops());
      one.put("responseTime", row.response());
      one.put("maxBypass", (long) row.bypass());
      one.put("maxLoadShare", row.load());
      one.put("worthwhile", worthwhile().contains(row));
      list.add(one);
    }
    fields.put("rows", list);
    fields.put("leftOut", leftOut);
    return fields;
  }
}
