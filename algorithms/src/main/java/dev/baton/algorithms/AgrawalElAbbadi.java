package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.Tree;

/**
 * The nodes are a tree, and the way from the root to a leaf is a quorum; where a node has failed,
 * the ways through all of its children take its place.
 *
 * <ul>
 *   <li>Paper: D. Agrawal, A. El Abbadi, "An efficient and fault-tolerant solution for distributed
 *       mutual exclusion", ACM Trans. Computer Systems 9(1), 1991.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 5(K − 1), in quorums of K.
 *   <li>Departures: which nodes have failed is known from the start; the tree may be any, not only
 *       a binary one.
 *   <li>Page: docs/algorithms/agrawal-el-abbadi.md.
 * </ul>
 *
 * <p>Of two quorums in a subtree, either both have its root, or one has a quorum of every child's
 * subtree and the other of at least one. What is done with quorums is {@link Maekawa}.
 */
final class AgrawalElAbbadi {

  private final Graph graph;
  private final Tree tree;
  private final NodeSet failed;

  /** {@code failed}: those that do not answer. */
  AgrawalElAbbadi(Graph graph, NodeSet failed) {
    this.graph = graph;
    tree = new Tree(graph);
    this.failed = failed;
  }

  static Node<?>[] nodes(Setup setup) {
    AgrawalElAbbadi tree = new AgrawalElAbbadi(setup.structure(), new NodeSet(setup.n()));
    return setup.nodes(tree::site);
  }

  Maekawa site(int self) {
    return new Maekawa(self, graph.size(), quorum(self));
  }

  /**
   * The quorum of a node: ways from the root that lead through it as far as they can.
   *
   * @throws IllegalArgumentException with one sentence, if too many have failed
   */
  Ints quorum(int node) {
    NodeSet quorum = quorum(0, node);
    if (quorum == null) {
      throw new IllegalArgumentException(
          "There is no quorum when " + failed + " of " + graph + " have failed.");
    }
    return Quorums.list(quorum);
  }

  /** GetQuorum: a quorum of the subtree below {@code root}, or null. */
  private NodeSet quorum(int root, int node) {
    boolean isLeaf = graph.degree(root) == (root == 0 ? 0 : 1);
    if (failed.contains(root)) {
      return isLeaf ? null : ofAllChildren(root, node);
    }
    NodeSet quorum = isLeaf ? new NodeSet(graph.size()) : ofOneChild(root, node);
    if (quorum != null) {
      quorum.add(root);
    }
    return quorum;
  }

  /** Of the child on the way to the node, if it has one. */
  private NodeSet ofOneChild(int root, int node) {
    int towards = root == node ? root : tree.next(root, node);
    NodeSet quorum = isChild(towards, root) ? quorum(towards, node) : null;
    for (int i = 0; quorum == null && i < graph.degree(root); i++) {
      int child = graph.neighbour(root, i);
      quorum = isChild(child, root) ? quorum(child, node) : null;
    }
    return quorum;
  }

  private NodeSet ofAllChildren(int root, int node) {
    NodeSet all = new NodeSet(graph.size());
    for (int i = 0; i < graph.degree(root); i++) {
      int child = graph.neighbour(root, i);
      if (isChild(child, root)) {
        NodeSet quorum = quorum(child, node);
        if (quorum == null) {
          return null;
        }
        for (int j = quorum.next(0); j != Node.NONE; j = quorum.next(j + 1)) {
          all.add(j);
        }
      }
    }
    return all;
  }

  private boolean isChild(int node, int root) {
    return node != 0 && tree.parent(node) == root;
  }
}
