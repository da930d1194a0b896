package dev.baton.checker;

/**
 * Hears how far a search has come: after every level of a breadth-first search its depth; now and
 * then in a {@link Sweep}, which tells how many requests, entries and exits there have been.
 */
public interface Progress {

  Progress NONE = (depth, states, frontier) -> {};

  void onLevel(int depth, long states, long frontier);
}
