package dev.baton.core;

/** Builds the nodes of one system, in the paper's initial state. */
public interface Algorithm {

  /** The name on disk and on the command line, such as {@code suzuki-kasami}. */
  String id();

  /**
   * The nodes 0 … n − 1.
   *
   * @throws IllegalArgumentException with one sentence, if the setup does not fit the algorithm
   */
  Node<?>[] nodes(Setup setup);

  /**
   * Whether its nodes talk to their neighbours only, and are told of links that come up and go down
   * ({@link Node#onLinkUp}, {@link Node#onLinkDown}). When such nodes move between neighbourhoods,
   * they do not join and leave but gain and lose links; the permits are those of the whole system.
   */
  default boolean usesLinks() {
    return false;
  }
}
