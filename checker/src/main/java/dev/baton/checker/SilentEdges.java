package dev.baton.checker;

import java.util.Arrays;
import java.util.List;

/**
 * The silent events that lead to the states of one partition: those that are no request, entry,
 * exit, join or leave. As pairs of states while they are few; then only how many lead to each
 * state, in one byte, which is enough to take states away in a second walk.
 */
final class SilentEdges {

  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  /** A count that is no longer exact, and stays: as if its state were on a cycle. */
  private static final byte MANY = (byte) 255;

  /** The count of a state that has been taken away. */
  private static final byte TAKEN = (byte) 254;

  private final long mostBytes;

  /** Source, in numbers of all partitions, and target; null when there are too many. */
  private IntList pairs = new IntList();

  /** By target, in chunks; unused as long as there are pairs. */
  private byte[][] counts = new byte[16][];

  private int chunks;

  SilentEdges(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  void add(int source, int target) {
    if (pairs == null) {
      count(target);
      return;
    }
    pairs.add(source);
    pairs.add(target);
    if (4L * pairs.size() > mostBytes) {
      dropPairs();
    }
  }

  /** Goes over to counts. */
  void dropPairs() {
    if (pairs != null) {
      IntList all = pairs;
      pairs = null;
      for (int e = 1; e < all.size(); e += 2) {
        count(all.get(e));
      }
    }
  }

  boolean hasPairs() {
    return pairs != null;
  }

  long bytes() {
    return (pairs == null ? 0 : pairs.bytes()) + ((long) chunks << BITS);
  }

  // Counts.

  private void count(int target) {
    ensure(target);
    byte[] chunk = counts[target >>> BITS];
    int at = target & MASK;
    // TAKEN is skipped, so that nothing is mistaken for it.
    if (chunk[at] != MANY) {
      chunk[at] = (byte) (chunk[at] + 1) == TAKEN ? MANY : (byte) (chunk[at] + 1);
    }
  }

  private void ensure(int target) {
    while (chunks <= target >>> BITS) {
      if (chunks == counts.length) {
        counts = Arrays.copyOf(counts, 2 * chunks);
      }
      counts[chunks++] = new byte[1 << BITS];
    }
  }

  /**
   * In the second walk an event leads to a state. Returns whether the state can be taken away now:
   * all silent events that lead to it have been met, and it has not been taken before.
   */
  boolean takes(int target, boolean isSilent) {
    ensure(target);
    byte[] chunk = counts[target >>> BITS];
    int at = target & MASK;
    if (chunk[at] == MANY || chunk[at] == TAKEN) {
      return false;
    }
    if (isSilent) {
      chunk[at]--;
    }
    if (chunk[at] != 0) {
      return false;
    }
    chunk[at] = TAKEN;
    return true;
  }

  // Pairs.

  /**
   * Whether the pairs of all partitions form a cycle. Looks by taking away, again and again, states
   * to which no event leads.
   *
   * @param total more than the number of any state
   */
  static boolean hasCycle(List<SilentEdges> partitions, int total) {
    int count = partitions.size();
    int[] start = new int[total + 1];
    int[] incoming = new int[total];
    for (int p = 0; p < count; p++) {
      IntList edges = partitions.get(p).pairs;
      for (int e = 0; e < edges.size(); e += 2) {
        start[edges.get(e) + 1]++;
        incoming[edges.get(e + 1) * count + p]++;
      }
    }
    for (int s = 0; s < total; s++) {
      start[s + 1] += start[s];
    }
    int[] targets = new int[start[total]];
    int[] at = Arrays.copyOf(start, total);
    for (int p = 0; p < count; p++) {
      IntList edges = partitions.get(p).pairs;
      for (int e = 0; e < edges.size(); e += 2) {
        targets[at[edges.get(e)]++] = edges.get(e + 1) * count + p;
      }
    }
    return hasCycle(start, targets, incoming);
  }

  private static boolean hasCycle(int[] start, int[] targets, int[] incoming) {
    int[] free = new int[incoming.length];
    int tail = 0;
    for (int s = 0; s < incoming.length; s++) {
      if (incoming[s] == 0) {
        free[tail++] = s;
      }
    }
    for (int head = 0; head < tail; head++) {
      for (int e = start[free[head]]; e < start[free[head] + 1]; e++) {
        if (--incoming[targets[e]] == 0) {
          free[tail++] = targets[e];
        }
      }
    }
    return tail < incoming.length;
  }
}
