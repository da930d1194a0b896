package dev.baton.algorithms;

/**
 * What keeps a changed handler from looping for ever: its loops burn it, and those of the classes
 * that it calls or that call it; every event fills it up. Each mutant is loaded with a copy of its
 * own, and is judged by one thread.
 */
final class Fuel {

  private static final int ROUNDS = 100_000;

  private static int left = ROUNDS;

  private Fuel() {}

  static void fill() {
    left = ROUNDS;
  }

  static void burn() {
    if (--left < 0) {
      throw new IllegalStateException("a loop does not end");
    }
  }
}
