package dev.baton.web;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Faults;
import dev.baton.simulator.Locality;
import dev.baton.simulator.Mobility;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The options of a run or a check, as the command line has them: the same words give the same
 * system here and there, or are refused here and there. Of those that lead to files there are none.
 */
public final class Options {

  private static final Set<String> OF_SYSTEM =
      Set.of("nodes", "topology", "structure", "channels", "k", "groups", "clusters");

  private static final Set<String> OF_RUN =
      and(
          OF_SYSTEM,
          Set.of("workload", "hold", "delay", "demand", "locality", "idle-rounds"),
          Set.of("loss", "duplicate", "crash"),
          Set.of("neighbourhoods", "churn", "mobility", "entries", "seed"));

  private static final Set<String> OF_TRIALS = and(OF_RUN, Set.of("trials"));

  private static final Set<String> OF_CHECK =
      and(
          OF_SYSTEM,
          Set.of("requests", "joins", "leaves", "link-changes", "property"),
          Set.of("no-reduction", "sweep", "exact"));

  /** No search of so many nodes comes to an end. */
  private static final int MOST_CHECKED = 100;

  private final Words words;
  private final Catalog.Entry algorithm;

  private Options(Words words) {
    this.words = words;
    algorithm = Catalog.entry(words.algorithm());
  }

  @SafeVarargs
  private static Set<String> and(Set<String>... sets) {
    Set<String> all = new HashSet<>();
    for (Set<String> set : sets) {
      all.addAll(set);
    }
    return Set.copyOf(all);
  }

  /**
   * Reads {@code raymond --nodes 3 --structure line}.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  public static Options parse(String line) {
    Words words = Words.of(line);
    if (words.algorithm() == null) {
      throw new IllegalArgumentException("An algorithm is missing: write raymond --nodes 3.");
    }
    return new Options(words);
  }

  // The system.

  private int nodes() {
    return words.count("nodes", 0);
  }

  /** Decides where there is chance in a graph; a check has no other. */
  private long seed() {
    return words.number("seed", 1);
  }

  private boolean fifo() {
    return words.get("channels", "fifo").equals("fifo");
  }

  private Graph network() {
    Graph network = Topology.parse(words.get("topology", "complete")).graph(nodes(), seed());
    if (!network.isConnected()) {
      throw new IllegalArgumentException(
          "The network "
              + network
              + " does not connect all "
              + nodes()
              + " nodes: write more edges.");
    }
    return network;
  }

  /** Without neighbourhoods. */
  private Setup together() {
    refuse();
    String structure = words.get("structure");
    Graph over =
        structure == null
            ? algorithm.structureOn(network())
            : Topology.parse(structure).graph(nodes(), seed());
    int division = algorithm.usesGroups() ? words.count("groups", 0) : words.count("clusters", 0);
    return new Setup(nodes(), 0, words.count("k", 1), over, division);
  }

