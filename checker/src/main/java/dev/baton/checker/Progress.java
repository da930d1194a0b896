package dev.baton.checker;

/** Hears how far a search has come, after every level. */
public interface Progress {

  Progress NONE = (depth, states, frontier) -> {};

  void onLevel(int depth, long states, long frontier);
}
