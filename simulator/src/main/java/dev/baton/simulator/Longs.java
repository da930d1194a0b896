package dev.baton.simulator;

import java.util.Arrays;

/** A list of longs that grows. */
final class Longs {

  private long[] values;
  private int size;

  Longs() {
    this(16);
  }

  /** With room for so many, at least two, before it grows. */
  Longs(int room) {
    values = new long[room];
  }

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  long get(int i) {
    return values[i];
  }

  void set(int i, long value) {
    values[i] = value;
  }

  int size() {
    return size;
  }

  /**
   * Copies the values from index {@code from} on that are not negative; returns how many they are.
   */
  int copyValid(int from, long[] into) {
    int count = 0;
    for (int i = from; i < size; i++) {
      if (values[i] >= 0) {
        into[count++] = values[i];
      }
    }
    return count;
  }
}
