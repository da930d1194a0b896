package dev.baton.checker;

/** Is told how far a search has come. */
public interface Progress {

  Progress NONE = (depth, states, frontier) -> {};

  /** After every level of a breadth-first search. */
  void onLevel(int depth, long states, long frontier);

  /**
   * Now and then in a sweep.
   *
   * @param step how many requests, entries and exits there have been
   */
  default void onStep(int step, long states, long frontier) {}

  /** Before a handler runs, which is once for each event of each state of a single node. */
  default void onHandler() {}
}
