package dev.baton.algorithms;

import static dev.baton.algorithms.Family.COORDINATOR;
import static dev.baton.algorithms.Family.PERMISSION;
import static dev.baton.algorithms.Family.QUORUM;
import static dev.baton.algorithms.Family.TOKEN_ARBITER;
import static dev.baton.algorithms.Family.TOKEN_ARRAY;
import static dev.baton.algorithms.Family.TOKEN_BROADCAST;
import static dev.baton.algorithms.Family.TOKEN_CLUSTERS;
import static dev.baton.algorithms.Family.TOKEN_DYNAMIC_GRAPH;
import static dev.baton.algorithms.Family.TOKEN_DYNAMIC_TREE;
import static dev.baton.algorithms.Family.TOKEN_GROUPS;
import static dev.baton.algorithms.Family.TOKEN_LEADER;
import static dev.baton.algorithms.Family.TOKEN_QUORUM;
import static dev.baton.algorithms.Family.TOKEN_RING;
import static dev.baton.algorithms.Family.TOKEN_TREE;
import static dev.baton.algorithms.Row.row;
import static dev.baton.algorithms.Structure.ARRAY;
import static dev.baton.algorithms.Structure.CLUSTERS;
import static dev.baton.algorithms.Structure.LINKS;
import static dev.baton.algorithms.Structure.QUORUMS;
import static dev.baton.algorithms.Structure.SQUARE;
import static dev.baton.algorithms.Structure.STAR;
import static dev.baton.algorithms.Structure.TREE;
import static dev.baton.algorithms.Trait.BOUND_REQUESTS;
import static dev.baton.algorithms.Trait.GROUPS;
import static dev.baton.algorithms.Trait.HAS_COORDINATOR;
import static dev.baton.algorithms.Trait.K_PERMITS;
import static dev.baton.algorithms.Trait.LINKED;
import static dev.baton.algorithms.Trait.NEEDS_FIFO;
import static dev.baton.algorithms.Trait.PERPETUAL;
import static dev.baton.algorithms.Trait.ROAMS;
import static dev.baton.algorithms.Trait.UNBOUNDED;
import static dev.baton.algorithms.Trait.UNKNOWN_PERMITS;

import dev.baton.algorithms.Catalog.Entry;
import java.util.List;

/** The rows of the {@link Catalog}. What a row does not say is what {@link Row} says. */
final class Rows {

