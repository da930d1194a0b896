package dev.baton.lab.options;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.core.Setup;
import dev.baton.lab.run.Memory;
import dev.baton.lab.run.Threads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of {@code baton check}: the system, what must hold in it, and how to search. */
public final class CheckOptions {

  private static final int MAX_NODES = 100;

  private static final long DEFAULT_MEMORY = 4L << 30;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ALGORITHM",
      hideParamSyntax = true,
      description = "Its id, such as raymond; 'baton algorithms' lists them all.")
  private String algorithm;

  @ArgGroup(validate = false, order = 1, heading = "%nThe system:%n")
  private OneSystemOptions system = new OneSystemOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWhat is checked:%n")
  private Goals goals = new Goals();

  @ArgGroup(validate = false, order = 3, heading = "%nThe search:%n")
  private Search search = new Search();

  /** What must hold, and for how many requests. */
  static final class Goals {
    @Option(
        names = "--requests",
        paramLabel = "R",
        description =
            "How often each node asks, or 'unbounded' for algorithms that still have few enough"
                + " states then. Required.")
    private String requests;

    @Option(
        names = "--joins",
        paramLabel = "J",
        description =
            "How many times, in total, a node joins the neighbourhood, where nodes roam (default"
                + " 0). That many nodes, the last ones, start outside.")
    private int joins;

    @Option(
        names = "--leaves",
        paramLabel = "L",
        description =
            "How many times, in total, a node leaves the neighbourhood, where nodes roam (default"
                + " 0).")
    private int leaves;

    @Option(
        names = "--link-changes",
        paramLabel = "C",
        description =
            "How many times, in total, a link comes up or goes down, for algorithms over changing"
                + " links (default 0). A link goes down only while no message is under way on it,"
                + " and only if the network stays connected. --structure gives the links at the"
                + " start.")
    private int linkChanges;

    @Option(
        names = "--property",
        paramLabel = "P,P…",
        hideParamSyntax = true,
        split = ",",
        description = {
          "What must hold (default safety,deadlock,starvation):",
          "safety      never more than k inside, and no handler fails",
          "deadlock    something can happen as long as somebody waits",
          "starvation  nobody waits for ever",
          "bypass:B    at most B entries by others between a request and its entry; 'bypass' alone"
              + " only measures the maximum. It has a search of its own, in which a request is"
              + " made only while no message is under way; the counts are then those of both"
              + " searches."
        })
    private List<String> properties = List.of("safety", "deadlock", "starvation");
  }

  /** How the search is done, and what is printed. */
  static final class Search {
    @Option(
        names = "--no-reduction",
        description =
            "Visit every state. Otherwise, over FIFO channels and without bypass, schedules that"
                + " differ only in the order of independent events, and cannot change the verdict,"
                + " are left out.")
    private boolean noReduction;

    @Option(
        names = "--sweep",
        description =
            "Forget states that cannot be reached any more: takes much less memory, but does not"
                + " measure the depth. Not with unbounded requests, with --exact, or where nodes"
                + " roam.")
    private boolean sweep;

    @Option(
        names = "--exact",
        description = "Compare whole states instead of 64-bit fingerprints; takes more memory.")
    private boolean exact;

    @Option(
        names = "--memory",
        paramLabel = "SIZE",
        description =
            "How much the search may take, such as 4g or 512m; beyond it the verdict is"
                + " 'incomplete' (default 4g, or three quarters of the JVM's memory if that is"
                + " less). More than the JVM's memory is refused; that is set by"
                + " BATON_JAVA_OPTS=-Xmx16g.")
    private String memory;

    @Option(
        names = "--threads",
        paramLabel = "T",
        description =
            "How many parts are searched at once (default: one per core). Does not change the"
                + " result.")
    private Integer threads;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Where to write the trace if there is a violation.")
    private Path out;

    @Option(
        names = "--svg",
        paramLabel = "FILE",
        description = "Where to draw it, as a space-time diagram.")
    private Path svg;

    @Option(
        names = "--fields",
        description = "Say of each event of the path which fields it changes.")
    private boolean fields;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;
  }

  public String algorithm() {
    return algorithm;
  }

  /**
   * The system that is searched.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together, or it
   *     is too large
   */
  public SystemOptions.Described system() {
    SystemOptions.Described described = system.of("check", algorithm, 1);
    if (described.setup().n() > MAX_NODES) {
      throw new IllegalArgumentException(
          "No search finishes with "
              + described.setup().n()
              + " nodes: start with --nodes 3, then try a few more.");
    }
    return described;
  }

  public int threads() {
    return Threads.count(search.threads);
  }

  /** Where to write the trace; null if nowhere. */
  public Path out() {
    return search.out;
  }

  public Path svg() {
    return search.svg;
  }

  /** Whether to say which fields each event changes. */
  public boolean fields() {
    return search.fields;
  }

  public boolean json() {
    return search.json;
  }

  /** The system; one neighbourhood if nodes join or leave it. */
  private Setup setup(SystemOptions.Described described) {
    Setup setup = described.setup();
    if (goals.joins == 0 && goals.leaves == 0) {
      return setup;
    }
    if (!described.algorithm().roams()) {
      throw new IllegalArgumentException(
          algorithm + " has a fixed membership: leave --joins and --leaves out.");
    }
    return setup.roaming(1, Math.clamp(goals.joins, 0, setup.n()));
  }

  /**
   * The search of all interleavings, and the one that counts bypasses, as far as they are wanted.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public List<Check> searches(SystemOptions.Described described) {
    List<Property> properties = new ArrayList<>();
    Integer bypass = null;
    for (String text : goals.properties) {
      if (text.equals("bypass")) {
        bypass = Integer.MAX_VALUE;
      } else if (text.startsWith("bypass:")) {
        bypass = bypassBound(text);
      } else {
        properties.add(property(text));
      }
    }
    Check check =
        Check.of(described.algorithm(), setup(described))
            .withRequests(requests(described))
            .withMoves(goals.joins, goals.leaves)
            .withLinkChanges(goals.linkChanges)
            .withFifo(described.fifo())
            .withReduction(!search.noReduction)
            .withSweep(search.sweep)
            .withExact(search.exact)
            .withMemory(memory());
    List<Check> searches = new ArrayList<>();
    if (!properties.isEmpty()) {
      searches.add(check.withProperties(properties));
    }
    if (bypass != null) {
      searches.add(check.withBypass(bypass));
    }
    return searches;
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

  private static int bypassBound(String text) {
    try {
      int bound = Integer.parseInt(text.substring("bypass:".length()));
      if (bound >= 0) {
        return bound;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + text + "' needs a whole number: write bypass:2, or bypass to measure it.");
  }

  private int requests(SystemOptions.Described described) {
    String text = goals.requests;
    if (text == null) {
      throw new IllegalArgumentException(
          "The number of requests per node is missing: write --requests 2, for example.");
    }
    if (!text.equals("unbounded")) {
      return bounded(text);
    }
    if (!described.algorithm().unbounded()) {
      throw new IllegalArgumentException(
          algorithm
              + " has too many states when requests are unbounded: write --requests 2, for"
              + " example.");
    }
    return Check.UNBOUNDED;
  }

  private static int bounded(String text) {
    try {
      int requests = Integer.parseInt(text);
      if (requests >= 1) {
        return requests;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not a number of requests: write --requests 2, for example, or --requests"
            + " unbounded.");
  }

  private long memory() {
    long heap = Memory.heap();
    if (search.memory == null) {
      return Math.min(DEFAULT_MEMORY, heap / 4 * 3);
    }
    long bytes = Memory.parse(search.memory);
    if (bytes > heap) {
      throw new IllegalArgumentException(
          "--memory "
              + search.memory
              + " is more than the "
              + Memory.text(heap)
              + " that this JVM may take: write less, or set BATON_JAVA_OPTS=-Xmx"
              + Memory.text(bytes / 2 * 3)
              + ".");
    }
    return bytes;
  }
}
