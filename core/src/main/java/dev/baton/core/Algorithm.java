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
}
