package dev.baton.cluster.net;

/**
 * Which versions of the packets and frames a build speaks. Two builds can talk if they have one in
 * common. The layout of the hello itself is the same in all of them.
 *
 * <p>Version 1 is what the first release speaks. Until then it is whatever the sources say, and the
 * number stays: only builds of the same commit are meant to meet. From then on, a packet or frame
 * that is new or looks different needs a new highest version. Messages of algorithms do not,
 * because the hello has a hash for each algorithm.
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
