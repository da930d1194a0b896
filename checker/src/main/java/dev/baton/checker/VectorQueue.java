package dev.baton.checker;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Vectors of states, first in, first out. Grows by chunks, of which the first are small, and copies
 * nothing; the room of what has been taken is used again.
 */
final class VectorQueue {

  private static final int FIRST_CHUNK = 1 << 8;
  private static final int CHUNK = 1 << 15;
  private static final int MOST_SPARE = 16;

  /** Where a chunk ends before it is full: a length that no vector has. */
  private static final int END = -1;

  /** The vectors: each its length, then its elements. */
  private final Deque<int[]> chunks = new ArrayDeque<>();

  private final Deque<int[]> spare = new ArrayDeque<>();

  /** What has been taken, so that it can be taken again; null where it need not. */
  private final Deque<int[]> kept;

  private int size;
  private int added;
  private long capacity;

  /** The chunk to which is added, and where. */
  private int[] last;

  private int end;

  /** The chunk from which is taken, and where in it the vector taken last begins and ends. */
  private int[] first;

  private int start;
  private int next;

  /**
   * An empty one.
   *
   * @param keeps whether what has been taken can be taken once more
   */
  VectorQueue(boolean keeps) {
    kept = keeps ? new ArrayDeque<>() : null;
    last = new int[FIRST_CHUNK];
    first = last;
    chunks.add(last);
    capacity = last.length;
  }

  int size() {
    return size;
  }

  long bytes() {
    return 4 * capacity;
  }

  void add(int[] vector, int length) {
    if (last.length - end <= length) {
      if (end < last.length) {
        last[end] = END;
      }
      last = length < CHUNK ? spare.poll() : null;
      if (last == null) {
        int usual = (int) Math.min(CHUNK, Math.max(FIRST_CHUNK, capacity));
        last = new int[Math.max(usual, length + 1)];
        capacity += last.length;
      }
      chunks.addLast(last);
      end = 0;
    }
    last[end] = length;
    System.arraycopy(vector, 0, last, end + 1, length);
    end += length + 1;
    size++;
    added++;
  }

  /** Takes the first vector, which is then where the following methods say, until the next call. */
  void take() {
    while (next == first.length || first[next] == END) {
      int[] done = chunks.removeFirst();
      if (kept != null) {
        kept.addLast(done);
      } else if (done.length == CHUNK && spare.size() < MOST_SPARE) {
        spare.addLast(done);
      } else {
        capacity -= done.length;
      }
      first = chunks.getFirst();
      next = 0;
    }
    start = next + 1;
    next = start + first[next];
    size--;
  }

  /** Begins again with the first vector that was ever added. */
  void rewind() {
    while (!kept.isEmpty()) {
      chunks.addFirst(kept.removeLast());
    }
    first = chunks.getFirst();
    next = 0;
    size = added;
  }

  int[] values() {
    return first;
  }

  int start() {
    return start;
  }

  int length() {
    return next - start;
  }
}
