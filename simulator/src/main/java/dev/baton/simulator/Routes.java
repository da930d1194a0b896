package dev.baton.simulator;

import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Tree;
import java.util.Arrays;

/**
 * Shortest paths in a network. Finding the path to a neighbour is free, and no kind of network
 * needs memory for all pairs of nodes at once.
 */
abstract sealed class Routes {

  /** The nodes of the path that was found last, both ends included. */
  private int[] path = new int[16];

  private int hops;

  static Routes of(Graph network) {
    if (network.isComplete()) {
      return new Direct();
    }
    if (!network.isConnected()) {
      throw new IllegalArgumentException(
          "The network "
              + network
              + " is not connected: write one in which all nodes reach each other.");
    }
    if (network.isTree()) {
      return new InTree(network);
    }
    return isRing(network) ? new OnRing(network.size()) : new ByTable(network);
  }

  private static boolean isRing(Graph network) {
    int n = network.size();
    for (int i = 0; i < n; i++) {
      if (network.degree(i) != 2 || !network.isEdge(i, (i + 1) % n)) {
        return false;
      }
    }
    return true;
  }

  /** Finds the path between two different nodes; returns its number of links. */
  final int find(int from, int to) {
    hops = 0;
    path[0] = from;
    walk(from, to);
    assert path[hops] == to;
    return hops;
  }

  /** The i-th node of the path: 0 is the sender, {@code hops} the recipient. */
  final int node(int i) {
    return path[i];
  }

  /** Appends the nodes after {@code from}, up to {@code to}. */
  abstract void walk(int from, int to);

  final void append(int node) {
    if (++hops == path.length) {
      path = Arrays.copyOf(path, 2 * hops);
    }
    path[hops] = node;
  }

  /** Reverses the nodes from place {@code first} to the end of the path. */
  final void reverseFrom(int first) {
    for (int a = first, b = hops; a < b; a++, b--) {
      int node = path[a];
      path[a] = path[b];
      path[b] = node;
    }
  }

  final int hops() {
    return hops;
  }

  /** Everyone is everyone's neighbour. */
  static final class Direct extends Routes {
    @Override
    void walk(int from, int to) {
      append(to);
    }
  }

  /** Up to where the ways to the root meet, then down. */
  static final class InTree extends Routes {

    private final Tree tree;

    InTree(Graph network) {
      tree = new Tree(network);
    }

    @Override
    void walk(int from, int to) {
      int a = from;
      while (tree.depth(a) > tree.depth(to)) {
        a = tree.parent(a);
        append(a);
      }
      // The way down is found from its end.
      int b = to;
      while (tree.depth(b) > tree.depth(a)) {
        b = tree.parent(b);
      }
      while (a != b) {
        a = tree.parent(a);
        b = tree.parent(b);
        append(a);
      }
      int meeting = hops();
      for (int c = to; c != a; c = tree.parent(c)) {
        append(c);
      }
      reverseFrom(meeting + 1);
    }
  }

  /** The shorter way around; upwards if both are as long. */
  static final class OnRing extends Routes {

    private final int n;

    OnRing(int n) {
      this.n = n;
    }

    @Override
    void walk(int from, int to) {
      int upwards = to > from ? to - from : to - from + n;
      int step = 2 * upwards <= n ? 1 : n - 1;
      for (int a = from; a != to; ) {
        a += step;
        a = a >= n ? a - n : a;
        append(a);
      }
    }
  }

  /** For each destination that is not a neighbour, a table of the next node from everywhere. */
  static final class ByTable extends Routes {

    /** Tables take at most a gigabyte; after that they are discarded and computed again. */
    private static final long LIMIT = 1L << 28;

    private final Graph network;
    private int[][] towards;
    private long cells;

    ByTable(Graph network) {
      this.network = network;
      towards = new int[network.size()][];
    }

    @Override
    void walk(int from, int to) {
      if (network.isEdge(from, to)) {
        append(to);
        return;
      }
      int[] next = table(to);
      for (int a = from; a != to; ) {
        a = next[a];
        assert a != Node.NONE;
        append(a);
      }
    }

    private int[] table(int to) {
      if (towards[to] == null) {
        cells += network.size();
        if (cells > LIMIT) {
          towards = new int[network.size()][];
          cells = network.size();
        }
        towards[to] = network.towards(to);
      }
      return towards[to];
    }
  }
}
