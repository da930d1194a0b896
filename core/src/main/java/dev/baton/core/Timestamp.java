package dev.baton.core;

/** A logical time made unique by the node that took it; the smaller is the older. */
public record Timestamp(int time, int node) implements Comparable<Timestamp> {

  public boolean isBefore(Timestamp other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(Timestamp other) {
    return time != other.time
        ? Integer.compare(time, other.time)
        : Integer.compare(node, other.node);
  }
}
