package dev.baton.lab.answer;

import dev.baton.core.Graph;
import dev.baton.lab.run.Trials;
import dev.baton.simulator.Demand;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Summary;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a simulation found, for people and as JSON. */
public final class SimulationAnswer {

  private static final int BAR = 40;

  /** So few entries say nothing of rates. */
  private static final long FEW = 200;

  /** Of the requests that arrive, at least this part is served where queues do not grow. */
  private static final double SERVED = 0.8;

  private final Scenario scenario;
  private final Summary summary;
  private final double seconds;

  public SimulationAnswer(Scenario scenario, Summary summary, double seconds) {
    this.scenario = scenario;
    this.summary = summary;
    this.seconds = seconds;
  }

  public Scenario scenario() {
    return scenario;
  }

  public Summary summary() {
    return summary;
  }

  // JSON.

  public Map<String, Object> fields() {
    Map<String, Object> fields = question(scenario, summary.trials());
    fields.put("entries", summary.entries());
    fields.put("truncated", summary.truncated());
    fields.put("messagesPerEntry", estimate(summary.messagesPerEntry()));
    fields.put("hopsPerEntry", estimate(summary.hopsPerEntry()));
    fields.put("bitsPerEntry", estimate(summary.bitsPerEntry()));
    fields.put("messagesByType", summary.messagesByType());
    Map<String, Object> syncDelay = spread(summary.syncDelay());
    if (syncDelay != null) {
      syncDelay.put("samples", summary.syncDelay().samples());
    }
    fields.put("syncDelay", syncDelay);
    fields.put("responseTime", spread(summary.responseTime()));
    fields.put("turnaround", spread(summary.turnaround()));
    if (summary.latency() != null) {
      fields.put("latency", spread(summary.latency()));
      fields.put("offered", offered());
    }
    fields.put("throughput", summary.throughput());
    Map<String, Object> fairness = new LinkedHashMap<>();
    fairness.put("jain", summary.jain());
    fairness.put("maxBypass", summary.maxBypass());
    fields.put("fairness", fairness);
    fields.put("maxLoadShare", summary.maxLoadShare());
    if (scenario.setup().isRoaming()) {
      fields.put("moves", summary.moves());
    }
    if (scenario.setup().isRoaming() || !scenario.faults().isNone()) {
      fields.put("lostMessages", summary.lost());
    }
    if (!scenario.faults().isNone()) {
      fields.put("duplicatedMessages", summary.duplicated());
    }
    fields.put("simulatedTime", summary.simulatedTime());
    fields.put("events", summary.events());
    fields.put("eventsPerSecond", Math.round(summary.events() / seconds));
    fields.put("eventHash", hash());
    return fields;
  }

  /** The answer if a trial violated safety. */
  public static Map<String, Object> violated(
      Scenario scenario, int trials, Trials.Violated violated, String trace) {
    Map<String, Object> fields = question(scenario, trials);
    fields.put("violation", violated.violation().getMessage());
    fields.put("trial", violated.trial());
    fields.put("trace", trace);
    return fields;
  }

