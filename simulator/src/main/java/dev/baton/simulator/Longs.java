package dev.baton.simulator;

import java.util.Arrays;

/** A growing list of numbers of at least −1: four bytes each, as long as all of them fit. */
final class Longs {

  private static final long SHORT = 0xFFFF_FFFFL;

  /** One more than each value, unsigned; null once there was a value that did not fit. */
  private int[] shorts;

  /** Null until then. */
  private long[] values;

  private int size;

  Longs() {
    this(16);
  }

  /** With room for this many values, at least two, before it grows. */
  Longs(int room) {
    shorts = new int[room];
  }

  void add(long value) {
    if (size == (values == null ? shorts.length : values.length)) {
      grow();
    }
    set(size++, value);
  }

  private void grow() {
    int room = size + (size >> 1);
    if (values == null) {
      shorts = Arrays.copyOf(shorts, room);
    } else {
      values = Arrays.copyOf(values, room);
    }
  }

  long get(int i) {
    return values == null ? (shorts[i] & SHORT) - 1 : values[i];
  }

  void set(int i, long value) {
    assert value >= -1;
    if (values == null && value >= SHORT) {
      lengthen();
    }
    if (values == null) {
      shorts[i] = (int) (value + 1);
    } else {
      values[i] = value;
    }
  }

  private void lengthen() {
    long[] longer = new long[shorts.length];
    for (int i = 0; i < size; i++) {
      longer[i] = get(i);
    }
    values = longer;
    shorts = null;
  }

  int size() {
    return size;
  }

  /**
   * Copies the values from index {@code from} on that are not negative; returns how many there are.
   */
  int copyValid(int from, long[] into) {
    int count = 0;
    for (int i = from; i < size; i++) {
      long value = get(i);
      if (value >= 0) {
        into[count++] = value;
      }
    }
    return count;
  }
}
