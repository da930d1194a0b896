package dev.baton.checker;

/**
 * The states of one stratum of a {@link Sweep}, numbered in the order in which they are found: each
 * node has requested, entered and left equally often in all of them.
 */
final class Stratum {

  /** The bytes that objects take when they are nearly empty. */
  private static final long OVERHEAD = 1500;

  /** How often nodes have requested, entered and left, all together. */
  private final int steps;

  /** The same of each node, as digits of one number. */
  private final long key;

  private final Fingerprints numbers = new Fingerprints();
  private int states;
  private final VectorQueue queue;

  // As last measured; other threads read them as well.
  private volatile long bytes;
  private volatile int waiting;

  Stratum(int steps, long key, boolean keeps) {
    this.steps = steps;
    this.key = key;
    queue = new VectorQueue(keeps);
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

  /** The states that are still to be expanded; afterwards all of them, once more. */
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
    bytes = OVERHEAD + numbers.bytes() + queue.bytes();
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
