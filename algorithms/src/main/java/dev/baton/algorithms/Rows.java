package dev.baton.algorithms;

import static dev.baton.algorithms.Catalog.AROUND_COORDINATOR;
import static dev.baton.algorithms.Catalog.BY_PERMISSION;
import static dev.baton.algorithms.Catalog.COMPLETE;
import static dev.baton.algorithms.Catalog.COMPLETE_FIFO;
import static dev.baton.algorithms.Catalog.IN_CLUSTERS;
import static dev.baton.algorithms.Catalog.IN_GROUPS;
import static dev.baton.algorithms.Catalog.IN_NEIGHBOURHOODS;
import static dev.baton.algorithms.Catalog.IN_QUORUMS;
import static dev.baton.algorithms.Catalog.IN_TREES;
import static dev.baton.algorithms.Catalog.IN_TREE_QUORUMS;
import static dev.baton.algorithms.Catalog.ON_ARRAY;
import static dev.baton.algorithms.Catalog.ON_RING;
import static dev.baton.algorithms.Catalog.ON_SQUARE;
import static dev.baton.algorithms.Catalog.ON_STAR;
import static dev.baton.algorithms.Catalog.ON_TREE;
import static dev.baton.algorithms.Catalog.ON_TREE_FIFO;
import static dev.baton.algorithms.Catalog.OVER_LINKS;
import static dev.baton.algorithms.Catalog.ROUND_A_RING;
import static dev.baton.algorithms.Catalog.ROUND_A_TORUS;

import dev.baton.algorithms.Catalog.Cost;
import dev.baton.algorithms.Catalog.Entry;
import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The rows of the {@link Catalog}. */
final class Rows {

