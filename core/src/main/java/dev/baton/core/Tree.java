package dev.baton.core;

/** A tree rooted at node 0, which knows the way from any node to any other. */
public final class Tree {

  private final int[] parent;
  private final int[] depth;

  public Tree(Graph graph) {
    if (!graph.isTree()) {
      throw new IllegalArgumentException(graph + " is not a tree.");
    }
    parent = graph.towards(0);
    depth = new int[parent.length];
    int[] trail = new int[parent.length];
    for (int i = 0; i < parent.length; i++) {
      // Climb to a node whose depth is known, and number the nodes on the way back.
      int length = 0;
      int j = i;
      while (j != 0 && depth[j] == 0) {
        trail[length++] = j;
        j = parent[j];
      }
      int d = depth[j];
      while (length > 0) {
        depth[trail[--length]] = ++d;
      }
    }
  }

  /** The next node on the way to node 0; itself for node 0. */
  public int parent(int i) {
    return parent[i];
  }

  /** How far a node is from node 0. */
  public int depth(int i) {
    return depth[i];
  }

  /** The neighbour of {@code from} on the way to another node. */
  public int next(int from, int to) {
    int i = to;
    for (int d = depth[to] - depth[from]; d > 1; d--) {
      i = parent[i];
    }
    return depth[i] > depth[from] && parent[i] == from ? i : parent[from];
  }

  /** How many links lie between two nodes. */
  public int distance(int a, int b) {
    int links = 0;
    for (; a != b; links++) {
      if (depth[a] >= depth[b]) {
        a = parent[a];
      } else {
        b = parent[b];
      }
    }
    return links;
  }
}
