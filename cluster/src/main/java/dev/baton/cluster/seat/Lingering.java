package dev.baton.cluster.seat;

import dev.baton.cluster.gate.Lane;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The tenures that may linger at a seat, the eldest first. They are bounded, because each is a hold
 * that an epoch has to carry.
 *
 * <p>Only for who is at work in the event loop.
 */
final class Lingering {

  /** How many there are at most; the eldest make room. */
  static final int MOST = 1000;

  private record Granted(Lane lane, long fence) {

    void end() {
      lane.wanted(fence);
    }
  }

  private final Deque<Granted> eldestFirst = new ArrayDeque<>();

  void add(Lane lane, long fence) {
    eldestFirst.addLast(new Granted(lane, fence));
    if (eldestFirst.size() > MOST) {
      eldestFirst.removeFirst().end();
    }
  }

  /** Those with nobody inside go back at once; returns false if there are none. */
  boolean endAll() {
    boolean areAny = !eldestFirst.isEmpty();
    while (!eldestFirst.isEmpty()) {
      eldestFirst.removeFirst().end();
    }
    return areAny;
  }
}
