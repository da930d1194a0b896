package dev.baton.checker;

import java.util.Arrays;

/** By state: the one it was found from. Grows chunk by chunk and copies nothing. */
final class Parents {

  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  private int[][] chunks = new int[16][];
  private int size;

  void add(int parent) {
    int chunk = size >>> BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new int[1 << BITS];
    }
    chunks[chunk][size++ & MASK] = parent;
  }

  int get(int state) {
    return chunks[state >>> BITS][state & MASK];
  }

  long bytes() {
    return 4L * (size + MASK & ~MASK);
  }
}
