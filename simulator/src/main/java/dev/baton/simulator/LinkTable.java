package dev.baton.simulator;

import dev.baton.core.Hash;

/**
 * What is remembered about ordered pairs of nodes once a message has gone from one to the other:
 * the state of their random stream, and when the last message arrived. With few nodes every pair
 * has its own place, so that a broadcast walks through memory in order; with many nodes most pairs
 * never exchange a message, and a hash table holds those that do.
 */
final class LinkTable {

  /** Up to this many nodes, every pair has its own place. */
  private static final int FEW = 1024;

  private static final int WIDTH = 3;
  private static final int STATE = 1;
  private static final int LAST = 2;

  private final int n;
  private final long streamKey;

  /** Triples of pair + 1 (0 where free), state, last arrival. */
  private long[] cells;

  private final boolean direct;
  private int mask = 63;
  private int size;

  LinkTable(int n, long seed) {
    this.n = n;
    streamKey = RandomStream.key(seed, "delay");
    direct = n <= FEW;
    cells = new long[WIDTH * (direct ? n * n : mask + 1)];
  }

  /** Where the pair is kept; valid until the next look-up. */
  int find(int from, int to) {
    long pair = ((long) from << 32 | to) + 1;
    int slot = direct ? from * n + to : (int) Hash.mix(pair) & mask;
    while (true) {
      int cell = WIDTH * slot;
      if (cells[cell] == pair) {
        return cell;
      }
      if (cells[cell] == 0) {
        return insert(cell, pair);
      }
      slot = slot + 1 & mask;
    }
  }

  private int insert(int cell, long pair) {
    if (!direct && 4L * ++size > 3L * (mask + 1)) {
      grow();
      cell = free(pair);
    }
    cells[cell] = pair;
    // By the pair alone, so that it does not matter how many other nodes there are.
    cells[cell + STATE] = RandomStream.start(streamKey, pair);
    return cell;
  }

  private int free(long pair) {
    int slot = (int) Hash.mix(pair) & mask;
    while (cells[WIDTH * slot] != 0) {
      slot = slot + 1 & mask;
    }
    return WIDTH * slot;
  }

  private void grow() {
    long[] old = cells;
    mask = 2 * mask + 1;
    cells = new long[Math.multiplyExact(WIDTH, mask + 1)];
    for (int from = 0; from < old.length; from += WIDTH) {
      if (old[from] != 0) {
        System.arraycopy(old, from, cells, free(old[from]), WIDTH);
      }
    }
  }

  /** The next random bits of the pair's stream. */
  long random(int cell) {
    return Hash.mix(cells[cell + STATE] += RandomStream.STEP);
  }

  /** The arrival of a message that would arrive at {@code time} if it could overtake. */
  long inOrder(int cell, long time) {
    if (time < cells[cell + LAST]) {
      return cells[cell + LAST];
    }
    cells[cell + LAST] = time;
    return time;
  }
}
