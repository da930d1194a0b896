package dev.baton.checker;

import java.util.Arrays;

/** A growing list of ints. Grows chunk by chunk and copies nothing. */
final class IntChunks {

  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  private int[][] chunks = new int[16][];
  private int allocated;
  private int size;

  void add(int value) {
    int chunk = size >>> BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new int[1 << BITS];
      allocated++;
    }
    chunks[chunk][size++ & MASK] = value;
  }

  int get(int i) {
    return chunks[i >>> BITS][i & MASK];
  }

  void set(int i, int value) {
    chunks[i >>> BITS][i & MASK] = value;
  }

  int size() {
    return size;
  }

  /** Removes all but the first elements; keeps the memory of the others. */
  void truncate(int length) {
    size = length;
  }

  long bytes() {
    return (4L << BITS) * allocated;
  }
}
