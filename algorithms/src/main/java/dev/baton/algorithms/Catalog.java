package dev.baton.algorithms;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.Tree;
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

  private static final Structure NONE =
      new Structure(
          "lays no structure over the network: leave the structure out.",
          Graph::isComplete,
          network -> Graph.complete(network.size()));

  /** A tree; on a complete network the binary one. */
  private static final Structure TREE =
      new Structure(
          "needs a tree, which GRAPH is not: take line, star, binary-tree, tree:D or"
              + " random-tree.",
          Graph::isTree,
          network ->
              network.isComplete()
                  ? Graph.binaryTree(network.size())
                  : network.breadthFirstTree(0));

  /** A tree; on a complete network the star. */
  private static final Structure STAR =
      new Structure(
          TREE.rule,
          Graph::isTree,
          network ->
              network.isComplete() ? Graph.star(network.size()) : network.breadthFirstTree(0));

  /** An array of rows and columns, wrapped around. */
  private static final Structure ARRAY =
      new Structure(
          "needs rows and columns, which GRAPH has not: take torus:UxV, or array:UxV"
              + " if the last row is short.",
          graph -> graph.columns() > 0,
          network -> defaultArray(network.size()));

  /** The same, as square as it can be if nothing is said. */
  private static final Structure SQUARE =
      new Structure(
          ARRAY.rule,
          ARRAY.fits,
          network -> Graph.array(network.size(), (int) Math.ceil(Math.sqrt(network.size()))));

  /** The network itself, divided into clusters; on a complete one the binary tree. */
  private static final Structure CLUSTERS =
      new Structure(
          "needs a connected graph, which GRAPH is not: write more edges.",
          Graph::isConnected,
          network -> network.isComplete() ? Graph.binaryTree(network.size()) : network);

  /**
   * What an algorithm talks over.
   *
   * @param fifo whether it needs channels that keep the order
   */
  public record Network(String text, boolean fifo, Structure structure) {}

  private static final Network COMPLETE = new Network("complete", false, NONE);
  private static final Network COMPLETE_FIFO = new Network("complete", true, NONE);
  private static final Network BY_PERMISSION = new Network("complete", false, NONE);
  private static final Network IN_TREES = new Network("complete", false, NONE);
  private static final Network ON_SQUARE = new Network("array", false, SQUARE);
  private static final Network ROUND_A_TORUS = new Network("array", false, SQUARE);
  private static final Network ON_ARRAY = new Network("array", false, ARRAY);
  private static final Network IN_GROUPS = new Network("complete", false, NONE);
  private static final Network ON_TREE = new Network("tree", false, TREE);
  private static final Network ON_STAR = new Network("tree", false, STAR);
  private static final Network ON_TREE_FIFO = new Network("tree", true, TREE);
  private static final Network IN_CLUSTERS = new Network("any", false, CLUSTERS);
  private static final Network ON_RING = new Network("ring", false, NONE);
  private static final Network ROUND_A_RING = new Network("ring", false, NONE);
  private static final Network IN_NEIGHBOURHOODS = new Network("roaming", true, NONE);

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
      return network.structure == ARRAY || network.structure == SQUARE;
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

    /** Whether it sends messages for ever, also while nobody wants to enter. */
    public boolean isPerpetual() {
      return network == ROUND_A_RING || network == ROUND_A_TORUS;
    }

    /**
     * Whether a cluster can run it with k permits: they have names, and none of k holders is bound
     * to wait for the permit of another.
     */
    public boolean runsAsSemaphore() {
      return permits.equals("k") && network != BY_PERMISSION && network != IN_TREES;
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
      if (setup.isRoaming() && !roams()) {
        throw new IllegalArgumentException(
            id + " has a fixed membership: leave the neighbourhoods out.");
      }
      return build.apply(setup);
    }
  }

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "lamport",
              "Lamport",
              "permission",
              "Lamport 1978",
              COMPLETE_FIFO,
              "1",
              new Cost("3(N-1)", "3(N-1)", "T", "N-2"),
              false,
              each((self, s) -> new Lamport(self, s.n()))),
          new Entry(
              "ricart-agrawala",
              "Ricart-Agrawala",
              "permission",
              "Ricart, Agrawala 1981",
              COMPLETE,
              "1",
              new Cost("2(N-1)", "2(N-1)", "T", "N-2"),
              true,
              each((self, s) -> new RicartAgrawala(self, s.n()))),
          new Entry(
              "raymond-k",
              "Raymond, k entries",
              "permission",
              "Raymond 1989, multiple entries",
              BY_PERMISSION,
              "k",
              new Cost("2(N-1)", "2(N-1) or fewer", "T", "N-2"),
              false,
              each(RaymondK::new)),
          new Entry(
              "suzuki-kasami",
              "Suzuki-Kasami",
              "token, broadcast",
              "Suzuki, Kasami 1985",
              COMPLETE,
              "1",
              new Cost("0 or N", "N", "T", "2(N-2)"),
              false,
              each(SuzukiKasami::new)),
          new Entry(
              "srimani-reddy-style",
              "Srimani-Reddy, reconstructed",
              "token, broadcast",
              "Srimani, Reddy 1992, from descriptions",
              COMPLETE,
              "k",
              new Cost("0 or N to N+k-1", "N to N+k-1", "T to 2T", "2(N-2)"),
              false,
              each(SrimaniReddyStyle::new)),
          new Entry(
              "singhal-heuristic",
              "Singhal's heuristic",
              "token, broadcast",
              "Singhal 1989",
              COMPLETE,
              "1",
              new Cost("about N/2", "N", "T", "2(N-2)"),
              false,
              each(SinghalHeuristic::new)),
          new Entry(
              "raymond",
              "Raymond",
              "token, tree",
              "Raymond 1989",
              ON_TREE,
              "1",
              new Cost("2 x distance", "about 4", "about 2T", "up to (N-1)(N-2)/2"),
              true,
              towardsHolder((self, s, holder) -> new Raymond(self, s.n(), holder))),
          new Entry(
              "raymond-fair",
              "Raymond, in order",
              "token, tree",
              "Raymond 1989, with the queue in the token",
              ON_TREE_FIFO,
              "1",
              new Cost("2 x distance", "2 x distance", "distance x T", "N-2"),
              true,
              setup -> {
                Tree tree = new Tree(setup.structure());
                return towardsHolder(
                        (self, s, holder) -> new RaymondFair(self, s.n(), tree, holder))
                    .apply(setup);
              }),
          new Entry(
              "naimi-trehel",
              "Naimi-Trehel",
              "token, dynamic tree",
              "Naimi, Trehel, Arnold 1996",
              COMPLETE,
              "1",
              new Cost("H(N-1), about ln N + 0.6", "about 4", "T", "N-2"),
              true,
              each(NaimiTrehel::new)),
          new Entry(
              "k-naimi-trehel",
              "Naimi-Trehel, k trees",
              "token, dynamic tree",
              "Naimi, Trehel, Arnold 1996, k times",
              IN_TREES,
              "k",
              new Cost("0 or about ln N + 1", "about 4", "T", "N-2"),
              true,
              each(NaimiTrehelK::new)),
          new Entry(
              "neilsen-mizuno",
              "Neilsen-Mizuno",
              "token, dynamic tree",
              "Neilsen, Mizuno 1991",
              ON_STAR,
              "1",
              new Cost("distance + 1, at most 3 on a star", "at most 3 on a star", "T", "N-2"),
              true,
              towardsHolder(NeilsenMizuno::new)),
          new Entry(
              "token-ring",
              "Token ring",
              "token, ring",
              "Le Lann 1977",
              ROUND_A_RING,
              "1",
              new Cost("N/2 if asked for at once, else without bound", "1", "T", "N-1"),
              true,
              each(TokenRing::new)),
          new Entry(
              "token-ring-parked",
              "Token ring, parked",
              "token, ring",
              "Martin 1985",
              ON_RING,
              "1",
              new Cost("0 to 2(N-1), about N", "2", "T", "N-2"),
              true,
              each(MartinRing::new)),
          new Entry(
              "multi-token-ring",
              "Multi-token ring",
              "permission",
              "Razzaque, Hong 2008",
              ON_RING,
              "1",
              new Cost("N", "N", "T", "2(N-2)"),
              true,
              each((self, s) -> new MultiTokenRing(self, s.n()))),
          new Entry(
              "hybrid-torus-style",
              "Hybrid on a torus, reconstructed",
              "token, array",
              "Taheri, Neamatollahi, Naghibzadeh 2011, from its abstract",
              ROUND_A_TORUS,
              "1",
              new Cost(
                  "about U+V if asked for at once, else without bound",
                  "about V",
                  "T to 2T",
                  "about N"),
              false,
              each(HybridTorusStyle::new)),
          new Entry(
              "token-quorum-style",
              "Token with quorums, reconstructed",
              "token, quorum",
              "Mizuno, Neilsen, Rao 1991, from its abstract, for Paydar et al. 2006",
              ON_SQUARE,
              "1",
              new Cost("0 or U+V-1 to U+2V-1", "about U+2V", "T", "N-2"),
              false,
              each(TokenQuorumStyle::new)),
          new Entry(
              "info-based",
              "Info-based",
              "token, array",
              "Neamatollahi, Taheri, Naghibzadeh 2012",
              ON_ARRAY,
              "1",
              new Cost("up to U+3V+1", "2", "T", "up to (N-2)^2"),
              false,
              each(InfoBased::new)),
          new Entry(
              "banerjee-chrysanthis",
              "Banerjee-Chrysanthis",
              "token, arbiter",
              "Banerjee, Chrysanthis 1996",
              COMPLETE,
              "1",
              new Cost("0 or N+1", "3", "T", "N-2"),
              false,
              each(BanerjeeChrysanthis::new)),
          new Entry(
              RequestCollectors.ID,
              "Request collectors",
              "token, groups",
              "Abd El-Monaem et al. 2020",
              IN_GROUPS,
              "k",
              new Cost("0, 3 or 6", "about 2", "T to 4T", "2(N-2)"),
              false,
              each(RequestCollectors::new)),
          new Entry(
              ChaudhuriEdwardK.ID,
              "Chaudhuri-Edward, k tokens",
              "token, groups",
              "Chaudhuri, Edward, as in Abd El-Monaem et al. 2020",
              IN_GROUPS,
              "k",
              new Cost("0, 3 or 6", "about 2", "T to 4T", "a batch per group"),
              true,
              each(ChaudhuriEdwardK::new)),
          new Entry(
              ChaudhuriEdwardStyle.ID,
              "Chaudhuri-Edward, queue migration, reconstructed",
              "token, groups",
              "Chaudhuri, Edward 2006, from descriptions",
              IN_GROUPS,
              "1",
              new Cost("0, 3, G+1 or G+4 in G groups", "about 2", "T to 3T", "up to 2(N-2)"),
              false,
              each(ChaudhuriEdwardStyle::new)),
          new Entry(
              "raysuz",
              "Raysuz",
              "token, clusters",
              "hybrid of Suzuki, Kasami 1985 and Raymond 1989",
              IN_CLUSTERS,
              "1",
              new Cost(
                  "0 or M in a cluster of M, else up to 2M + 2 x distance",
                  "M to M + 3",
                  "T in a cluster, else distance x T",
                  "2(N-2) in one cluster"),
              false,
              setup -> {
                Dsta.Clusters clusters = Dsta.divide(setup);
                return each((self, s) -> new Raysuz(self, s, clusters)).apply(setup);
              }),
          new Entry(
              "raysuz-fair",
              "Raysuz, in order of age",
              "token, clusters",
              "raysuz with the queues of Kanrar, Chaki 2010",
              IN_CLUSTERS,
              "1",
              new Cost(
                  "0 or M in a cluster of M, else up to 2M + 2 x distance",
                  "M to M + 3",
                  "T in a cluster, else distance x T",
                  "N-2 in one cluster"),
              false,
              setup -> {
                Dsta.Clusters clusters = Dsta.divide(setup);
                return each((self, s) -> new RaysuzFair(self, s, clusters)).apply(setup);
              }),
          new Entry(
              "klme",
              "KLME",
              "token, leader",
              "k-local mutual exclusion in mobile ad hoc networks",
              IN_NEIGHBOURHOODS,
              "k",
              new Cost("0 or N+1", "N+2, with k > 1 a little more", "T or 2T", "N-1-k"),
              false,
              each(Klme::new)));

  private Catalog() {}

  public static List<Entry> entries() {
    return ENTRIES;
  }

  /**
   * The algorithm with this id.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static Entry entry(String id) {
    List<String> ids = new ArrayList<>();
    for (Entry entry : ENTRIES) {
      if (entry.id.equals(id)) {
        return entry;
      }
      ids.add(entry.id);
    }
    throw new IllegalArgumentException(
        "There is no algorithm '" + id + "': write one of " + String.join(", ", ids) + ".");
  }

  // Ways to lay a structure, and to make the nodes of a system.

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

  private interface Maker {
    Node<?> make(int self, Setup setup);
  }

  private static Function<Setup, Node<?>[]> each(Maker maker) {
    return setup -> {
      Node<?>[] nodes = new Node<?>[setup.n()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = maker.make(i, setup);
      }
      return nodes;
    };
  }

  private interface TreeMaker {
    Node<?> make(int self, Setup setup, int holder);
  }

  /** Tells every node which neighbour is the next one on the way to the first holder. */
  private static Function<Setup, Node<?>[]> towardsHolder(TreeMaker maker) {
    return setup -> {
      int[] holder = setup.structure().towards(setup.holder());
      return each((self, s) -> maker.make(self, s, holder[self])).apply(setup);
    };
  }
}
