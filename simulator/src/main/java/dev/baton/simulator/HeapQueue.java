package dev.baton.simulator;

import java.util.Arrays;

/**
 * An event queue for any times: a 4-ary heap in one array of longs.
 *
 * <p>An entry is two longs, its time and its key: a sequence number that breaks ties in the order
 * of insertion, and the event below it. Four siblings lie in one cache line.
 *
 * <p>A poll leaves the root vacant. Most events cause another one, and that one takes the vacant
 * place on its way down, which saves the insertion from below. On the way down the smallest child
 * moves up at each level until a leaf is reached; only then does the entry climb to its place,
 * usually not far. Siblings are compared without branches, because no branch predictor can guess
 * them.
 */
public final class HeapQueue extends EventQueue {

  private static final int EVENT_MASK = MOST_EVENTS - 1;

  /** Longs before the root, so that siblings share a cache line where the array is aligned. */
  private static final int BASE = 4;

  /** The key above which sequence numbers start again. */
  private final long lastKey;

  private long[] heap = new long[BASE + 2 * 64];

  /** Entries, with the vacant root if there is one. */
  private int count;

  private boolean vacant;
  private long nextKey;

  public HeapQueue() {
    this(Long.MAX_VALUE - EVENT_MASK);
  }

  HeapQueue(long lastKey) {
    this.lastKey = lastKey;
  }

  @Override
  public int size() {
    return vacant ? count - 1 : count;
  }

  @Override
  public void add(long time, int event) {
    assert time >= this.time && 0 <= event && event < MOST_EVENTS;
    if (nextKey > lastKey) {
      renumber();
    }
    long key = nextKey | event;
    nextKey += 1L << EVENT_BITS;
    if (vacant) {
      vacant = false;
      siftDown(time, key);
      return;
    }
    if (BASE + 2 * count == heap.length) {
      heap = Arrays.copyOf(heap, BASE + 4 * count);
    }
    siftUp(BASE + 2 * count++, time, key);
  }

  @Override
  public int poll() {
    if (vacant) {
      fillRoot();
    }
    assert count > 0 : "poll from an empty queue";
    vacant = true;
    time = heap[BASE];
    return (int) heap[BASE + 1] & EVENT_MASK;
  }

  /** The time of the next event. */
  long nextTime() {
    if (vacant) {
      fillRoot();
    }
    return heap[BASE];
  }

  private void fillRoot() {
    vacant = false;
    int last = BASE + 2 * --count;
    if (count > 0) {
      siftDown(heap[last], heap[last + 1]);
    }
  }

  /** Fills the vacant root. */
  private void siftDown(long t, long key) {
    long[] h = heap;
    int end = BASE + 2 * count;
    int at = BASE;
    int child = BASE + 2;
    while (child + 6 < end) {
      int least = leastOfFour(h, child);
      h[at] = h[least];
      h[at + 1] = h[least + 1];
      at = least;
      child = firstChild(at);
    }
    if (child < end) {
      int least = child;
      for (int c = child + 2; c < end; c += 2) {
        least = isBefore(h[c], h[c + 1], h[least], h[least + 1]) ? c : least;
      }
      h[at] = h[least];
      h[at + 1] = h[least + 1];
      at = least;
    }
    siftUp(at, t, key);
  }

  private static int leastOfFour(long[] h, int a) {
    long t0 = h[a];
    long t1 = h[a + 2];
    long t2 = h[a + 4];
    long t3 = h[a + 6];
    // Each mask is all ones if the left of two is the earlier one, else zero.
    long left = (t0 != t1 ? t0 - t1 : h[a + 1] - h[a + 3]) >> 63;
    long right = (t2 != t3 ? t2 - t3 : h[a + 5] - h[a + 7]) >> 63;
    long t01 = t1 ^ (t0 ^ t1) & left;
    long t23 = t3 ^ (t2 ^ t3) & right;
    int a01 = a + 2 + 2 * (int) left;
    int a23 = a + 6 + 2 * (int) right;
    int first = (int) ((t01 != t23 ? t01 - t23 : h[a01 + 1] - h[a23 + 1]) >> 63);
    return a23 ^ (a01 ^ a23) & first;
  }

  private static boolean isBefore(long t1, long key1, long t2, long key2) {
    return t1 < t2 || t1 == t2 && key1 < key2;
  }

  private static int firstChild(int at) {
    return 4 * at - 3 * BASE + 2;
  }

  private static int parent(int at) {
    return BASE + ((at - BASE - 2) >> 3 << 1);
  }

  /** Moves later entries on the way from a place to the root down, and puts the entry there. */
  private void siftUp(int place, long t, long key) {
    long[] h = heap;
    int at = place;
    while (at > BASE) {
      int parent = parent(at);
      if (isBefore(h[parent], h[parent + 1], t, key)) {
        break;
      }
      h[at] = h[parent];
      h[at + 1] = h[parent + 1];
      at = parent;
    }
    h[at] = t;
    h[at + 1] = key;
  }

  /** Gives the pending events the first sequence numbers, in their order. */
  private void renumber() {
    long now = time;
    int pending = size();
    long[] times = new long[pending];
    int[] events = new int[pending];
    for (int i = 0; i < pending; i++) {
      events[i] = poll();
      times[i] = time;
    }
    time = now;
    count = 0;
    vacant = false;
    nextKey = 0;
    for (int i = 0; i < pending; i++) {
      add(times[i], events[i]);
    }
  }
}
