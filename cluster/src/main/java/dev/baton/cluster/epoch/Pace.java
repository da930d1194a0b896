package dev.baton.cluster.epoch;

import java.util.HashMap;
import java.util.Map;

/**
 * To whom something was told lately, so that nobody can ask for it too often: each name once in an
 * interval, and of names that are in no record at most {@value #STRANGERS}.
 */
final class Pace {

  private static final int STRANGERS = 64;

  private final Map<String, Long> toldAt = new HashMap<>();
  private final Map<String, Long> strangers = new HashMap<>();

  /** There is something new to tell. */
  void reset() {
    toldAt.clear();
    strangers.clear();
  }

  /** Whether it may be told now; then it counts as told. */
  boolean allows(long now, String name, boolean isKnown, long interval) {
    if (isKnown) {
      Long before = toldAt.get(name);
      boolean allows = before == null || now - before >= interval;
      if (allows) {
        toldAt.put(name, now);
      }
      return allows;
    }
    strangers.values().removeIf(before -> now - before >= interval);
    return strangers.size() < STRANGERS && strangers.putIfAbsent(name, now) == null;
  }
}
