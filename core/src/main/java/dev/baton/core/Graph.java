package dev.baton.core;

import java.util.Arrays;
import java.util.List;

/**
 * An immutable undirected graph on the nodes 0 … n − 1: a network, or the structure that an
 * algorithm lays over it. Neighbours are listed in increasing order. A complete graph lists none:
 * for many nodes they would not fit into memory.
 */
public final class Graph {

  private final String name;
  private final int n;

  /**
   * Neighbours of i: {@code neighbour[start[i]] … neighbour[start[i + 1] − 1]}; null if complete.
   */
  private final int[] start;

  private final int[] neighbour;

  /** Nodes in a full row; 0 if it has no rows. */
  private final int columns;

  private final List<Ints> zones;

  private Graph(String name, int n, int[] start, int[] neighbour, int columns, List<Ints> zones) {
    this.name = name;
    this.n = n;
    this.start = start;
    this.neighbour = neighbour;
    this.columns = columns;
    this.zones = zones;
  }

  // Shapes that do not depend on chance.

  public static Graph complete(int n) {
    return new Graph("complete", checkSize(n), null, null, 0, List.of());
  }

  /** 0 – 1 – … – n − 1. */
  public static Graph line(int n) {
    return tree("line", n, 1);
  }

  public static Graph ring(int n) {
    Edges edges = new Edges(n);
    for (int i = 1; i < n; i++) {
      edges.add(i - 1, i);
    }
    if (n > 2) {
      edges.add(n - 1, 0);
    }
    return edges.toGraph("ring");
  }

  /** Node 0 in the middle. */
  public static Graph star(int n) {
    return tree("star", n, Math.max(1, n - 1));
  }

  /** Node 0 at the root, nodes 2i + 1 and 2i + 2 below i. */
  public static Graph binaryTree(int n) {
    return tree("binary-tree", n, 2);
  }

  /** Node 0 at the root, up to {@code degree} children each, filled level by level. */
  public static Graph tree(int n, int degree) {
    if (degree < 1) {
      throw new IllegalArgumentException(
          "A tree needs at least 1 child per node, as in tree:3, not " + degree + ".");
    }
    return tree("tree:" + degree, n, degree);
  }

  private static Graph tree(String name, int n, int degree) {
    Edges edges = new Edges(n);
    for (int i = 1; i < n; i++) {
      edges.add((i - 1) / degree, i);
    }
    return edges.toGraph(name);
  }

  /** u rows and v columns, both wrapped around; node r·v + c in row r and column c. */
  public static Graph torus(int u, int v) {
    if (u < 1 || v < 1) {
      throw new IllegalArgumentException(
          "A torus has at least 1 row and 1 column, as in torus:3x4, not " + u + "x" + v + ".");
    }
    return rows("torus:" + u + "x" + v, Math.multiplyExact(u, v), v);
  }

  /**
   * A torus of v columns whose last row may be short, if n fills no rectangle. Column c crosses a
   * short row of m nodes at node c mod m of that row.
   */
  public static Graph array(int n, int v) {
    checkSize(n);
    if (v < 1 || v > n) {
      throw new IllegalArgumentException(
          "An array of " + n + " nodes has 1 to " + n + " columns, not " + v + ".");
    }
    int u = (n + v - 1) / v;
    return u * v == n ? torus(u, v) : rows("array:" + u + "x" + v, n, v);
  }

  /** The array of n nodes that is nearest to a square. */
  public static Graph grid(int n) {
    return array(n, (int) Math.ceil(Math.sqrt(checkSize(n))));
  }

  /** The points of a projective plane: complete, since any two of them are on a line. */
  public static Graph plane(int n) {
    return new Graph("plane", checkSize(n), null, null, 0, List.of());
  }

  /** Full rows of v nodes, then what is left; rows and columns wrapped around. */
  private static Graph rows(String name, int n, int v) {
    Edges edges = new Edges(n);
    int u = (n + v - 1) / v;
    for (int r = 0; r < u; r++) {
      int length = Math.min(v, n - r * v);
      for (int c = 0; c < length; c++) {
        // In a row of one or two the way around is a loop, or an edge that is there already.
        if (length > 2 || c + 1 < length) {
          edges.add(r * v + c, r * v + (c + 1) % length);
        }
      }
      for (int c = 0; c < v; c++) {
        if (u > 2 || r + 1 < u) {
          int below = (r + 1) % u;
          edges.add(r * v + c % length, below * v + c % Math.min(v, n - below * v));
        }
      }
    }
    return edges.toGraph(name, v);
  }

  /** The tree in which {@code parent[i]} is the next node on the way to the root. */
  public static Graph ofParents(String name, int[] parent) {
    Edges edges = new Edges(parent.length);
    for (int i = 0; i < parent.length; i++) {
      if (parent[i] != i && parent[i] != Node.NONE) {
        edges.add(i, parent[i]);
      }
    }
    return edges.toGraph(name);
  }

  /**
   * u zones of v nodes, one after the other. The first of each is its leader and linked to the
   * others of its zone; the leader of the first zone is linked to those of the other zones.
   */
  public static Graph zones(int u, int v) {
    if (u < 1 || v < 1) {
      throw new IllegalArgumentException(
          "There is at least 1 zone of 1 node, as in zones:4x5, not " + u + "x" + v + ".");
    }
    Edges edges = new Edges(Math.multiplyExact(u, v));
    Ints[] zones = new Ints[u];
    for (int zone = 0; zone < u; zone++) {
      int[] members = new int[v];
      for (int i = 0; i < v; i++) {
        members[i] = zone * v + i;
        if (i > 0) {
          edges.add(members[0], members[i]);
        }
      }
      if (zone > 0) {
        edges.add(0, members[0]);
      }
      zones[zone] = Ints.of(members);
    }
    return edges.toGraph("zones:" + u + "x" + v).divided(List.of(zones));
  }