  static final List<Entry> ALL =
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
              Lamport::nodes),
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
              "carvalho-roucairol",
              "Carvalho-Roucairol",
              "permission",
              "Carvalho, Roucairol 1983",
              COMPLETE,
              "1",
              new Cost("0 to 2(N-1)", "2(N-1)", "T", "N-2"),
              false,
              each((self, s) -> new CarvalhoRoucairol(self, s.n()))),
          new Entry(
              "singhal-dynamic",
              "Singhal's dynamic information structure",
              "permission",
              "Singhal 1992",
              COMPLETE,
              "1",
              new Cost("0 to 2(N-1)", "2(N-1)", "T", "N-2"),
              false,
              each((self, s) -> SinghalDynamic.site(self, s.n()))),
          new Entry(
              "lodha-kshemkalyani",
              "Lodha-Kshemkalyani",
              "permission",
              "Lodha, Kshemkalyani 2000",
              COMPLETE_FIFO,
              "1",
              new Cost("2(N-1)", "2(N-1)", "T", "N-2"),
              false,
              each((self, s) -> new LodhaKshemkalyani(self, s.n()))),
          new Entry(
              "maekawa",
              "Maekawa",
              "quorum",
              "Maekawa 1985",
              IN_QUORUMS,
              "1",
              new Cost("3(K-1) in quorums of K", "4(K-1)", "2T", "up to 2(N-2)"),
              false,
              inQuorums(Maekawa::new)),
          new Entry(
              "agrawal-el-abbadi",
              "Agrawal-El Abbadi",
              "quorum",
              "Agrawal, El Abbadi 1991",
              IN_TREE_QUORUMS,
              "1",
              new Cost("3(K-1) in quorums of K", "4(K-1)", "2T", "up to 2(N-2)"),
              false,
              setup -> {
                NodeSet nobody = new NodeSet(setup.n());
                AgrawalElAbbadi tree = new AgrawalElAbbadi(setup.structure(), nobody);
                return each((self, s) -> tree.site(self)).apply(setup);
              }),
          new Entry(
              "cao-singhal-style",
              "Cao-Singhal, reconstructed",
              "quorum",
              "Cao, Singhal 2001, from its abstract",
              IN_QUORUMS,
              "1",
              new Cost("3(K-1) in quorums of K", "about 5(K-1)", "T", "up to 2(N-2)"),
              false,
              inQuorums(CaoSinghalStyle::new)),
          new Entry(
              "centralized",
              "Centralized",
              "coordinator",
              "folklore",
              AROUND_COORDINATOR,
              "1",
              new Cost("3", "3", "2T", "N-2"),
              true,
              setup -> Centralized.nodes(setup.n())),
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
              "k-majority",
              "k-majority",
              "quorum",
              "Maekawa 1985 in a k-coterie of Kakugawa, Fujita, Yamashita, Ae 1993",
              BY_PERMISSION,
              "k",
              new Cost("3(K-1) in quorums of K", "4(K-1)", "2T", "up to 2(N-2)"),
              false,
              each(KMajority::site)),
          new Entry(
              "k-partition",
              "k-partition",
              "quorum",
              "Maekawa 1985 in a k-coterie of Fujita, Yamashita, Ae 1991",
              BY_PERMISSION,
              "k",
              new Cost(
                  "3(K-1) in quorums of K",
                  "4(K-1), with k > 1 about 4kK",
                  "2T or more",
                  "up to 2(N-2)"),
              false,
              KPartition::nodes),
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
              Raymond::nodes),
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
              each(KNaimiTrehel::new)),
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
              "Le Lann 1977, with a rule for rest after Martin 1985",
              ON_RING,
              "1",
              new Cost("0 to 2(N-1), about N", "2", "T", "N-2"),
              true,
              each(TokenRingParked::new)),
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
              "banerjee-chrysanthis-style",
              "Banerjee-Chrysanthis, reconstructed",
              "token, arbiter",
              "Banerjee, Chrysanthis 1996, from its abstract",
              COMPLETE,
              "1",
              new Cost("0 or N+1", "3", "T", "N-2"),
              false,
              each(BanerjeeChrysanthisStyle::new)),
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
              ChaudhuriEdwardKStyle.ID,
              "Chaudhuri-Edward, k tokens, reconstructed",
              "token, groups",
              "Chaudhuri, Edward, from Abd El-Monaem et al. 2020",
              IN_GROUPS,
              "k",
              new Cost("0, 3 or 6", "about 2", "T to 4T", "a batch per group"),
              true,
              each(ChaudhuriEdwardKStyle::new)),
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
              "raysuz-fair-style",
              "Raysuz, in order of age, reconstructed",
              "token, clusters",
              "raysuz with queues after Kanrar, Chaki 2010, from its abstract",
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
                return each((self, s) -> new RaysuzFairStyle(self, s, clusters)).apply(setup);
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
              each(Klme::new)),
          new Entry(
              "neighbourhood-coordinator",
              "Coordinator per neighbourhood",
              "coordinator",
              "folklore, in every neighbourhood",
              IN_NEIGHBOURHOODS,
              "k",
              new Cost("0 or 3", "3", "T or 2T", "N-1-k"),
              false,
              each(NeighbourhoodCoordinator::new)),
          new Entry(
              "reverse-link",
              "Reverse Link",
              "token, dynamic graph",
              "Walter, Welch, Vaidya 2001",
              OVER_LINKS,
              "1",
              new Cost(
                  "0 or N+1 if all are linked",
                  "about 2N if all are linked",
                  "distance x T",
                  "N-2 or more"),
              false,
              overLinks(ReverseLink::new)),
          new Entry(
              "reverse-link-k-style",
              "Reverse Link with k tokens, reconstructed",
              "token, dynamic graph",
              "Walter, Cao, Mohanty 2001, from its abstract",
              OVER_LINKS,
              "k",
              new Cost(
                  "0 or N+1 if all are linked",
                  "about 2N, fewer with k > 1",
                  "distance x T",
                  "N-2 or more"),
              false,
              overLinks(ReverseLinkKStyle::new)));

  /** Of those that were renamed: what they were called before. */
  static final Map<String, String> FIRST_IDS =
      Map.of(
          "banerjee-chrysanthis-style", "banerjee-chrysanthis",
          "cao-singhal-style", "cao-singhal",
          "chaudhuri-edward-k-style", "chaudhuri-edward-k",
          "raysuz-fair-style", "raysuz-fair");

  private Rows() {}

  // Ways to make the nodes of a system.

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

  private interface QuorumMaker {
    Node<?> make(int self, int n, Ints quorum);
  }

  private static Function<Setup, Node<?>[]> inQuorums(QuorumMaker maker) {
    return setup -> {
      Quorums quorums = new Quorums(setup.structure());
      return each((self, s) -> maker.make(self, s.n(), quorums.of(self))).apply(setup);
    };
  }

  private interface LinkMaker {
    Node<?> make(int self, Setup setup, int[] distance);
  }

  /** Tells every node how many links away each is from the first holder. */
  private static Function<Setup, Node<?>[]> overLinks(LinkMaker maker) {
    return setup -> {
      int[] distance = distances(setup);
      return each((self, s) -> maker.make(self, s, distance)).apply(setup);
    };
  }

  /** By node: how many links away the first holder is; n if it cannot be reached. */
  static int[] distances(Setup setup) {
    int[] distance = new int[setup.n()];
    Arrays.fill(distance, setup.n());
    Fifo reached = new Fifo();
    distance[setup.holder()] = 0;
    reached.enqueue(setup.holder());
    while (!reached.isEmpty()) {
      int i = reached.dequeue();
      for (int j = 0; j < distance.length; j++) {
        if (distance[j] == setup.n() && setup.areLinked(i, j)) {
          distance[j] = distance[i] + 1;
          reached.enqueue(j);
        }
      }
    }
    return distance;
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
