package dev.baton.simulator;

import dev.baton.core.Graph;
import java.util.Arrays;

/**
 * Points in the unit square, sorted into a grid so that neighbours are found without comparing all
 * pairs.
 */
final class Points {

  private final int n;
  private final double[] x;
  private final double[] y;

  Points(int n, RandomStream random) {
    this.n = n;
    x = new double[n];
    y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextFraction();
      y[i] = random.nextFraction();
    }
  }

  /** An edge between any two points that are at most {@code distance} apart. */
  Graph within(double distance, String name) {
    // Cells at least as wide as the distance, but not many more than points.
    int cells = (int) Math.max(1, Math.min(1 / distance, Math.sqrt(n)));
    int[] first = new int[cells * cells];
    int[] next = new int[n];
    Arrays.fill(first, -1);
    Graph.Edges edges = new Graph.Edges(n);
    for (int i = 0; i < n; i++) {
      int column = (int) (x[i] * cells);
      int row = (int) (y[i] * cells);
      for (int r = Math.max(0, row - 1); r <= Math.min(cells - 1, row + 1); r++) {
        for (int c = Math.max(0, column - 1); c <= Math.min(cells - 1, column + 1); c++) {
          for (int j = first[r * cells + c]; j >= 0; j = next[j]) {
            if (isWithin(distance, i, j)) {
              edges.add(j, i);
            }
          }
        }
      }
      next[i] = first[row * cells + column];
      first[row * cells + column] = i;
    }
    return edges.toGraph(name);
  }

  private boolean isWithin(double distance, int i, int j) {
    double dx = x[i] - x[j];
    double dy = y[i] - y[j];
    return dx * dx + dy * dy <= distance * distance;
  }
}
