package dev.baton.core;

/**
 * What the nodes of one system are built from.
 *
 * @param n how many nodes
 * @param holder the node at which the token, or what stands for it, starts
 * @param permits how many may be inside at once (k)
 * @param structure the logical structure that the algorithm lays over the network
 */
public record Setup(int n, int holder, int permits, Graph structure) {

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

  /** One permit, at node 0. */
  public static Setup of(Graph structure) {
    return new Setup(structure.size(), 0, 1, structure);
  }
}