  private static Map<String, Object> question(Scenario scenario, int trials) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("algorithm", scenario.algorithm().id());
    fields.put("nodes", scenario.nodes());
    fields.put("workload", scenario.workload().toString());
    if (scenario.locality() != null) {
      fields.put("locality", scenario.locality().share());
    }
    if (isUneven(scenario)) {
      fields.put("demand", scenario.demand().toString());
    }
    fields.put("delay", scenario.delay().toString());
    fields.put("hold", scenario.hold().toString());
    fields.put("topology", scenario.network().toString());
    fields.put("structure", scenario.setup().structure().toString());
    fields.put("channels", scenario.fifo() ? "fifo" : "any");
    fields.put("k", scenario.setup().permits());
    if (scenario.setup().division() != 0) {
      fields.put(scenario.setup().parts(), scenario.setup().division());
    } else if (!scenario.setup().structure().zones().isEmpty()) {
      fields.put("clusters", zones(scenario.setup().structure()));
    }
    if (scenario.setup().isRoaming()) {
      fields.put("neighbourhoods", scenario.setup().neighbourhoods());
      fields.put("mobility", scenario.mobility().toString());
    }
    if (!scenario.faults().isNone()) {
      fields.put("faults", scenario.faults().toString());
    }
    fields.put("seed", scenario.seed());
    fields.put("trials", trials);
    return fields;
  }

  /** Requests that arrive per unit of time; 0 if that is not known. */
  private double offered() {
    return scenario.workload().offered(scenario.nodes());
  }

  private static boolean isUneven(Scenario scenario) {
    return !(scenario.demand() instanceof Demand.Even);
  }

  private static Map<String, Object> estimate(Summary.Estimate estimate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", estimate.mean());
    fields.put("ci95", estimate.ci95());
    return fields;
  }

  private static Map<String, Object> spread(Summary.Spread spread) {
    if (spread == null) {
      return null;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", spread.mean());
    fields.put("p50", spread.p50());
    fields.put("p99", spread.p99());
    fields.put("ci95", spread.ci95());
    return fields;
  }

  /** As text: not every reader of JSON keeps 64 bits of a number. */
  private String hash() {
    return String.format(Locale.ROOT, "%016x", summary.eventHash());
  }

  // For people.

  public void print(PrintWriter out) {
    printHead(out);
    printMessages(out);
    printTimes(out);
    printRest(out);
    if (summary.entries() >= FEW && summary.throughput() < SERVED * offered()) {
      out.println();
      out.println(
          "Requests arrive faster than they are served, "
              + Figures.about(offered())
              + " per unit of time: the queues grow");
      out.println("as long as the run does, and with them latency.");
    }
    if (summary.trials() == 1) {
      out.println();
      out.println(
          "One trial does not show how much chance matters: --trials 10 adds confidence"
              + " intervals.");
    }
  }

  private void printHead(PrintWriter out) {
    out.println(
        scenario.algorithm().id()
            + ", "
            + Figures.count(scenario.nodes(), "node", "nodes")
            + ", "
            + scenario.workload()
            + (scenario.locality() == null ? "" : ", locality " + scenario.locality().share())
            + (isUneven(scenario) ? ", demand " + scenario.demand() : ""));
    out.println(
        "  hold "
            + scenario.hold()
            + ", delay "
            + scenario.delay()
            + ", channels "
            + (scenario.fifo() ? "fifo" : "any"));
    out.println(
        "  network "
            + scenario.network()
            + (scenario.setup().structure().isComplete()
                ? ""
                : ", structure " + scenario.setup().structure())
            + (scenario.setup().permits() == 1 ? "" : ", k " + scenario.setup().permits())
            + Figures.division(scenario.setup()));
    if (scenario.setup().isRoaming()) {
      int neighbourhoods = scenario.setup().neighbourhoods();
      out.println(
          "  "
              + Figures.count(neighbourhoods, "neighbourhood", "neighbourhoods")
              + (scenario.algorithm().usesLinks()
                  ? ", with links inside and to the next"
                  : neighbourhoods == 1 ? "" : " with k permits each")
              + ", mobility "
              + scenario.mobility());
    }
    if (!scenario.faults().isNone()) {
      out.println("  faults: " + scenario.faults());
    }
    String warmUp =
        summary.truncated() == 0
            ? ""
            : " after a warm-up of " + Figures.whole(summary.truncated()) + " (left out of times)";
    out.println(
        "  seed "
            + scenario.seed()
            + ", "
            + Figures.count(summary.trials(), "trial", "trials")
            + ", "
            + Figures.count(summary.entries(), "entry", "entries")
            + warmUp);
    out.println();
  }

  private void printMessages(PrintWriter out) {
    out.println("per entry");
    line(out, "messages", summary.messagesPerEntry(), "");
    line(out, "hops", summary.hopsPerEntry(), "links that the messages took");
    line(out, "bits", summary.bitsPerEntry(), "");
    out.println();
    if (summary.messagesByType().isEmpty()) {
      return;
    }
    out.println("messages per entry, by type");
    double most = 0;
    for (double mean : summary.messagesByType().values()) {
      most = Math.max(most, mean);
    }
    for (Map.Entry<String, Double> type : summary.messagesByType().entrySet()) {
      int length = most == 0 ? 0 : (int) Math.ceil(BAR * type.getValue() / most);
      row(out, type.getKey(), Figures.about(type.getValue()), "█".repeat(length));
    }
    out.println();
  }

  private void printTimes(PrintWriter out) {
    String unit = "times (T = " + Figures.about(scenario.delay().mean()) + ")";
    String interval = summary.trials() == 1 ? "" : "    ±95 %";
    out.printf("%-20s %9s%s %9s %9s%n", unit, "mean", interval, "p50", "p99");
    times(out, "sync delay", summary.syncDelay(), "exit to next entry if somebody waits");
    times(out, "response", summary.responseTime(), "request to entry");
    times(out, "turnaround", summary.turnaround(), "request to exit");
    if (summary.latency() != null) {
      times(out, "latency", summary.latency(), "arrival to entry, with its queue");
    }
    out.println();
  }

  private void times(PrintWriter out, String name, Summary.Spread spread, String meaning) {
    if (spread == null) {
      row(out, name, "none", "   " + meaning + ": never happened");
      return;
    }
    String interval =
        summary.trials() == 1
            ? ""
            : String.format("%9s", spread.ci95() == null ? "" : Figures.about(spread.ci95()));
    out.printf(
        "  %-18s %9s%s %9s %9s   %s%n",
        name,
        Figures.about(spread.mean()),
        interval,
        Figures.about(spread.p50()),
        Figures.about(spread.p99()),
        meaning);
  }

  private void printRest(PrintWriter out) {
    row(out, "throughput", Figures.about(summary.throughput()), "entries per unit of time");
    row(out, "Jain index", Figures.about(summary.jain()), "1 if all enter equally often");
    row(
        out,
        "worst bypass",
        Figures.whole(summary.maxBypass()),
        "most entries by others between a request and its entry");
    row(
        out,
        "busiest node",
        Figures.percent(summary.maxLoadShare()),
        "of all messages are sent, received or passed on by it");
    if (scenario.setup().isRoaming()) {
      row(
          out,
          "moves",
          Figures.whole(summary.moves()),
          "times a node left its neighbourhood, all trials");
      row(
          out,
          "lost messages",
          Figures.whole(summary.lost()),
          "their recipient was not there or had left, all trials");
    }
    if (!scenario.faults().isNone()) {
      row(
          out,
          "lost messages",
          Figures.whole(summary.lost()),
          "by the network, or because their recipient had crashed, all trials");
      row(
          out,
          "duplicates",
          Figures.whole(summary.duplicated()),
          "messages that arrived once more, all trials");
    }
    row(out, "simulated time", Figures.about(summary.simulatedTime()), "units, all trials");
    row(
        out,
        "events",
        Figures.whole(summary.events()),
        "in "
            + Figures.seconds(seconds)
            + ", "
            + Figures.rounded(summary.events() / seconds)
            + "/s");
    out.printf("  %-18s %s   same input, same hash%n", "event hash", hash());
  }

  private static void line(
      PrintWriter out, String name, Summary.Estimate estimate, String meaning) {
    String interval = estimate.ci95() == null ? "" : "± " + Figures.about(estimate.ci95());
    String note =
        meaning.isEmpty() || interval.isEmpty() ? interval + meaning : interval + "  " + meaning;
    row(out, name, Figures.about(estimate.mean()), note);
  }

  private static void row(PrintWriter out, String name, String value, String note) {
    out.println(String.format("  %-18s %9s   %s", name, value, note).stripTrailing());
  }

  /** The nodes of each zone, its leader first. */
  private static List<List<Integer>> zones(Graph structure) {
    return structure.zones().stream()
        .map(zone -> Arrays.stream(zone.toArray()).boxed().toList())
        .toList();
  }
}
