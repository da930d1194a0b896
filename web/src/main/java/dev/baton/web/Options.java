package dev.baton.web;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Mobility;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Topology;
import java.util.HashMap;
import java.util.Map;

/**
 * The options of a run or a check, as the command line has them: the same words give the same
 * system here and there. Of those that lead to files there are none.
 */
public final class Options {

  private final Map<String, String> values = new HashMap<>();

  private Options() {}

  /**
   * Reads {@code raymond --nodes 3 --structure line}.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  public static Options parse(String line) {
    Options options = new Options();
    String[] words = line.strip().split("\\s+");
    options.values.put("algorithm", words[0]);
    for (int i = 1; i < words.length; i += 2) {
      if (!words[i].startsWith("--") || i + 1 == words.length) {
        throw new IllegalArgumentException(
            "'" + words[i] + "' is not an option with a value: write --nodes 5, for example.");
      }
      options.values.put(words[i].substring(2), words[i + 1]);
    }
    return options;
  }

  String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  long number(String name, long otherwise) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("-?[0-9]{1,15}")) {
      throw new IllegalArgumentException("--" + name + " needs a number, not '" + text + "'.");
    }
    return Long.parseLong(text);
  }

  private int count(String name, int otherwise) {
    return (int) Math.min(number(name, otherwise), Integer.MAX_VALUE);
  }

  Catalog.Entry algorithm() {
    return Catalog.entry(values.get("algorithm"));
  }

  private long seed() {
    return number("seed", 1);
  }

  boolean fifo() {
    return get("channels", "fifo").equals("fifo");
  }

  private int nodes() {
    return count("nodes", 0);
  }

  private Graph network() {
    return Topology.parse(get("topology", "complete")).graph(nodes(), seed());
  }

  /** Without neighbourhoods. */
  private Setup together(int holder) {
    String structure = values.get("structure");
    Graph over =
        structure == null
            ? algorithm().structureOn(network())
            : Topology.parse(structure).graph(nodes(), seed());
    int division = algorithm().usesGroups() ? count("groups", 0) : count("clusters", 0);
    return new Setup(nodes(), holder, count("k", 1), over, division);
  }

  // A simulation.

  private Mobility mobility() {
    String churn = values.get("churn");
    return Mobility.parse(churn == null ? get("mobility", "none") : "churn:" + churn);
  }

  private boolean asksForRoaming() {
    return values.containsKey("neighbourhoods")
        || values.containsKey("churn")
        || values.containsKey("mobility");
  }

  private Setup roaming(Setup setup) {
    Catalog.Entry algorithm = algorithm();
    if (algorithm.usesLinks() && asksForRoaming()) {
      return setup.roaming(count("neighbourhoods", 1), 0);
    }
    if (!algorithm.roams()) {
      return setup;
    }
    boolean walks = mobility() instanceof Mobility.Waypoint;
    return setup.roaming(count("neighbourhoods", 1), walks ? setup.n() : 0);
  }

  /**
   * What {@code baton simulate} would run.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public Scenario scenario() {
    Scenario scenario =
        Scenario.of(algorithm(), roaming(together(0)))
            .network(network())
            .fifo(fifo())
            .workload(get("workload", "saturated"))
            .hold(get("hold", "constant:1"))
            .delay(get("delay", "constant:1"))
            .mobility(mobility())
            .seed(seed());
    return values.containsKey("entries") ? scenario.entries(number("entries", 1)) : scenario;
  }

  // A check.

  /**
   * What {@code baton check} would search, in so much memory.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public Check check(long memoryBytes) {
    int joins = count("joins", 0);
    Setup setup = together(0);
    int leaves = count("leaves", 0);
    if (joins > 0 || leaves > 0) {
      setup = setup.roaming(1, Math.clamp(joins, 0, setup.n()));
    }
    boolean isUnbounded = get("requests", "1").equals("unbounded");
    return Check.of(algorithm(), setup)
        .withRequests(isUnbounded ? Check.UNBOUNDED : count("requests", 1))
        .withMoves(joins, leaves)
        .withLinkChanges(count("link-changes", 0))
        .withFifo(fifo())
        .withReduction(true)
        .withMemory(memoryBytes);
  }
}