  /** Refuses what cannot be meant, in the words of the command line. */
  private void refuse() {
    String channels = words.get("channels", "fifo");
    if (!words.has("nodes")) {
      throw new IllegalArgumentException(
          "The number of nodes is missing: write --nodes 9, for example.");
    }
    if (!channels.equals("fifo") && !channels.equals("any")) {
      throw new IllegalArgumentException(
          "Channels cannot be '" + channels + "': write --channels fifo or --channels any.");
    }
    if (words.has("groups") && !algorithm.usesGroups()) {
      throw new IllegalArgumentException(
          algorithm.id() + " does not divide the nodes into groups: leave --groups out.");
    }
    if (words.has("clusters") && !algorithm.hasClusters()) {
      throw new IllegalArgumentException(
          algorithm.id() + " has no clusters: leave --clusters out.");
    }
    if (words.count("groups", 1) < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 group, not "
              + words.get("groups")
              + ": write --groups 3, for example.");
    }
    if (words.count("clusters", 1) < 1) {
      throw new IllegalArgumentException(
          "Clusters are at least 1 deep, not "
              + words.get("clusters")
              + ": write --clusters 2, for example.");
    }
  }

  // A simulation.

  private Mobility mobility() {
    String churn = words.get("churn");
    if (churn != null && words.has("mobility")) {
      throw new IllegalArgumentException(
          "--churn is short for --mobility churn:RATE: write one of them.");
    }
    return Mobility.parse(churn == null ? words.get("mobility", "none") : "churn:" + churn);
  }

  private Setup roaming(Setup setup) {
    boolean isAsked = words.has("neighbourhoods") || words.has("churn") || words.has("mobility");
    if (algorithm.usesLinks() && isAsked) {
      return setup.roaming(neighbourhoods(), 0);
    }
    if (algorithm.roams()) {
      boolean walks = mobility() instanceof Mobility.Waypoint;
      return setup.roaming(neighbourhoods(), walks ? setup.n() : 0);
    }
    if (isAsked) {
      throw new IllegalArgumentException(
          algorithm.id()
              + " has a fixed membership: leave --neighbourhoods, --churn and --mobility out.");
    }
    return setup;
  }

  private int neighbourhoods() {
    int neighbourhoods = words.count("neighbourhoods", 1);
    if (neighbourhoods < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 neighbourhood, not "
              + neighbourhoods
              + ": write --neighbourhoods 4, for example.");
    }
    return neighbourhoods;
  }

  /** Where requests come from; null if nodes ask independently. */
  private Locality locality(Setup setup) {
    if (!words.has("locality")) {
      return null;
    }
    if (!algorithm.hasClusters()) {
      throw new IllegalArgumentException(
          algorithm.id() + " has no clusters: leave --locality out.");
    }
    return Locality.parse(words.get("locality"), algorithm.clusters(setup));
  }

  private boolean skipsIdleRounds() {
    String how = words.get("idle-rounds", "run");
    if (!how.equals("run") && !how.equals("skip")) {
      throw new IllegalArgumentException(
          "Idle rounds cannot be '" + how + "': write --idle-rounds run or skip.");
    }
    return how.equals("skip");
  }

  /**
   * What {@code baton simulate} would run once.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public Scenario scenario() {
    return scenario(OF_RUN);
  }

  /** The same, to be run several times: see {@link #trials}. */
  public Scenario repeated() {
    return scenario(OF_TRIALS);
  }

  private Scenario scenario(Set<String> known) {
    words.areOnly(known);
    Setup setup = together();
    Scenario scenario =
        Scenario.of(algorithm, roaming(setup))
            .network(network())
            .fifo(fifo())
            .workload(words.get("workload", "saturated"))
            .demand(words.get("demand", "even"))
            .hold(words.get("hold", "constant:1"))
            .delay(words.get("delay", "constant:1"))
            .mobility(mobility())
            .faults(Faults.parse(words.get("loss"), words.get("duplicate"), words.get("crash")))
            .skipsIdleRounds(skipsIdleRounds())
            .locality(locality(setup))
            .seed(seed());
    return words.has("entries") ? scenario.entries(words.number("entries", 1)) : scenario;
  }

  /**
   * How often it is run.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be so often
   */
  public int trials() {
    int trials = words.count("trials", 1);
    if (trials < 1) {
      throw new IllegalArgumentException("There must be at least 1 trial, not " + trials + ".");
    }
    return trials;
  }

  // A check.

  /**
   * What {@code baton check} would search, in so much memory: all interleavings, and those in which
   * bypasses are counted, as far as they are wanted.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public List<Check> searches(long memoryBytes) {
    words.areOnly(OF_CHECK);
    Check check =
        Check.of(algorithm, inOneNeighbourhood(together()))
            .withRequests(requests())
            .withMoves(words.count("joins", 0), words.count("leaves", 0))
            .withLinkChanges(words.count("link-changes", 0))
            .withFifo(fifo())
            .withReduction(!words.has("no-reduction"))
            .withSweep(words.has("sweep"))
            .withExact(words.has("exact"))
            .withMemory(memoryBytes);
    List<Property> properties = new ArrayList<>();
    Integer bypass = null;
    for (String text : words.get("property", "safety,deadlock,starvation").split(",")) {
      if (text.equals("bypass") || text.startsWith("bypass:")) {
        bypass = bypassBound(text);
      } else {
        properties.add(property(text));
      }
    }
    List<Check> searches = new ArrayList<>();
    if (!properties.isEmpty()) {
      searches.add(check.withProperties(properties));
    }
    if (bypass != null) {
      searches.add(check.withBypass(bypass));
    }
    return searches;
  }

  /** The same system, in one neighbourhood if nodes join or leave it. */
  private Setup inOneNeighbourhood(Setup setup) {
    if (setup.n() > MOST_CHECKED) {
      throw new IllegalArgumentException(
          "No search finishes with "
              + setup.n()
              + " nodes: start with --nodes 3, then try a few more.");
    }
    int joins = words.count("joins", 0);
    if (joins == 0 && words.count("leaves", 0) == 0) {
      return setup;
    }
    if (!algorithm.roams()) {
      throw new IllegalArgumentException(
          algorithm.id() + " has a fixed membership: leave --joins and --leaves out.");
    }
    return setup.roaming(1, Math.clamp(joins, 0, setup.n()));
  }

  private int requests() {
    String text = words.get("requests");
    if (text == null) {
      throw new IllegalArgumentException(
          "The number of requests per node is missing: write --requests 2, for example.");
    }
    if (text.equals("unbounded")) {
      if (!algorithm.unbounded()) {
        throw new IllegalArgumentException(
            algorithm.id()
                + " has too many states when requests are unbounded: write --requests 2, for"
                + " example.");
      }
      return Check.UNBOUNDED;
    }
    return whole(
        text,
        1,
        "'"
            + text
            + "' is not a number of requests: write --requests 2, for example, or --requests"
            + " unbounded.");
  }

  private static Property property(String text) {
    return switch (text) {
      case "safety" -> Property.SAFETY;
      case "deadlock" -> Property.DEADLOCK;
      case "starvation" -> Property.STARVATION;
      default ->
          throw new IllegalArgumentException(
              "'"
                  + text
                  + "' is not a property: write --property safety,deadlock,starvation,bypass:2, or"
                  + " some of these.");
    };
  }

  /** The most entries by others that are allowed; without a number they are only counted. */
  private static int bypassBound(String text) {
    if (text.equals("bypass")) {
      return Integer.MAX_VALUE;
    }
    return whole(
        text.substring("bypass:".length()),
        0,
        "'" + text + "' needs a whole number: write bypass:2, or bypass to measure it.");
  }

  private static int whole(String digits, int least, String sorry) {
    try {
      int number = Integer.parseInt(digits);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(sorry);
  }
}
