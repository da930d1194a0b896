package dev.baton.lab.options;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Setup;
import dev.baton.simulator.Topology;
import dev.baton.simulator.Zones;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The options that say which system is simulated or checked; all but how large it is, since a
 * command may ask for several sizes.
 */
public class SystemOptions {

  private static final int MAX_NODES = 100_000_000;

  @Option(
      names = "--topology",
      paramLabel = "GRAPH",
      description = {
        "The network that messages travel, from neighbour to neighbour on the shortest path"
            + " (default complete):",
        "complete, line, ring, star, binary-tree, tree:D (D children per node), torus:UxV (rows x"
            + " columns), array:UxV (a torus whose last row may be short), grid (the array nearest"
            + " to a square), plane (a projective plane; as a network complete), random-tree,"
            + " geometric:R (points in the unit square, linked within distance R), power-law:M (M"
            + " links per new node), zones:UxV (U zones of V nodes, the first of each linked to the"
            + " others and, in the first zone, to those of the other zones), edges:0-1,1-2"
      })
  private Topology topology = Topology.parse("complete");

  @Option(
      names = "--structure",
      paramLabel = "GRAPH",
      description =
          "The logical structure that the algorithm lays over the network, same names. Default:"
              + " none if the algorithm uses none; a binary tree for raymond and raymond-fair,"
              + " on a network that is not complete its breadth-first tree from node 0; for"
              + " info-based the array of at least N places with the smallest U + 3V; grid for"
              + " maekawa and cao-singhal-style, which also take plane; the network itself"
              + " for raysuz and raysuz-fair-style, a binary tree on a complete one.")
  private Topology structure;

  @Option(
      names = "--channels",
      paramLabel = "ORDER",
      description =
          "fifo: messages between two nodes keep their order (default); any: they may overtake"
              + " each other.")
  private String channels = "fifo";

  @Option(
      names = "--k",
      paramLabel = "K",
      description =
          "How many may be inside at once, for algorithms with k permits (default 1); in each"
              + " neighbourhood where nodes roam.")
  private int k = 1;

  @Option(
      names = "--groups",
      paramLabel = "G",
      description =
          "Into how many groups the nodes are divided, for request-collectors and"
              + " chaudhuri-edward-style and -k-style (default: the square root of N).")
  private Integer groups;

  @Option(
      names = "--clusters",
      paramLabel = "DEPTH|LIST|FILE",
      description =
          "How many levels of the tree a cluster has, its leader among them, for raysuz and"
              + " raysuz-fair-style (default 2: a leader and its neighbours); or who is in each,"
              + " the leader first, as in \"0,1 2,3,4\"; or a file of zones, which are the"
              + " clusters, with lines such as 'zone eu 0 1 2' (the leader first) and 'link eu us'"
              + " (between leaders).")
  private String clusters;

  /** The system that the options describe, for one algorithm. */
  public record Described(Catalog.Entry algorithm, Graph network, Setup setup, boolean fifo) {

    /** Warns on one line about what is unusual. */
    public void warn(PrintWriter err) {
      if (algorithm.needsFifo() && !fifo) {
        err.println(
            "baton: warning: "
                + algorithm.id()
                + " needs channels that keep the order, so with --channels any it may fail.");
      }
    }
  }

  /**
   * Puts the system together.
   *
   * @param nodes how many nodes; null if that is missing
   * @param seed decides where there is chance in a graph
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  final Described of(String command, String id, Integer nodes, long seed) {
    if (id == null) {
      throw new IllegalArgumentException(
          "An algorithm is missing: write baton "
              + command
              + " raymond --nodes 3"
              + (command.equals("check") ? " --requests 2" : "")
              + ", for example; 'baton algorithms' lists them all.");
    }
    Catalog.Entry algorithm = Catalog.entry(id);
    check(nodes);
    if (groups != null && !algorithm.usesGroups()) {
      throw new IllegalArgumentException(
          id + " does not divide the nodes into groups: leave --groups out.");
    }
    if (clusters != null && !algorithm.hasClusters()) {
      throw new IllegalArgumentException(id + " has no clusters: leave --clusters out.");
    }
    Graph network = network(nodes, seed);
    Graph over = structure == null ? algorithm.structureOn(network) : structure.graph(nodes, seed);
    return described(algorithm, network, over);
  }

  /**
   * The same for one of several algorithms: what does not concern it is left out.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public final Described ofOneOfMany(Catalog.Entry algorithm, Integer nodes, long seed) {
    check(nodes);
    Graph network = network(nodes, seed);
    Graph given = structure == null ? null : structure.graph(nodes, seed);
    boolean fits = given != null && algorithm.structure().fits(given);
    return described(algorithm, network, fits ? given : algorithm.structureOn(network));
  }

  public final int permits() {
    return k;
  }

  public final boolean fifo() {
    return channels.equals("fifo");
  }

  private void check(Integer nodes) {
    if (nodes == null) {
      throw new IllegalArgumentException(
          "The number of nodes is missing: write --nodes 9, for example.");
    }
    if (nodes > MAX_NODES) {
      throw new IllegalArgumentException(
          "There can be at most " + MAX_NODES + " nodes, not " + nodes + ".");
    }
    if (!channels.equals("fifo") && !channels.equals("any")) {
      throw new IllegalArgumentException(
          "Channels cannot be '" + channels + "': write --channels fifo or --channels any.");
    }
    if (depth() < 0 || clusters != null && clusters.matches("0+")) {
      throw new IllegalArgumentException(
          "Clusters are at least 1 deep, not " + clusters + ": write --clusters 2, for example.");
    }
    if (groups != null && groups < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 group, not " + groups + ": write --groups 3, for example.");
    }
  }

  private Graph network(int nodes, long seed) {
    Graph network = topology.graph(nodes, seed);
    if (!network.isConnected()) {
      throw new IllegalArgumentException(
          "The network "
              + network
              + " does not connect all "
              + nodes
              + " nodes: write more edges.");
    }
    return network;
  }

  private Described described(Catalog.Entry algorithm, Graph network, Graph over) {
    int division = 0;
    Graph structure = over;
    if (groups != null && algorithm.usesGroups()) {
      division = groups;
    } else if (clusters != null && algorithm.hasClusters()) {
      division = depth();
      structure = division == 0 ? inZones(network, over) : over;
    }
    Setup setup = new Setup(network.size(), 0, k, structure, division);
    return new Described(algorithm, network, setup, fifo());
  }

  /** The depth of clusters; 0 if a file says which they are, or nothing does. */
  private int depth() {
    return clusters == null || !clusters.matches("-?[0-9]{1,9}") ? 0 : Integer.parseInt(clusters);
  }

  /** Zones laid over the structure that was given or, if none was, over their own tree. */
  private Graph inZones(Graph network, Graph over) {
    boolean isGiven = structure != null || !network.isComplete();
    if (clusters.matches("[0-9]+([, ][0-9]+)+")) {
      if (!isGiven) {
        throw new IllegalArgumentException(
            "The clusters '"
                + clusters
                + "' need a tree: write --structure edges:0-1,0-2, for example, too.");
      }
      return over.divided(listed());
    }
    Zones zones = OptionTypes.zones(clusters, network.size());
    return isGiven ? over.divided(zones.members()) : zones.tree();
  }

  /** Clusters as a trace has them. */
  private List<Ints> listed() {
    return Stream.of(clusters.split(" "))
        .map(one -> Stream.of(one.split(",")).mapToInt(Integer::parseInt).toArray())
        .map(Ints::of)
        .toList();
  }
}
