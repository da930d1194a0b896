package dev.baton.core;

/**
 * What the nodes of one system are built from.
 *
 * @param n how many nodes
 * @param holder the node at which the token, or what stands for it, starts
 * @param permits how many may be inside at once (k)
 * @param structure the logical structure that the algorithm lays over the network
 * @param division how the nodes are divided: depth of clusters, number of groups or of
 *     neighbourhoods; 0 leaves it to the algorithm
 */
public record Setup(int n, int holder, int permits, Graph structure, int division) {

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
      throw new IllegalArgumentException("Nodes cannot be divided by " + division + ".");
    }
    if (structure.size() != n) {
      throw new IllegalArgumentException(
          "The structure "
              + structure
              + " has "
              + structure.size()
              + " nodes, the system "
              + n
              + ".");
    }
  }

  /** Divided as the algorithm likes. */
  public Setup(int n, int holder, int permits, Graph structure) {
    this(n, holder, permits, structure, 0);
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
