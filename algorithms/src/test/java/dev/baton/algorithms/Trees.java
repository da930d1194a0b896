package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** All trees of a few nodes, and random ones. */
final class Trees {

  private Trees() {}

  /** Every labelled tree of n nodes, by its Prüfer sequence. */
  static List<Graph> labelled(int n) {
    List<Graph> trees = new ArrayList<>();
    int length = Math.max(0, n - 2);
    int count = (int) Math.round(Math.pow(n, length));
    for (int number = 0; number < count; number++) {
      int[] sequence = new int[length];
      int rest = number;
      for (int i = 0; i < length; i++) {
        sequence[i] = rest % n;
        rest /= n;
      }
      trees.add(ofPruefer(n, sequence));
    }
    return trees;
  }

  static Graph random(int n, Random random) {
    int[] sequence = new int[Math.max(0, n - 2)];
    for (int i = 0; i < sequence.length; i++) {
      sequence[i] = random.nextInt(n);
    }
    return ofPruefer(n, sequence);
  }

  /** One tree of every shape, with a name where it has one. */
  static List<Graph> shapes(int n) {
    List<Graph> candidates = new ArrayList<>();
    candidates.add(Graph.line(n));
    candidates.add(Graph.star(n));
    candidates.add(Graph.binaryTree(n));
    candidates.addAll(labelled(n));
    Set<String> known = new HashSet<>();
    List<Graph> shapes = new ArrayList<>();
    for (Graph tree : candidates) {
      if (known.add(shape(tree))) {
        shapes.add(tree);
      }
    }
    return shapes;
  }

  /** Every tree with every first holder, but only one of those that differ in numbers alone. */
  static List<Setup> withEveryHolder(int n) {
    List<Setup> setups = new ArrayList<>();
    for (Graph tree : shapes(n)) {
      Set<String> known = new HashSet<>();
      for (int holder = 0; holder < n; holder++) {
        if (known.add(shape(tree, holder, holder))) {
          setups.add(new Setup(n, holder, 1, tree));
        }
      }
    }
    return setups;
  }

  /** Equal for trees that differ in numbers alone. */
  static String shape(Graph tree) {
    List<String> rooted = new ArrayList<>();
    for (int root = 0; root < tree.size(); root++) {
      rooted.add(shape(tree, root, root));
    }
    return Collections.min(rooted);
  }

  /** Equal for rooted trees that differ in numbers alone: each branch in brackets, sorted. */
  static String shape(Graph tree, int parent, int root) {
    List<String> branches = new ArrayList<>();
    for (int j = 0; j < tree.degree(root); j++) {
      int child = tree.neighbour(root, j);
      if (child != parent) {
        branches.add(shape(tree, root, child));
      }
    }
    Collections.sort(branches);
    return "(" + String.join("", branches) + ")";
  }

  private static Graph ofPruefer(int n, int[] sequence) {
    Graph.Edges edges = new Graph.Edges(n);
    int[] degree = new int[n];
    for (int i = 0; i < n; i++) {
      degree[i] = 1;
    }
    for (int i : sequence) {
      degree[i]++;
    }
    for (int i : sequence) {
      int leaf = 0;
      while (degree[leaf] != 1) {
        leaf++;
      }
      edges.add(leaf, i);
      degree[leaf]--;
      degree[i]--;
    }
    List<Integer> last = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (degree[i] == 1) {
        last.add(i);
      }
    }
    if (n > 1) {
      edges.add(last.get(0), last.get(1));
    }
    return edges.toGraph("tree");
  }
}
