package dev.baton.checker;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** The strongly connected components of a graph, by Tarjan's algorithm, without recursion. */
final class Components {

  /** States and the edges between them, both numbered. */
  interface Graph {

    int size();

    /** The first of the edges that leave a state. */
    int firstEdge(int s);

    /** The edge after the last of them. */
    int endOfEdges(int s);

    /** Where an edge leads; −1 if it leads out of the graph. */
    int target(int edge);
  }

  private Components() {}

  /**
   * Finds the components of the states that {@code includes} accepts, until {@code isWanted}
   * accepts one of them.
   *
   * @param component afterwards, by state: the number of its component, or −1
   */
  static void find(
      Graph graph, IntPredicate includes, int[] component, Predicate<IntList> isWanted) {
    Arrays.fill(component, -1);
    int[] index = new int[graph.size()];
    int[] low = new int[graph.size()];
    int[] edge = new int[graph.size()];
    IntList path = new IntList();
    IntList stack = new IntList();
    int next = 1;
    for (int root = 0; root < graph.size(); root++) {
      if (index[root] != 0 || !includes.test(root)) {
        continue;
      }
      int entering = root;
      while (entering >= 0 || path.size() > 0) {
        if (entering >= 0) {
          index[entering] = low[entering] = next++;
          edge[entering] = graph.firstEdge(entering);
          path.add(entering);
          stack.add(entering);
        }
        int s = path.get(path.size() - 1);
        entering = nextToEnter(graph, s, includes, component, index, low, edge);
        if (entering < 0) {
          path.removeLast();
          if (path.size() > 0) {
            int parent = path.get(path.size() - 1);
            low[parent] = Math.min(low[parent], low[s]);
          }
          if (low[s] == index[s] && isWanted.test(takeComponent(s, stack, component))) {
            return;
          }
        }
      }
    }
  }

  /** The next state to visit from s, or −1 when all its edges have been followed. */
  private static int nextToEnter(
      Graph graph,
      int s,
      IntPredicate includes,
      int[] component,
      int[] index,
      int[] low,
      int[] edge) {
    while (edge[s] < graph.endOfEdges(s)) {
      int t = graph.target(edge[s]++);
      if (t < 0 || !includes.test(t)) {
        continue;
      }
      if (index[t] == 0) {
        return t;
      }
      if (component[t] < 0) {
        low[s] = Math.min(low[s], index[t]);
      }
    }
    return -1;
  }

  private static IntList takeComponent(int root, IntList stack, int[] component) {
    IntList members = new IntList();
    int m;
    do {
      m = stack.removeLast();
      component[m] = root;
      members.add(m);
    } while (m != root);
    return members;
  }
}
