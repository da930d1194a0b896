package dev.baton.core;

import java.util.Arrays;

/** A set of node numbers, walked in increasing order. */
public final class NodeSet {

  private final long[] words;
  private int size;

  /** An empty set with room for 0 … n − 1. */
  public NodeSet(int n) {
    words = new long[(n + 63) >>> 6];
  }

  /** The set of all {@code ids}, with room for 0 … n − 1. */
  public NodeSet(int n, Ints ids) {
    this(n);
    for (int i = 0; i < ids.size(); i++) {
      add(ids.get(i));
    }
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public boolean contains(int id) {
    return (words[id >>> 6] & 1L << id) != 0;
  }

  /** Returns whether it was not yet there. */
  public boolean add(int id) {
    if (contains(id)) {
      return false;
    }
    words[id >>> 6] |= 1L << id;
    size++;
    return true;
  }

  /** Returns whether it was there. */
  public boolean remove(int id) {
    if (!contains(id)) {
      return false;
    }
    words[id >>> 6] &= ~(1L << id);
    size--;
    return true;
  }

  /** The smallest member that is at least {@code from}, or {@link Node#NONE}. */
  public int next(int from) {
    int w = from >>> 6;
    if (w >= words.length) {
      return Node.NONE;
    }
    long rest = words[w] & -1L << from;
    while (rest == 0) {
      if (++w == words.length) {
        return Node.NONE;
      }
      rest = words[w];
    }
    return (w << 6) + Long.numberOfTrailingZeros(rest);
  }

  public void clear() {
    Arrays.fill(words, 0);
    size = 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeSet that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int j = next(0); j != Node.NONE; j = next(j + 1)) {
      text.append(text.length() > 1 ? ", " : "").append(j);
    }
    return text.append('}').toString();
  }
}
