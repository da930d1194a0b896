package dev.baton.algorithms;

import dev.baton.core.Graph;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What an algorithm lays over the network. */
public enum Structure {
  NONE(
      "lays no structure over the network: leave the structure out.",
      Graph::isComplete,
      network -> Graph.complete(network.size())),

  /** A tree; on a complete network the binary one. */
  TREE(
      "needs a tree, which GRAPH is not: use line, star, binary-tree, tree:D or random-tree.",
      Graph::isTree,
      network ->
          network.isComplete() ? Graph.binaryTree(network.size()) : network.breadthFirstTree(0)),

  /** A tree; on a complete network the star. */
  STAR(
      TREE.rule,
      Graph::isTree,
      network -> network.isComplete() ? Graph.star(network.size()) : network.breadthFirstTree(0)),

  /** An array of rows and columns, wrapped around. */
  ARRAY(
      "needs rows and columns, which GRAPH does not have: use torus:UxV, or array:UxV if the last"
          + " row is short.",
      graph -> graph.columns() > 0,
      network -> cheapestArray(network.size())),

  /** The same, by default as square as it can be. */
  SQUARE(
      ARRAY.rule,
      ARRAY.fits,
      network -> Graph.array(network.size(), (int) Math.ceil(Math.sqrt(network.size())))),

  /** An array, of which a row and a column are a quorum, or a projective plane and its lines. */
  QUORUMS(
      "needs quorums, which GRAPH does not give: use grid, torus:UxV, array:UxV or plane.",
      graph -> graph.columns() > 0 || graph.isComplete(),
      network -> Graph.grid(network.size())),

  /** The network itself, divided into clusters; on a complete one the binary tree. */
  CLUSTERS(
      "needs a connected graph, which GRAPH is not: write more edges.",
      Graph::isConnected,
      network -> network.isComplete() ? Graph.binaryTree(network.size()) : network),

  /** The links there are at the start: the network itself. */
  LINKS(CLUSTERS.rule, Graph::isConnected, UnaryOperator.identity());

  private final String rule;
  private final Predicate<Graph> fits;
  private final UnaryOperator<Graph> byDefault;

  Structure(String rule, Predicate<Graph> fits, UnaryOperator<Graph> byDefault) {
    this.rule = rule;
    this.fits = fits;
    this.byDefault = byDefault;
  }

  /** Whether a graph is of this kind. */
  public boolean fits(Graph graph) {
    return fits.test(graph);
  }

  /** What is laid over a network by default. */
  Graph on(Graph network) {
    return byDefault.apply(network);
  }

  /** What to say, after the algorithm's id, of a graph that does not fit. */
  String refusal(Graph graph) {
    return rule.replace("GRAPH", graph.toString());
  }

  /** The array of n places or more with the smallest u + 3v; full and square if there is choice. */
  private static Graph cheapestArray(int n) {
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
