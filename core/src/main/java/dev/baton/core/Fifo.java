package dev.baton.core;

/**
 * A first-in first-out queue of node numbers in a ring of ints; takes no memory until it is used.
 */
public final class Fifo {

  private static final int[] NOTHING = {};

  /** Length 0 or a power of two. */
  private int[] ring = NOTHING;

  private int head;
  private int size;

  public Fifo() {}

  /** The queue whose head is the first of {@code ids}. */
  public Fifo(Ints ids) {
    if (!ids.isEmpty()) {
      size = ids.size();
      ring = ids.toArray(Integer.highestOneBit(2 * size - 1));
    }
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public void enqueue(int id) {
    if (size == ring.length) {
      grow();
    }
    ring[(head + size++) & (ring.length - 1)] = id;
  }

  /** Inserts {@code id} before the i-th from the head; {@code i} may be the size. */
  public void insert(int i, int id) {
    assert 0 <= i && i <= size;
    enqueue(id);
    for (int at = size - 1; at > i; at--) {
      ring[(head + at) & (ring.length - 1)] = get(at - 1);
    }
    ring[(head + i) & (ring.length - 1)] = id;
  }

  public int dequeue() {
    assert size > 0 : "dequeue from an empty queue";
    int id = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    return id;
  }

  /** Removes the first {@code id}, wherever it is; returns whether there was one. */
  public boolean remove(int id) {
    boolean isFound = false;
    for (int left = size; left > 0; left--) {
      int next = dequeue();
      if (next == id && !isFound) {
        isFound = true;
      } else {
        enqueue(next);
      }
    }
    return isFound;
  }

  /** The i-th from the head. */
  public int get(int i) {
    assert 0 <= i && i < size;
    return ring[(head + i) & (ring.length - 1)];
  }

  public boolean contains(int id) {
    for (int i = 0; i < size; i++) {
      if (get(i) == id) {
        return true;
      }
    }
    return false;
  }

  public void clear() {
    head = 0;
    size = 0;
  }

  public Ints toInts() {
    int[] ids = new int[size];
    for (int i = 0; i < size; i++) {
      ids[i] = get(i);
    }
    return Ints.of(ids);
  }

  private void grow() {
    int[] larger = new int[Math.max(2, 2 * ring.length)];
    for (int i = 0; i < size; i++) {
      larger[i] = get(i);
    }
    ring = larger;
    head = 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fifo that && toInts().equals(that.toInts());
  }

  @Override
  public int hashCode() {
    return toInts().hashCode();
  }

  @Override
  public String toString() {
    return toInts().toString();
  }
}
