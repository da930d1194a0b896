package dev.baton.checker;

/**
 * Hears how far a search has come, after every level; in a second walk, when all states are known,
 * how many it has not come to yet.
 */
public interface Progress {

  Progress NONE = (depth, states, frontier) -> {};

  void onLevel(int depth, long states, long frontier);
}
