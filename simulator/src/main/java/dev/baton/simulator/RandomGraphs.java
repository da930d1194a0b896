package dev.baton.simulator;

import dev.baton.core.Graph;

/** Draws random graphs. */
final class RandomGraphs {

  /** How often points are drawn until their graph is connected. */
  private static final int TRIES = 100;

  private RandomGraphs() {}

  /** Each of the n^(n − 2) labelled trees is equally likely: decodes a random Prüfer sequence. */
  static Graph tree(int n, RandomStream random) {
    int[] code = new int[Math.max(0, n - 2)];
    int[] ahead = new int[n];
    for (int i = 0; i < code.length; i++) {
      code[i] = random.below(n);
      ahead[code[i]]++;
    }
    // A node is a leaf once the rest of the code does not name it. The smallest leaf is the one
    // just made if that lies behind the scan, and else the next one that the scan finds.
    Graph.Edges edges = new Graph.Edges(n);
    int scan = nextLeaf(ahead, 0);
    int leaf = scan;
    for (int joint : code) {
      edges.add(leaf, joint);
      if (--ahead[joint] == 0 && joint < scan) {
        leaf = joint;
      } else {
        scan = nextLeaf(ahead, scan + 1);
        leaf = scan;
      }
    }
    if (n > 1) {
      edges.add(leaf, n - 1);
    }
    return edges.toGraph("random-tree");
  }

  private static int nextLeaf(int[] ahead, int from) {
    int i = from;
    while (ahead[i] != 0) {
      i++;
    }
    return i;
  }

  /** Random points in the unit square, an edge between those at most {@code distance} apart. */
  static Graph geometric(int n, double distance, RandomStream random) {
    String name = "geometric:" + Ticks.text((long) (distance * Ticks.PER_UNIT + 0.5));
    for (int i = 0; i < TRIES; i++) {
      Graph graph = new Points(n, random).within(distance, name);
      if (graph.isConnected()) {
        return graph;
      }
    }
    throw new IllegalArgumentException(
        name
            + " did not connect "
            + n
            + " nodes in "
            + TRIES
            + " attempts: write a larger distance, such as geometric:"
            + Ticks.text((long) (2 * distance * Ticks.PER_UNIT + 0.5))
            + ".");
  }

  /**
   * Preferential attachment: each new node links to {@code links} earlier ones, each of them with a
   * probability proportional to its degree. The first nodes are all linked to one another.
   */
  static Graph powerLaw(int n, int links, RandomStream random) {
    if (links >= n) {
      throw new IllegalArgumentException(
          "power-law:"
              + links
              + " needs more than "
              + links
              + " nodes, the system has "
              + n
              + ": write fewer links per node, such as power-law:1.");
    }
    Graph.Edges edges = new Graph.Edges(n);
    // Every end of every edge: a uniform choice among them favours nodes with many edges.
    int[] ends = new int[Math.multiplyExact(2 * links, n)];
    int size = 0;
    int[] chosen = new int[links];
    for (int i = 1; i < n; i++) {
      int count = Math.min(i, links);
      for (int l = 0; l < count; l++) {
        int to;
        do {
          to = i <= links ? l : ends[random.below(size)];
        } while (contains(chosen, l, to));
        chosen[l] = to;
        edges.add(to, i);
      }
      for (int l = 0; l < count; l++) {
        ends[size++] = chosen[l];
        ends[size++] = i;
      }
    }
    return edges.toGraph("power-law:" + links);
  }

  private static boolean contains(int[] values, int length, int value) {
    for (int i = 0; i < length; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }
}
