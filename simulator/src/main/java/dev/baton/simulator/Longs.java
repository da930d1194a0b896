package dev.baton.simulator;

import java.util.Arrays;

/** A list of longs that grows. */
final class Longs {

  private long[] values = new long[16];
  private int size;

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

  /** The values from index {@code from} on that are not negative. */
  long[] validFrom(int from) {
    long[] valid = new long[size - from];
    int count = 0;
    for (int i = from; i < size; i++) {
      if (values[i] >= 0) {
        valid[count++] = values[i];
      }
    }
    return count == valid.length ? valid : Arrays.copyOf(valid, count);
  }
}