  /**
   * The same graph, whose nodes are divided into zones.
   *
   * @param zones each with its leader first
   * @throws IllegalArgumentException with one sentence, if a node is in none or in two of them
   */
  public Graph divided(List<Ints> zones) {
    boolean[] seen = new boolean[n];
    int count = 0;
    for (Ints zone : zones) {
      for (int i = 0; i < zone.size(); i++) {
        int node = zone.get(i);
        if (node < 0 || node >= n) {
          throw new IllegalArgumentException(
              "There is no node " + node + ": the nodes are 0 to " + (n - 1) + ".");
        }
        if (seen[node]) {
          throw new IllegalArgumentException(
              "Node " + node + " is in two zones: write it in one of them.");
        }
        seen[node] = true;
        count++;
      }
    }
    for (int node = 0; count < n && node < n; node++) {
      if (!seen[node]) {
        throw new IllegalArgumentException(
            "Node " + node + " is in no zone: write it in one of them.");
      }
    }
    return new Graph(name, n, start, neighbour, columns, List.copyOf(zones));
  }

  // Questions.

  /**
   * The zones into which the nodes are divided, each with its leader first; none if they are not.
   */
  public List<Ints> zones() {
    return zones;
  }

  public int size() {
    return n;
  }

  /** How many columns a torus or an array has; 0 for any other graph. */
  public int columns() {
    return columns;
  }

  public boolean isComplete() {
    return start == null;
  }

  public int degree(int i) {
    return start == null ? n - 1 : start[i + 1] - start[i];
  }

  /** The j-th neighbour of i, in increasing order. */
  public int neighbour(int i, int j) {
    if (start == null) {
      return j < i ? j : j + 1;
    }
    return neighbour[start[i] + j];
  }

  public boolean isEdge(int a, int b) {
    if (start == null) {
      return a != b;
    }
    return Arrays.binarySearch(neighbour, start[a], start[a + 1], b) >= 0;
  }

  public boolean isTree() {
    long ends = start == null ? (long) n * (n - 1) : neighbour.length;
    return ends == 2L * (n - 1) && isConnected();
  }

  public boolean isConnected() {
    if (start == null) {
      return true;
    }
    for (int parent : towards(0)) {
      if (parent == Node.NONE) {
        return false;
      }
    }
    return true;
  }

  /**
   * For each node its next node on a shortest way to {@code root}, the smaller number where two are
   * equally near; the root itself for the root, {@link Node#NONE} where there is no path.
   */
  public int[] towards(int root) {
    int[] next = new int[n];
    if (start == null) {
      Arrays.fill(next, root);
      return next;
    }
    Arrays.fill(next, Node.NONE);
    int[] queue = new int[n];
    int tail = 0;
    next[root] = root;
    queue[tail++] = root;
    for (int head = 0; head < tail; head++) {
      int i = queue[head];
      for (int e = start[i]; e < start[i + 1]; e++) {
        if (next[neighbour[e]] == Node.NONE) {
          next[neighbour[e]] = i;
          queue[tail++] = neighbour[e];
        }
      }
    }
    return next;
  }

  /** The breadth-first tree from {@code root}. */
  public Graph breadthFirstTree(int root) {
    return ofParents("breadth-first tree of " + name, towards(root));
  }

  /**
   * A name that fully describes this graph: that of its shape or, if it depends on chance, {@code
   * edges:} and every edge.
   */
  public String describe() {
    boolean isShape =
        switch (name) {
          case "line", "ring", "star", "binary-tree" -> true;
          default ->
              name.startsWith("tree:") || name.startsWith("zones:") || columns > 0 || isComplete();
        };
    if (isShape) {
      return name;
    }
    StringBuilder text = new StringBuilder("edges:");
    String separator = "";
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < degree(i); j++) {
        if (neighbour(i, j) > i) {
          text.append(separator).append(i).append('-').append(neighbour(i, j));
          separator = ",";
        }
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return name;
  }

  private static int checkSize(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("There must be at least 1 node, not " + n + ".");
    }
    return n;
  }

  /** Collects edges, then sorts them into a graph. */
  public static final class Edges {

    private final int n;
    private int[] ends = new int[16];
    private int size;

    public Edges(int n) {
      this.n = checkSize(n);
    }

    /** Adds an edge that is not there yet. */
    public void add(int a, int b) {
      assert a != b && 0 <= a && a < n && 0 <= b && b < n : a + " – " + b;
      if (size + 2 > ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      ends[size++] = a;
      ends[size++] = b;
    }

    public Graph toGraph(String name) {
      return toGraph(name, 0);
    }

    private Graph toGraph(String name, int columns) {
      int[] start = new int[n + 1];
      for (int e = 0; e < size; e++) {
        start[ends[e] + 1]++;
      }
      for (int i = 0; i < n; i++) {
        start[i + 1] += start[i];
      }
      int[] at = Arrays.copyOf(start, n);
      int[] neighbour = new int[size];
      for (int e = 0; e < size; e++) {
        neighbour[at[ends[e]]++] = ends[e ^ 1];
      }
      for (int i = 0; i < n; i++) {
        Arrays.sort(neighbour, start[i], start[i + 1]);
      }
      return new Graph(name, n, start, neighbour, columns, List.of());
    }
  }
}
