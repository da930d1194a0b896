package dev.baton.algorithms;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Every algorithm there is, one row each. */
public final class Catalog {

  /**
   * What an algorithm lays over the network.
   *
   * @param rule what to say, after the algorithm's id, of a GRAPH that does not fit
   * @param fits whether a graph is of this kind
   * @param on what it lays over a network if nothing is said
   */
  public record Structure(String rule, Predicate<Graph> fits, UnaryOperator<Graph> on) {}

  static final Structure NONE =
      new Structure(
          "lays no structure over the network: leave the structure out.",
          Graph::isComplete,
          network -> Graph.complete(network.size()));

  /** A tree; on a complete network the binary one. */
  static final Structure TREE =
      new Structure(
          "needs a tree, which GRAPH is not: take line, star, binary-tree, tree:D or"
              + " random-tree.",
          Graph::isTree,
          network ->
              network.isComplete()
                  ? Graph.binaryTree(network.size())
                  : network.breadthFirstTree(0));

  /** A tree; on a complete network the star. */
  static final Structure STAR =
      new Structure(
          TREE.rule,
          Graph::isTree,
          network ->
              network.isComplete() ? Graph.star(network.size()) : network.breadthFirstTree(0));

  /** An array of rows and columns, wrapped around. */
  static final Structure ARRAY =
      new Structure(
          "needs rows and columns, which GRAPH has not: take torus:UxV, or array:UxV"
              + " if the last row is short.",
          graph -> graph.columns() > 0,
          network -> defaultArray(network.size()));

  /** An array, of which a row and a column are a quorum, or a projective plane and its lines. */
  static final Structure QUORUMS =
      new Structure(
          "needs quorums, which GRAPH does not give: take grid, torus:UxV, array:UxV or plane.",
          graph -> graph.columns() > 0 || graph.isComplete(),
          network -> Graph.grid(network.size()));

  /** The same, as square as it can be if nothing is said. */
  static final Structure SQUARE =
      new Structure(
          ARRAY.rule,
          ARRAY.fits,
          network -> Graph.array(network.size(), (int) Math.ceil(Math.sqrt(network.size()))));

  /** The network itself, divided into clusters; on a complete one the binary tree. */
  static final Structure CLUSTERS =
      new Structure(
          "needs a connected graph, which GRAPH is not: write more edges.",
          Graph::isConnected,
          network -> network.isComplete() ? Graph.binaryTree(network.size()) : network);

  /** The links there are at the start: the network itself. */
  static final Structure LINKS =
      new Structure(CLUSTERS.rule, Graph::isConnected, UnaryOperator.identity());

  /**
   * What an algorithm talks over.
   *
   * @param fifo whether it needs channels that keep the order
   */
  public record Network(String text, boolean fifo, Structure structure) {}

  static final Network COMPLETE = new Network("complete", false, NONE);
  static final Network COMPLETE_FIFO = new Network("complete", true, NONE);
  static final Network BY_PERMISSION = new Network("complete", false, NONE);
  static final Network IN_TREES = new Network("complete", false, NONE);
  static final Network ON_SQUARE = new Network("array", false, SQUARE);
  static final Network ROUND_A_TORUS = new Network("array", false, SQUARE);
  static final Network ON_ARRAY = new Network("array", false, ARRAY);
  static final Network IN_GROUPS = new Network("complete", false, NONE);
  static final Network ON_TREE = new Network("tree", false, TREE);
  static final Network ON_STAR = new Network("tree", false, STAR);
  static final Network ON_TREE_FIFO = new Network("tree", true, TREE);
  static final Network IN_TREE_QUORUMS = new Network("complete", false, TREE);
  static final Network IN_QUORUMS = new Network("complete", false, QUORUMS);
  static final Network IN_CLUSTERS = new Network("any", false, CLUSTERS);
  static final Network ON_RING = new Network("ring", false, NONE);
  static final Network ROUND_A_RING = new Network("ring", false, NONE);
  static final Network AROUND_COORDINATOR = new Network("star", false, NONE);
  static final Network IN_NEIGHBOURHOODS = new Network("roaming", true, NONE);
  static final Network OVER_LINKS = new Network("changing links", true, LINKS);

  /**
   * What an entry costs, as the papers say.
   *
   * @param isolated messages when one node requests at a time
   * @param saturated messages when all request all the time
   * @param delay from an exit to the next entry while somebody waits, in message times T
   * @param fairness the most entries by others between a request, made while no message is under
   *     way, and its entry
   */
  public record Cost(String isolated, String saturated, String delay, String fairness) {}

