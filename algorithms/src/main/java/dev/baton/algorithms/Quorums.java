package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.NodeSet;

/**
 * Whom each node asks, such that any two ask somebody in common, and everybody asks itself too.
 *
 * <p>On an array: the own row and the own column. Otherwise a line of a projective plane; where
 * there are fewer nodes than points, node p mod n plays point p, which keeps the points in common.
 */
final class Quorums {

  private final Graph structure;

  /** Null on an array. */
  private final Ints line;

  Quorums(Graph structure) {
    this.structure = structure;
    line = structure.columns() > 0 ? null : Plane.line(structure.size());
  }

  /** In increasing order. */
  Ints of(int node) {
    NodeSet quorum = new NodeSet(structure.size());
    if (line == null) {
      addRowAndColumn(node, quorum);
    } else {
      for (int i = 0; i < line.size(); i++) {
        quorum.add((node + line.get(i)) % Plane.points(line) % structure.size());
      }
    }
    return list(quorum);
  }

  /** The column crosses a short last row of m nodes at its node c mod m. */
  private void addRowAndColumn(int node, NodeSet quorum) {
    int n = structure.size();
    int columns = structure.columns();
    int row = node / columns;
    for (int start = 0; start < n; start += columns) {
      int length = Math.min(columns, n - start);
      quorum.add(start + node % columns % length);
      for (int c = 0; c < length && start / columns == row; c++) {
        quorum.add(start + c);
      }
    }
  }

  static Ints list(NodeSet set) {
    int[] list = new int[set.size()];
    int size = 0;
    for (int j = set.next(0); size < list.length; j = set.next(j + 1)) {
      list[size++] = j;
    }
    return Ints.of(list);
  }
}
