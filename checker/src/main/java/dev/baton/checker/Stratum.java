package dev.baton.checker;

/**
 * The states of one stratum of a {@link Sweep}, numbered in order of finding: in all of them every
 * node has requested, entered and left equally often.
 */
final class Stratum {

  /** How often nodes have requested, entered and left, all together. */
  private final int steps;

  /** The same of each node, as digits of one number. */
  private final long key;

  private final Fingerprints numbers = new Fingerprints(0);
  private int states;
  private final VectorQueue queue = new VectorQueue(true);

  // When they were last measured; other threads ask as well.
  private volatile long bytes;
  private volatile int waiting;

  Stratum(int steps, long key) {
    this.steps = steps;
    this.key = key;
  }

  int steps() {
    return steps;
  }

  long key() {
    return key;
  }

  int states() {
    return states;
  }

  /** The states that are still to be expanded; then all of them, again. */
  VectorQueue queue() {
    return queue;
  }

  long bytes() {
    return bytes;
  }

  /** How many states are to be expanded. */
  int waiting() {
    return waiting;
  }

  void measure() {
    bytes = numbers.bytes() + queue.bytes();
    waiting = queue.size();
  }

  /** Takes over what leads here from other strata, which several threads may search at once. */
  synchronized void absorb(Findings found) {
    found.drain(this::touch, (source, tag, fingerprint, v, length) -> add(fingerprint, v, length));
    measure();
  }

  int touch(long fingerprint) {
    return numbers.touch(fingerprint);
  }

  /** The number of a state that is known. */
  int number(long fingerprint) {
    return numbers.get(fingerprint);
  }

  /** The number of a state, which is noted if it is new. */
  int add(long fingerprint, int[] vector, int length) {
    int known = numbers.putIfAbsent(fingerprint, states);
    if (known != LongTable.ABSENT) {
      return known;
    }
    queue.add(vector, length);
    return states++;
  }
}
