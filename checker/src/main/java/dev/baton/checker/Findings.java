package dev.baton.checker;

import java.util.function.LongToIntFunction;

/**
 * States that were found and have not been looked up yet. A search spends most of its time waiting
 * for memory, so the places of a whole batch are read before the first is needed.
 */
final class Findings {

  /** How much is looked up together, in ints. */
  static final int BATCH = 1 << 12;

  /** What precedes a vector: source, tag, fingerprint, length. */
  private static final int PREFIX = 5;

  /** Accepts a state; the vector is valid until it returns. */
  interface Receiver {
    void receive(int source, int tag, long fingerprint, int[] vector, int length);
  }

  private final IntList data = new IntList();
  private int[] vector = new int[64];

  /** Keeps the compiler from removing reads whose only purpose is to be early. */
  private int touched;

  /**
   * Adds a state.
   *
   * @param source the number of the state that leads to it
   * @param tag what else has to be known about how it does
   */
  void add(int source, int tag, long fingerprint, int[] vector, int length) {
    data.add(source);
    data.add(tag);
    data.add((int) (fingerprint >>> Integer.SIZE));
    data.add((int) fingerprint);
    data.add(length);
    data.addAll(vector, 0, length);
  }

  /** In ints. */
  int size() {
    return data.size();
  }

  long bytes() {
    return data.bytes();
  }

  /**
   * Hands over all states, in order, and forgets them.
   *
   * @param touch reads the place of a fingerprint, so that it is near when it is needed
   */
  void drain(LongToIntFunction touch, Receiver receiver) {
    int[] values = data.values();
    int at = 0;
    while (at < data.size()) {
      int end = touch(touch, at, Math.min(data.size(), at + BATCH));
      while (at < end) {
        int length = values[at + PREFIX - 1];
        if (vector.length < length) {
          vector = new int[2 * length];
        }
        System.arraycopy(values, at + PREFIX, vector, 0, length);
        receiver.receive(values[at], values[at + 1], fingerprint(values, at), vector, length);
        at += PREFIX + length;
      }
    }
    data.clear();
  }

  /** Reads the places of fingerprints into the caches; returns where the last of them ends. */
  private int touch(LongToIntFunction touch, int from, int to) {
    int[] values = data.values();
    int at = from;
    while (at < to) {
      touched += touch.applyAsInt(fingerprint(values, at));
      at += PREFIX + values[at + PREFIX - 1];
    }
    return at;
  }

  private static long fingerprint(int[] values, int at) {
    return (long) values[at + 2] << Integer.SIZE | values[at + 3] & 0xFFFFFFFFL;
  }
}
