package dev.baton.checker;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Vectors of states, first in, first out. Small numbers take few bytes. Grows by chunks, of which
 * the first are small, and copies nothing; the memory of what has been taken is reused, unless it
 * is kept.
 */
final class VectorQueue {

  private static final int FIRST_CHUNK = 1 << 10;
  private static final int CHUNK = 1 << 16;
  private static final int MOST_SPARE = 16;

  /** Marks the end of a chunk; a vector begins with a greater number. */
  private static final int END = 0;

  /** A byte holds seven bits of a number; the eighth says that more follow. */
  private static final int BITS = 7;

  private static final int MORE = 1 << BITS;
  private static final int MOST_BYTES = 5;

  /** The vectors: each its length plus one, then its elements. */
  private final Deque<byte[]> chunks = new ArrayDeque<>();

  private final Deque<byte[]> spare = new ArrayDeque<>();

  /** What has been taken, so that it can be taken again; null if it need not be. */
  private Deque<byte[]> kept;

  private int size;
  private int added;
  private long capacity;

  /** The chunk to which vectors are added, and where. */
  private byte[] last;

  private int end;

  /** The chunk from which vectors are taken, and where the next one begins. */
  private byte[] first;

  private int next;

  /** The vector that was taken last. */
  private int[] values = new int[64];

  private int length;

  /**
   * An empty one.
   *
   * @param keeps whether what has been taken can be taken once more
   */
  VectorQueue(boolean keeps) {
    kept = keeps ? new ArrayDeque<>() : null;
    last = new byte[FIRST_CHUNK];
    first = last;
    chunks.add(last);
    capacity = last.length;
  }

  int size() {
    return size;
  }

  long bytes() {
    return capacity;
  }

  void add(int[] vector, int length) {
    int most = MOST_BYTES * (length + 1) + 1;
    if (last.length - end < most) {
      last[end] = END;
      last = most <= CHUNK ? spare.poll() : null;
      if (last == null) {
        last = new byte[Math.max(most, (int) Math.min(CHUNK, capacity))];
        capacity += last.length;
      }
      chunks.addLast(last);
      end = 0;
    }
    put(length + 1);
    for (int i = 0; i < length; i++) {
      put(vector[i]);
    }
    size++;
    added++;
  }

  private void put(int value) {
    int rest = value;
    while ((rest & -MORE) != 0) {
      last[end++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    last[end++] = (byte) rest;
  }

  /** Takes the first vector, which the following methods describe until the next call. */
  void take() {
    while (first[next] == END) {
      byte[] done = chunks.removeFirst();
      if (kept != null) {
        kept.addLast(done);
      } else {
        release(done);
      }
      first = chunks.getFirst();
      next = 0;
    }
    length = get() - 1;
    if (values.length < length) {
      values = new int[2 * length];
    }
    for (int i = 0; i < length; i++) {
      values[i] = get();
    }
    size--;
  }

  private int get() {
    int b = first[next++];
    int value = b & MORE - 1;
    for (int shift = BITS; b < 0; shift += BITS) {
      b = first[next++];
      value |= (b & MORE - 1) << shift;
    }
    return value;
  }

  private void release(byte[] chunk) {
    if (chunk.length == CHUNK && spare.size() < MOST_SPARE) {
      spare.addLast(chunk);
    } else {
      capacity -= chunk.length;
    }
  }

  int[] values() {
    return values;
  }

  int length() {
    return length;
  }

  // What has been taken.

  boolean isKeeping() {
    return kept != null;
  }

  void stopKeeping() {
    if (kept != null) {
      kept.forEach(this::release);
      kept = null;
    }
  }

  /** Starts again at the first vector that was ever added; all must be kept. */
  void rewind() {
    while (!kept.isEmpty()) {
      chunks.addFirst(kept.removeLast());
    }
    first = chunks.getFirst();
    next = 0;
    size = added;
  }
}
