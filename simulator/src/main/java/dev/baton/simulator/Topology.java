package dev.baton.simulator;

import dev.baton.core.Graph;
import java.util.HashSet;
import java.util.Set;

/**
 * The name of a network or structure: {@code complete}, {@code line}, {@code ring}, {@code star},
 * {@code binary-tree}, {@code tree:D}, {@code torus:UxV}, {@code array:UxV}, {@code grid} (the
 * array nearest to a square), {@code plane} (a projective plane), {@code random-tree}, {@code
 * geometric:R}, {@code power-law:M}, {@code zones:UxV} (U zones of V nodes), or every edge one by
 * one, {@code edges:0-1,1-2}.
 */
public final class Topology {

  private final String text;
  private final String name;

  /** What follows the colon; null if there is none. */
  private final String argument;

  private Topology(String text) {
    this.text = text;
    int colon = text.indexOf(':');
    name = colon < 0 ? text : text.substring(0, colon);
    argument = colon < 0 ? null : text.substring(colon + 1);
  }

  /**
   * Reads a name; whether it suits a number of nodes is checked later.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static Topology parse(String text) {
    Topology topology = new Topology(text);
    boolean known =
        switch (topology.name) {
          case "complete", "line", "ring", "star", "binary-tree", "grid", "plane", "random-tree" ->
              topology.argument == null;
          case "tree", "torus", "array", "geometric", "power-law", "zones", "edges" ->
              topology.argument != null;
          default -> false;
        };
    if (!known) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a topology: write complete, line, ring, star, binary-tree, tree:3,"
              + " torus:3x4, array:3x4, grid, plane, random-tree, geometric:0.3, power-law:2,"
              + " zones:4x5 or edges:0-1,1-2.");
    }
    return topology;
  }

  /**
   * The graph with n nodes; the seed decides whatever is random in it.
   *
   * @throws IllegalArgumentException with one sentence that says what to write, if it does not fit
   */
  public Graph graph(int n, long seed) {
    if (n < 1) {
      throw new IllegalArgumentException("There must be at least 1 node, not " + n + ".");
    }
    RandomStream random = new RandomStream(seed, "topology");
    return switch (name) {
      case "complete" -> Graph.complete(n);
      case "line" -> Graph.line(n);
      case "ring" -> Graph.ring(n);
      case "star" -> Graph.star(n);
      case "binary-tree" -> Graph.binaryTree(n);
      case "tree" -> Graph.tree(n, wholeNumber(argument, 1, "tree:3 (children per node)"));
      case "torus", "array", "zones" -> rows(n);
      case "grid" -> Graph.grid(n);
      case "plane" -> Graph.plane(n);
      case "random-tree" -> RandomGraphs.tree(n, random);
      case "geometric" -> RandomGraphs.geometric(n, distance(), random);
      case "power-law" ->
          RandomGraphs.powerLaw(
              n, wholeNumber(argument, 1, "power-law:2 (links per node)"), random);
      default -> edges(n);
    };
  }

  private int wholeNumber(String digits, int least, String example) {
    long ticks = Ticks.parse(digits);
    if (ticks % Ticks.PER_UNIT != 0 || ticks < least * Ticks.PER_UNIT) {
      throw new IllegalArgumentException(
          "'" + text + "' needs whole numbers of at least " + least + ": write " + example + ".");
    }
    return (int) (ticks / Ticks.PER_UNIT);
  }

  private double distance() {
    long ticks = Ticks.parse(argument);
    if (ticks <= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' needs a distance above 0 in the unit square: write geometric:0.3.");
    }
    return Ticks.toUnits(ticks);
  }

  /** A torus has to be full; the last row of an array may be short. */
  private Graph rows(int n) {
    int x = argument.indexOf('x');
    if (x < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' has no size: write " + sides() + ", such as " + example(n) + ".");
    }
    String example = example(n) + " (" + sides() + ")";
    int u = wholeNumber(argument.substring(0, x), 1, example);
    int v = wholeNumber(argument.substring(x + 1), 1, example);
    if (name.equals("array") && (long) u * v >= n && (u - 1L) * v < n) {
      return Graph.array(n, v);
    }
    if ((long) u * v != n) {
      throw new IllegalArgumentException(
          text
              + " has "
              + (long) u * v
              + " nodes, the system has "
              + n
              + ": write "
              + (name.equals("zones") ? "zones" : "a torus")
              + " of U x V = "
              + n
              + ", such as "
              + example(n)
              + ".");
    }
    return name.equals("zones") ? Graph.zones(u, v) : Graph.torus(u, v);
  }

  private String sides() {
    return name.equals("zones") ? "zones x nodes in each" : "rows x columns";
  }

  private String example(int n) {
    return name.equals("zones") ? torusOf(n).replace("torus", "zones") : torusOf(n);
  }

  /** The torus of n nodes that is nearest to a square. */
  private static String torusOf(int n) {
    int u = (int) Math.sqrt(n);
    while (n % u != 0) {
      u--;
    }
    return "torus:" + u + "x" + n / u;
  }

  private Graph edges(int n) {
    Graph.Edges edges = new Graph.Edges(n);
    if (!argument.isEmpty()) {
      Set<Long> known = new HashSet<>();
      for (String edge : argument.split(",", -1)) {
        addEdge(edges, known, edge, n);
      }
    }
    return edges.toGraph(text);
  }

  private void addEdge(Graph.Edges edges, Set<Long> known, String edge, int n) {
    int dash = edge.indexOf('-');
    String example = "two nodes per edge, such as edges:0-1,1-2";
    int a = dash < 0 ? 0 : wholeNumber(edge.substring(0, dash), 0, example);
    int b = dash < 0 ? 0 : wholeNumber(edge.substring(dash + 1), 0, example);
    if (a == b || a >= n || b >= n) {
      throw new IllegalArgumentException(
          "'"
              + edge
              + "' is not an edge between two of the nodes 0 to "
              + (n - 1)
              + ": write "
              + example
              + ".");
    }
    if (!known.add(Math.min(a, b) * (long) n + Math.max(a, b))) {
      throw new IllegalArgumentException("The edge '" + edge + "' appears twice: write it once.");
    }
    edges.add(a, b);
  }
}
