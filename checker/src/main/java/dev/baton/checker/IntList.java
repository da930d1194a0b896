package dev.baton.checker;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {

  private int[] values = new int[64];
  private int size;

  void add(int value) {
    ensure(1);
    values[size++] = value;
  }

  void addAll(int[] from, int start, int length) {
    ensure(length);
    System.arraycopy(from, start, values, size, length);
    size += length;
  }

  int get(int i) {
    return values[i];
  }

  int removeLast() {
    return values[--size];
  }

  int size() {
    return size;
  }

  /** The elements, up to {@link #size}; valid until the next addition. */
  int[] values() {
    return values;
  }

  void clear() {
    size = 0;
  }

  /** The bytes it takes, or will take when it grows next if that is soon. */
  long bytes() {
    boolean isAlmostFull = size > values.length / 8 * 7;
    return isAlmostFull ? 10L * values.length : 4L * values.length;
  }

  private void ensure(int more) {
    if (size + more > values.length) {
      long wanted = Math.max(size + (long) more, values.length + (values.length >> 1));
      values = Arrays.copyOf(values, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
