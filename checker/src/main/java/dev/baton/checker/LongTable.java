package dev.baton.checker;

/**
 * A map from 64-bit keys that are already mixed to ints, by open addressing and without objects.
 */
final class LongTable {

  static final int ABSENT = -1;

  private static final int LARGE = 1 << 16;

  /** 0 where free; the key 0 itself is kept as 1, which costs hashes one more collision. */
  private long[] keys;

  private int[] values;
  private int size;

  LongTable(int capacity) {
    keys = new long[capacity];
    values = new int[capacity];
  }

  int size() {
    return size;
  }

  /** The value of a key, or {@link #ABSENT}. */
  int get(long key) {
    int slot = find(key == 0 ? 1 : key);
    return keys[slot] == 0 ? ABSENT : values[slot];
  }

  /** Sets the value of a key that is absent; returns {@link #ABSENT}, or the value it has. */
  int putIfAbsent(long key, int value) {
    long k = key == 0 ? 1 : key;
    int slot = find(k);
    if (keys[slot] != 0) {
      return values[slot];
    }
    keys[slot] = k;
    values[slot] = value;
    if (++size > keys.length / 4 * 3) {
      grow();
    }
    return ABSENT;
  }

  /** Reads where the key's place begins, so that it is in the caches when it is needed. */
  int touch(long key) {
    int slot = home(key, keys.length);
    return (int) keys[slot] + values[slot];
  }

  long bytes() {
    return 12L * keys.length;
  }

  private int find(long key) {
    long[] in = keys;
    int slot = home(key, in.length);
    while (in[slot] != 0 && in[slot] != key) {
      if (++slot == in.length) {
        slot = 0;
      }
    }
    return slot;
  }

  /**
   * The place depends on the lower half of a key, because the upper half may have chosen the table.
   * Works for any capacity.
   */
  private static int home(long key, int capacity) {
    return (int) ((key & 0xFFFFFFFFL) * capacity >>> 32);
  }

  /** Doubling a large table would leave it half empty. */
  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    boolean isLarge = keys.length >= LARGE;
    keys = new long[isLarge ? keys.length / 4 * 5 : 2 * keys.length];
    values = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = find(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