  static final List<Entry> ALL =
      List.of(
          row("lamport", "Lamport")
              .family(PERMISSION)
              .paper("Lamport 1978")
              .traits(NEEDS_FIFO)
              .isolated("3(N-1)")
              .saturated("3(N-1)")
              .fairness("N-2")
              .nodes(Lamport::nodes),
          row("ricart-agrawala", "Ricart-Agrawala")
              .family(PERMISSION)
              .paper("Ricart, Agrawala 1981")
              .traits(UNBOUNDED)
              .isolated("2(N-1)")
              .saturated("2(N-1)")
              .fairness("N-2")
              .nodes(RicartAgrawala::nodes),
          row("carvalho-roucairol", "Carvalho-Roucairol")
              .family(PERMISSION)
              .paper("Carvalho, Roucairol 1983")
              .isolated("0 to 2(N-1)")
              .saturated("2(N-1)")
              .fairness("N-2")
              .nodes(CarvalhoRoucairol::nodes),
          row("singhal-dynamic", "Singhal's dynamic information structure")
              .family(PERMISSION)
              .paper("Singhal 1992")
              .isolated("0 to 2(N-1)")
              .saturated("2(N-1)")
              .fairness("N-2")
              .nodes(SinghalDynamic::nodes),
          row("lodha-kshemkalyani", "Lodha-Kshemkalyani")
              .family(PERMISSION)
              .paper("Lodha, Kshemkalyani 2000")
              .traits(NEEDS_FIFO)
              .isolated("2(N-1)")
              .saturated("2(N-1)")
              .fairness("N-2")
              .nodes(LodhaKshemkalyani::nodes),
          row("maekawa", "Maekawa")
              .family(QUORUM)
              .paper("Maekawa 1985")
              .structure(QUORUMS)
              .isolated("3(K-1) in quorums of K")
              .saturated("4(K-1)")
              .delay("2T")
              .fairness("up to 2(N-2)")
              .nodes(Maekawa::nodes),
          row("agrawal-el-abbadi", "Agrawal-El Abbadi")
              .family(QUORUM)
              .paper("Agrawal, El Abbadi 1991")
              .structure(TREE)
              .isolated("3(K-1) in quorums of K")
              .saturated("4(K-1)")
              .delay("2T")
              .fairness("up to 2(N-2)")
              .nodes(AgrawalElAbbadi::nodes),
          row("cao-singhal-style", "Cao-Singhal, reconstructed")
              .formerly("cao-singhal")
              .family(QUORUM)
              .paper("Cao, Singhal 2001, from its abstract")
              .structure(QUORUMS)
              .isolated("3(K-1) in quorums of K")
              .saturated("about 5(K-1)")
              .fairness("up to 2(N-2)")
              .nodes(CaoSinghalStyle::nodes),
          row("centralized", "Centralized")
              .family(COORDINATOR)
              .paper("folklore")
              .network("star")
              .traits(HAS_COORDINATOR, UNBOUNDED)
              .isolated("3")
              .saturated("3")
              .delay("2T")
              .fairness("N-2")
              .nodes(Centralized::nodes),
          row("raymond-k", "Raymond, k entries")
              .family(PERMISSION)
              .paper("Raymond 1989, multiple entries")
              .traits(K_PERMITS, UNKNOWN_PERMITS)
              .isolated("2(N-1)")
              .saturated("2(N-1) or fewer")
              .fairness("N-2")
              .nodes(RaymondK::nodes),
          row("k-majority", "k-majority")
              .family(QUORUM)
              .paper("Maekawa 1985 in a k-coterie of Kakugawa, Fujita, Yamashita, Ae 1993")
              .traits(K_PERMITS, UNKNOWN_PERMITS)
              .isolated("3(K-1) in quorums of K")
              .saturated("4(K-1)")
              .delay("2T")
              .fairness("up to 2(N-2)")
              .nodes(KMajority::nodes),
          row("k-partition", "k-partition")
              .family(QUORUM)
              .paper("Maekawa 1985 in a k-coterie of Fujita, Yamashita, Ae 1991")
              .traits(K_PERMITS, UNKNOWN_PERMITS)
              .isolated("3(K-1) in quorums of K")
              .saturated("4(K-1), with k > 1 about 4kK")
              .delay("2T or more")
              .fairness("up to 2(N-2)")
              .nodes(KPartition::nodes),
          row("k-join", "k-join")
              .family(QUORUM)
              .paper("Maekawa 1985 in a k-coterie joined after Neilsen, Mizuno 1994")
              .traits(K_PERMITS, UNKNOWN_PERMITS, GROUPS)
              .isolated("3(K-1) in quorums of K")
              .saturated("4(K-1)")
              .delay("2T")
              .fairness("up to 2(N-2)")
              .nodes(KJoin::nodes),
          row("suzuki-kasami", "Suzuki-Kasami")
              .family(TOKEN_BROADCAST)
              .paper("Suzuki, Kasami 1985")
              .isolated("0 or N")
              .saturated("N")
              .fairness("2(N-2)")
              .nodes(SuzukiKasami::nodes),
          row("srimani-reddy-style", "Srimani-Reddy, reconstructed")
              .family(TOKEN_BROADCAST)
              .paper("Srimani, Reddy 1992, from descriptions")
              .traits(K_PERMITS)
              .isolated("0 or N to N+k-1")
              .saturated("N to N+k-1")
              .delay("T to 2T")
              .fairness("2(N-2)")
              .nodes(SrimaniReddyStyle::nodes),
          row("ricart-agrawala-k-style", "Ricart-Agrawala's token, k entries, reconstructed")
              .family(TOKEN_BROADCAST)
              .paper("Ricart, Agrawala 1983, with a counter, from a description")
              .traits(K_PERMITS, UNKNOWN_PERMITS)
              .isolated("0 or N")
              .saturated("N, with k > 1 up to 2N-1")
              .delay("T to 2T")
              .fairness("2(N-2)")
              .nodes(RicartAgrawalaKStyle::nodes),
          row("singhal-heuristic", "Singhal's heuristic")
              .family(TOKEN_BROADCAST)
              .paper("Singhal 1989")
              .isolated("about N/2")
              .saturated("N")
              .fairness("2(N-2)")
              .nodes(SinghalHeuristic::nodes),
          row("raymond", "Raymond")
              .family(TOKEN_TREE)
              .paper("Raymond 1989")
              .network("tree")
              .structure(TREE)
              .traits(UNBOUNDED)
              .isolated("2 x distance")
              .saturated("about 4")
              .delay("about 2T")
              .fairness("up to (N-1)(N-2)/2")
              .nodes(Raymond::nodes),
          row("raymond-fair", "Raymond, in order")
              .family(TOKEN_TREE)
              .paper("Raymond 1989, with the queue in the token")
              .network("tree")
              .structure(TREE)
              .traits(NEEDS_FIFO, UNBOUNDED)
              .isolated("2 x distance")
              .saturated("2 x distance")
              .delay("distance x T")
              .fairness("N-2")
              .nodes(RaymondFair::nodes),
          row("naimi-trehel", "Naimi-Trehel")
              .family(TOKEN_DYNAMIC_TREE)
              .paper("Naimi, Trehel, Arnold 1996")
              .traits(UNBOUNDED)
              .isolated("H(N-1), about ln N + 0.6")
              .saturated("about 4")
              .fairness("N-2")
              .nodes(NaimiTrehel::nodes),
          row("k-naimi-trehel", "Naimi-Trehel, k trees")
              .family(TOKEN_DYNAMIC_TREE)
              .paper("Naimi, Trehel, Arnold 1996, k times")
              .traits(K_PERMITS, BOUND_REQUESTS, UNBOUNDED)
              .isolated("0 or about ln N + 1")
              .saturated("about 4")
              .fairness("N-2")
              .nodes(KNaimiTrehel::nodes),
          row("neilsen-mizuno", "Neilsen-Mizuno")
              .family(TOKEN_DYNAMIC_TREE)
              .paper("Neilsen, Mizuno 1991")
              .structure(STAR)
              .traits(UNBOUNDED)
              .isolated("distance + 1, at most 3 on a star")
              .saturated("at most 3 on a star")
              .fairness("N-2")
              .nodes(NeilsenMizuno::nodes),
          row("token-ring", "Token ring")
              .family(TOKEN_RING)
              .paper("Le Lann 1977")
              .network("ring")
              .traits(PERPETUAL, UNBOUNDED)
              .isolated("N/2 if asked for at once, else without bound")
              .saturated("1")
              .fairness("N-1")
              .nodes(TokenRing::nodes),
          row("token-ring-parked", "Token ring, parked")
              .family(TOKEN_RING)
              .paper("Le Lann 1977, with a rule for rest after Martin 1985")
              .network("ring")
              .traits(UNBOUNDED)
              .isolated("0 to 2(N-1), about N")
              .saturated("2")
              .fairness("N-2")
              .nodes(TokenRingParked::nodes),
          row("multi-token-ring", "Multi-token ring")
              .family(PERMISSION)
              .paper("Razzaque, Hong 2008")
              .network("ring")
              .traits(UNBOUNDED)
              .isolated("N")
              .saturated("N")
              .fairness("2(N-2)")
              .nodes(MultiTokenRing::nodes),
          row("hybrid-torus-style", "Hybrid on a torus, reconstructed")
              .family(TOKEN_ARRAY)
              .paper("Taheri, Neamatollahi, Naghibzadeh 2011, from its abstract")
              .structure(SQUARE)
              .traits(PERPETUAL)
              .isolated("about U+V if asked for at once, else without bound")
              .saturated("about V")
              .delay("T to 2T")
              .fairness("about N")
              .nodes(HybridTorusStyle::nodes),
          row("token-quorum-style", "Token with quorums, reconstructed")
              .family(TOKEN_QUORUM)
              .paper("Mizuno, Neilsen, Rao 1991, from its abstract, for Paydar et al. 2006")
              .structure(SQUARE)
              .isolated("0 or U+V-1 to U+2V-1")
              .saturated("about U+2V")
              .fairness("N-2")
              .nodes(TokenQuorumStyle::nodes),
          row("info-based", "Info-based")
              .family(TOKEN_ARRAY)
              .paper("Neamatollahi, Taheri, Naghibzadeh 2012")
              .structure(ARRAY)
              .isolated("up to U+3V+1")
              .saturated("2")
              .fairness("up to (N-2)^2")
              .nodes(InfoBased::nodes),
          row("banerjee-chrysanthis-style", "Banerjee-Chrysanthis, reconstructed")
              .formerly("banerjee-chrysanthis")
              .family(TOKEN_ARBITER)
              .paper("Banerjee, Chrysanthis 1996, from its abstract")
              .isolated("0 or N+1")
              .saturated("3")
              .fairness("N-2")
              .nodes(BanerjeeChrysanthisStyle::nodes),
          row(RequestCollectors.ID, "Request collectors")
              .family(TOKEN_GROUPS)
              .paper("Abd El-Monaem et al. 2020")
              .traits(K_PERMITS, GROUPS)
              .isolated("0, 3 or 6")
              .saturated("about 2")
              .delay("T to 4T")
              .fairness("2(N-2)")
              .nodes(RequestCollectors::nodes),
          row(ChaudhuriEdwardKStyle.ID, "Chaudhuri-Edward, k tokens, reconstructed")
              .formerly("chaudhuri-edward-k")
              .family(TOKEN_GROUPS)
              .paper("Chaudhuri, Edward, from Abd El-Monaem et al. 2020")
              .traits(K_PERMITS, GROUPS, UNBOUNDED)
              .isolated("0, 3 or 6")
              .saturated("about 2")
              .delay("T to 4T")
              .fairness("a batch per group")
              .nodes(ChaudhuriEdwardKStyle::nodes),
          row(ChaudhuriEdwardStyle.ID, "Chaudhuri-Edward, queue migration, reconstructed")
              .family(TOKEN_GROUPS)
              .paper("Chaudhuri, Edward 2006, from descriptions")
              .traits(GROUPS)
              .isolated("0, 3, G+1 or G+4 in G groups")
              .saturated("about 2")
              .delay("T to 3T")
              .fairness("up to 2(N-2)")
              .nodes(ChaudhuriEdwardStyle::nodes),
          row("raysuz", "Raysuz")
              .family(TOKEN_CLUSTERS)
              .paper("hybrid of Suzuki, Kasami 1985 and Raymond 1989")
              .network("any")
              .structure(CLUSTERS)
              .isolated("0 or M in a cluster of M, else up to 2M + 2 x distance")
              .saturated("M to M + 3")
              .delay("T in a cluster, else distance x T")
              .fairness("2(N-2) in one cluster")
              .nodes(Raysuz::nodes),
          row("raysuz-fair-style", "Raysuz, in order of age, reconstructed")
              .formerly("raysuz-fair")
              .family(TOKEN_CLUSTERS)
              .paper("raysuz with queues after Kanrar, Chaki 2010, from its abstract")
              .network("any")
              .structure(CLUSTERS)
              .isolated("0 or M in a cluster of M, else up to 2M + 2 x distance")
              .saturated("M to M + 3")
              .delay("T in a cluster, else distance x T")
              .fairness("N-2 in one cluster")
              .nodes(RaysuzFairStyle::nodes),
          row("klme", "KLME")
              .family(TOKEN_LEADER)
              .paper("k-local mutual exclusion in mobile ad hoc networks")
              .network("roaming")
              .traits(NEEDS_FIFO, K_PERMITS, ROAMS)
              .isolated("0 or N+1")
              .saturated("N+2, with k > 1 a little more")
              .delay("T or 2T")
              .fairness("N-1-k")
              .nodes(Klme::nodes),
          row("neighbourhood-coordinator", "Coordinator per neighbourhood")
              .family(COORDINATOR)
              .paper("folklore, in every neighbourhood")
              .network("roaming")
              .traits(NEEDS_FIFO, K_PERMITS, ROAMS)
              .isolated("0 or 3")
              .saturated("3")
              .delay("T or 2T")
              .fairness("N-1-k")
              .nodes(NeighbourhoodCoordinator::nodes),
          row("reverse-link", "Reverse Link")
              .family(TOKEN_DYNAMIC_GRAPH)
              .paper("Walter, Welch, Vaidya 2001")
              .network("changing links")
              .structure(LINKS)
              .traits(NEEDS_FIFO, LINKED)
              .isolated("0 or N+1 if all are linked")
              .saturated("about 2N if all are linked")
              .delay("distance x T")
              .fairness("N-2 or more")
              .nodes(ReverseLink::nodes),
          row("reverse-link-k-style", "Reverse Link with k tokens, reconstructed")
              .family(TOKEN_DYNAMIC_GRAPH)
              .paper("Walter, Cao, Mohanty 2001, from its abstract")
              .network("changing links")
              .structure(LINKS)
              .traits(NEEDS_FIFO, K_PERMITS, BOUND_REQUESTS, LINKED)
              .isolated("0 or N+1 if all are linked")
              .saturated("about 2N, fewer with k > 1")
              .delay("distance x T")
              .fairness("N-2 or more")
              .nodes(ReverseLinkKStyle::nodes));

  private Rows() {}
}
