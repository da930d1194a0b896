package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;

/**
 * A k-coterie joined with coteries: its members are groups of nodes, and whoever needs a group
 * needs a quorum of that group's coterie.
 *
 * <ul>
 *   <li>Paper: coterie join, for k-coteries in M. L. Neilsen, M. Mizuno, "Nondominated k-coteries
 *       for multiple mutual exclusion", Information Processing Letters 50, 1994. What is joined
 *       here is our choice, not the paper's.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 5(K − 1), in quorums of K.
 *   <li>Departures: a node always asks the same quorum.
 *   <li>Page: docs/algorithms/k-join.md.
 * </ul>
 *
 * <p>{@link KMajority} says which groups are asked, and the lines of a projective plane over the
 * nodes of a group which of them. Of k + 1 quorums two need the same group, and their lines in it
 * meet. There are 2k + 1 groups: then two of them are enough, the fewest in which k quorums have
 * room beside each other and one group may be busy. With as many groups as nodes it is k-majority,
 * and with k groups the k-coterie of {@link KPartition}, on planes. What is done with quorums is
 * {@link Maekawa}.
 */
final class KJoin {

  private final int n;
  private final int k;

  /** By group: the coterie of its nodes. */
  private final Quorums[] coteries;

  KJoin(int n, int k, int groups) {
    this.n = n;
    this.k = k;
    coteries = new Quorums[groups];
    for (int group = 0; group < groups; group++) {
      coteries[group] = new Quorums(Graph.plane(sizeOf(group)));
    }
  }

  static Node<?>[] nodes(Setup setup) {
    int n = setup.n();
    int groups = setup.division() == 0 ? Math.min(n, 2 * setup.permits() + 1) : setup.division();
    if (groups > n) {
      throw new IllegalArgumentException(
          "k-join cannot divide " + n + " nodes into " + groups + " groups: write fewer --groups.");
    }
    KJoin join = new KJoin(n, setup.permits(), groups);
    return setup.nodes(self -> new Maekawa(self, n, join.quorum(self)));
  }

  /** A node belongs to the group of its number modulo the number of groups. */
  private int sizeOf(int group) {
    return (n - group + coteries.length - 1) / coteries.length;
  }

  /** In increasing order. */
  Ints quorum(int node) {
    int groups = coteries.length;
    NodeSet quorum = new NodeSet(n);
    Ints asked = KMajority.quorum(node % groups, groups, k);
    for (int i = 0; i < asked.size(); i++) {
      int group = asked.get(i);
      Ints line = coteries[group].of(node / groups % sizeOf(group));
      for (int m = 0; m < line.size(); m++) {
        quorum.add(line.get(m) * groups + group);
      }
    }
    return Quorums.list(quorum);
  }
}
