package dev.baton.core;

import java.util.Arrays;

/**
 * Numbers sequences of ints by their content, in the order in which they are first seen; compares
 * them exactly.
 */
public final class IntsTable {

  /** Sequence i: {@code data[start[i]] … data[start[i + 1] − 1]}. */
  private int[] data = new int[16];

  private int[] start = new int[4];
  private int size;

  /** Open addressing; number + 1, or 0 where free. */
  private int[] slots = new int[8];

  /** An empty table. */
  public IntsTable() {}

  /** The number of the sequence {@code values[0] … values[length − 1]}; {@link #size()} if new. */
  public int number(int[] values, int length) {
    int mask = slots.length - 1;
    int slot = (int) hash(values, 0, length) & mask;
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (Arrays.equals(data, start[number], start[number + 1], values, 0, length)) {
        return number;
      }
      slot = slot + 1 & mask;
    }
    slots[slot] = size + 1;
    append(values, length);
    if (2 * size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  public int size() {
    return size;
  }

  public int[] data() {
    return data;
  }

  public int start(int number) {
    return start[number];
  }

  public int end(int number) {
    return start[number + 1];
  }

  /** Roughly how many bytes it takes. */
  public long bytes() {
    return 4L * (data.length + start.length + slots.length);
  }

  private void append(int[] values, int length) {
    int from = start[size];
    if (from + length > data.length) {
      data = Arrays.copyOf(data, Math.max(2 * data.length, from + length));
    }
    System.arraycopy(values, 0, data, from, length);
    if (++size + 1 > start.length) {
      start = Arrays.copyOf(start, 2 * start.length);
    }
    start[size] = from + length;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int number = 0; number < size; number++) {
      int slot = (int) hash(data, start[number], start[number + 1]) & mask;
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = number + 1;
    }
  }

  private static long hash(int[] values, int from, int to) {
    long h = to - from;
    for (int i = from; i < to; i++) {
      h = Hash.fold(h, values[i]);
    }
    return Hash.mix(h);
  }
}