  /**
   * One algorithm.
   *
   * @param family how the right to enter is found
   * @param paper who published it, and when
   * @param permits "1", or "k"
   * @param unbounded whether, with unlimited requests, few enough states remain for a search when
   *     only differences of logical clocks count
   * @param build its nodes; the setup has been checked
   */
  public record Entry(
      String id,
      String name,
      String family,
      String paper,
      Network network,
      String permits,
      Cost cost,
      boolean unbounded,
      Function<Setup, Node<?>[]> build)
      implements Algorithm {

    /**
     * The id that it had first. It is still found by it, and a cluster keeps it in its records,
     * which members of any version can then read.
     */
    public String firstId() {
      return Rows.FIRST_IDS.getOrDefault(id, id);
    }

    /** The structure that it lays over a network if nothing is said. */
    public Graph structureOn(Graph graph) {
      return network.structure.on.apply(graph);
    }

    /** Whether the structure is a tree. */
    public boolean usesTree() {
      return network.structure == TREE || network.structure == STAR;
    }

    /** Whether the structure has rows and columns. */
    public boolean usesArray() {
      return network.structure == ARRAY || network.structure == SQUARE || usesQuorums();
    }

    /** Whether the structure is made of quorums: an array, or a plane instead. */
    public boolean usesQuorums() {
      return network.structure == QUORUMS;
    }

    /** Whether it divides the nodes into groups. */
    public boolean usesGroups() {
      return network == IN_GROUPS;
    }

    /** Whether the nodes are divided into clusters of a given depth. */
    public boolean hasClusters() {
      return network.structure == CLUSTERS;
    }

    /** Whether nodes may join and leave, and there are permits in every neighbourhood. */
    public boolean roams() {
      return network == IN_NEIGHBOURHOODS;
    }

    @Override
    public boolean usesLinks() {
      return network == OVER_LINKS;
    }

    /** Whether its nodes may move between neighbourhoods, whatever that means to them. */
    public boolean moves() {
      return roams() || usesLinks();
    }

    /** Whether it sends messages for ever, also while nobody wants to enter. */
    public boolean isPerpetual() {
      return network == ROUND_A_RING || network == ROUND_A_TORUS;
    }

    /**
     * Whether a cluster can run it with k permits: they have names, and none of k holders is bound
     * to wait for the permit of another.
     */
    public boolean runsAsSemaphore() {
      return permits.equals("k")
          && network != BY_PERMISSION
          && network != IN_TREES
          && network != OVER_LINKS;
    }

    /** Whether one more node serves the others, which asks for nothing itself. */
    public boolean hasCoordinator() {
      return network == AROUND_COORDINATOR;
    }

    /** Whether the members of a cluster can run it, by themselves, and become quiet. */
    public boolean runsLive() {
      return !hasCoordinator() && !isPerpetual();
    }

    /**
     * Itself.
     *
     * @throws IllegalArgumentException with one sentence, if it does not run live
     */
    public Entry live() {
      if (!runsLive()) {
        throw new IllegalArgumentException(
            id
                + (hasCoordinator()
                    ? " needs a coordinator, which a cluster does not have"
                    : " never becomes quiet, which a cluster waits for")
                + ": choose another algorithm.");
      }
      return this;
    }

    /** The cluster of each node, by the number of its leader; only if it has clusters. */
    public int[] clusters(Setup setup) {
      return Dsta.divide(setup).leader();
    }

    @Override
    public Node<?>[] nodes(Setup setup) {
      if (setup.permits() > 1 && permits.equals("1")) {
        throw new IllegalArgumentException(id + " has one permit, not " + setup.permits() + ".");
      }
      if (!network.structure.fits.test(setup.structure())) {
        String rule = network.structure.rule.replace("GRAPH", setup.structure().toString());
        throw new IllegalArgumentException(id + " " + rule);
      }
      if (setup.division() != 0 && !usesGroups() && !hasClusters()) {
        throw new IllegalArgumentException(id + " does not divide the nodes into parts.");
      }
      if (setup.isRoaming() && !moves()) {
        throw new IllegalArgumentException(
            id + " has a fixed membership: leave the neighbourhoods out.");
      }
      return build.apply(setup);
    }
  }

  private Catalog() {}

  public static List<Entry> entries() {
    return Rows.ALL;
  }

  /**
   * The algorithm with this id, or with this id once: see {@link Entry#firstId}.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static Entry entry(String id) {
    List<String> ids = new ArrayList<>();
    for (Entry entry : Rows.ALL) {
      if (entry.id.equals(id) || entry.firstId().equals(id)) {
        return entry;
      }
      ids.add(entry.id);
    }
    throw new IllegalArgumentException(
        "There is no algorithm '" + id + "': write one of " + String.join(", ", ids) + ".");
  }

  /** The array of n places or more with the smallest u + 3v; full and square if there is choice. */
  private static Graph defaultArray(int n) {
    int best = n;
    for (int v = n; v >= 1; v--) {
      int cost = (n + v - 1) / v + 3 * v;
      int least = (n + best - 1) / best + 3 * best;
      if (cost < least || cost == least && n % best != 0) {
        best = v;
      }
    }
    return Graph.array(n, best);
  }
}
