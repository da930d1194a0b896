package dev.baton.core;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * What the nodes of one system are built from.
 *
 * @param n how many nodes
 * @param holder the node at which the token, or its equivalent, starts
 * @param permits how many may be inside at once (k)
 * @param structure the logical structure that the algorithm lays over the network
 * @param division how the nodes are divided: depth of clusters or number of groups; 0 leaves it to
 *     the algorithm
 * @param neighbourhoods between how many neighbourhoods the nodes roam; 0 if they stay together
 * @param outside how many nodes, the last ones, start outside every neighbourhood
 */
public record Setup(
    int n,
    int holder,
    int permits,
    Graph structure,
    int division,
    int neighbourhoods,
    int outside) {

  public Setup {
    if (n < 1) {
      throw new IllegalArgumentException("There must be at least 1 node, not " + n + ".");
    }
    if (holder < 0 || holder >= n) {
      throw new IllegalArgumentException(
          "The first holder must be one of the nodes 0 to " + (n - 1) + ", not " + holder + ".");
    }
    if (permits < 1) {
      throw new IllegalArgumentException("There must be at least 1 permit, not " + permits + ".");
    }
    if (division < 0) {
      throw new IllegalArgumentException("Nodes cannot be divided into " + division + " parts.");
    }
    if (division > 0 && !structure.zones().isEmpty()) {
      throw new IllegalArgumentException(
          "The structure " + structure + " is divided already: leave the depth of clusters out.");
    }
    if (neighbourhoods < 0) {
      throw new IllegalArgumentException(
          "There must be at least 1 neighbourhood, not " + neighbourhoods + ".");
    }
    if (outside < 0 || outside > 0 && (neighbourhoods == 0 || outside > n)) {
      throw new IllegalArgumentException(
          outside
              + " of "
              + n
              + " nodes cannot start outside of "
              + neighbourhoods
              + " neighbourhoods.");
    }
    if (structure.size() != n) {
      throw new IllegalArgumentException(
          "The structure "
              + structure
              + " has "
              + structure.size()
              + " nodes, the system has "
              + n
              + ".");
    }
  }

  /** All together. */
  public Setup(int n, int holder, int permits, Graph structure, int division) {
    this(n, holder, permits, structure, division, 0, 0);
  }

  /** All together, divided as the algorithm chooses. */
  public Setup(int n, int holder, int permits, Graph structure) {
    this(n, holder, permits, structure, 0);
  }

  /** The same between neighbourhoods, the last {@code outside} nodes not yet in one of them. */
  public Setup roaming(int neighbourhoods, int outside) {
    return new Setup(n, holder, permits, structure, division, neighbourhoods, outside);
  }

  /** One node for each number, from 0 on. */
  public Node<?>[] nodes(IntFunction<Node<?>> make) {
    Node<?>[] nodes = new Node<?>[n];
    Arrays.setAll(nodes, make);
    return nodes;
  }

  /** Whether nodes leave and join. */
  public boolean isRoaming() {
    return neighbourhoods > 0;
  }

  /** The neighbourhood in which a node starts; {@link Node#NONE} outside. */
  public int home(int node) {
    if (node >= n - outside) {
      return Node.NONE;
    }
    return isRoaming() ? node % neighbourhoods : 0;
  }

  /**
   * Whether two nodes are linked at the start, where links change: as the structure says or, where
   * nodes move between neighbourhoods, if theirs are the same or next to each other.
   */
  public boolean areLinked(int i, int j) {
    if (!isRoaming()) {
      return structure.isEdge(i, j);
    }
    boolean areInside = home(i) != Node.NONE && home(j) != Node.NONE;
    return i != j && areInside && CellGrid.of(neighbourhoods).touch(home(i), home(j));
  }

  /** The number of a node's first arrival: the holder arrives first, then the others in order. */
  public int arrival(int node) {
    if (home(node) == Node.NONE) {
      return 0;
    }
    return node == holder ? 1 : node < holder ? node + 2 : node + 1;
  }

  /** What the nodes are divided into: groups on a complete structure, otherwise clusters. */
  public String parts() {
    return structure.isComplete() ? "groups" : "clusters";
  }

  /** One permit, at node 0. */
  public static Setup of(Graph structure) {
    return new Setup(structure.size(), 0, 1, structure);
  }
}
