package dev.baton.cluster;

/** A hold of the member as a whole, during which owners inside the member take turns. */
final class Turn {

  final int slot;

  /** The fence with which the member got it. */
  final long fence;

  /** How many owners have had it; each takes the next fence. Guarded by the gate. */
  private int owners;

  Turn(int slot, long fence) {
    this.slot = slot;
    this.fence = fence;
  }

  /** The fence of the next owner. */
  long next() {
    return fence + owners++;
  }

  /** How often it has gone from one owner to another. */
  int handOvers() {
    return owners - 1;
  }

  /** The highest fence in use. */
  long last() {
    return fence + Math.max(0, owners - 1);
  }
}
