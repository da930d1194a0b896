package dev.baton.cluster.net;

/**
 * Which versions of the packets and frames a build speaks. Two builds can talk if they have one in
 * common. The layout of the hello itself is the same in all of them.
 */
public record Protocols(int lowest, int highest) {

  static final Protocols OURS = new Protocols(1, 1);

  boolean meets(Protocols other) {
    return lowest <= other.highest && other.lowest <= highest;
  }

  @Override
  public String toString() {
    return lowest == highest ? String.valueOf(lowest) : lowest + " to " + highest;
  }
}
