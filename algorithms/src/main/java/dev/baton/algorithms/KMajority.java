package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;

/**
 * A k-coterie of equals: any ⌊N/(k + 1)⌋ + 1 nodes are a quorum, and so of any k + 1 quorums two
 * have a member in common.
 *
 * <ul>
 *   <li>Paper: H. Kakugawa, S. Fujita, M. Yamashita, T. Ae, "Availability of k-coterie", IEEE
 *       Trans. Computers 42(5), 1993.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 5(K − 1), in quorums of K.
 *   <li>Departures: a node always asks the same quorum.
 *   <li>Page: docs/algorithms/k-majority.md.
 * </ul>
 *
 * <p>k + 1 quorums without a member in common would have more than N members. A quorum is spread
 * over the numbers of the nodes, its own among them, so that k nodes in a row ask nobody in common,
 * if there are k quorums without a member in common at all. What is done with quorums is {@link
 * Maekawa}; where it says that two of them meet, here two of k + 1 do.
 */
final class KMajority {

  private KMajority() {}

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> site(self, setup));
  }

  static Maekawa site(int self, Setup setup) {
    return new Maekawa(self, setup.n(), quorum(self, setup.n(), setup.permits()));
  }

  /** In increasing order. */
  static Ints quorum(int node, int n, int k) {
    NodeSet quorum = new NodeSet(n);
    int size = n / (k + 1) + 1;
    for (int i = 0; i < size; i++) {
      quorum.add((node + i * n / size) % n);
    }
    return Quorums.list(quorum);
  }
}
