package dev.baton.cluster.gate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The holds that threads have lost and have not found out about by unlocking; the last thousand.
 */
final class LostHolds {

  private static final int MOST = 1000;

  /** By the number of the thread; copied on writing, under the monitor, and read without it. */
  private volatile Map<Long, Entry> entries = Map.of();

  /**
   * Null if this thread has lost nothing. Only for the thread itself: an entry that it could not
   * finish was never its own, and nobody else can be sure to see that it has said so.
   */
  @Nullable Entry of(long thread) {
    Map<Long, Entry> now = entries;
    Entry entry = now.isEmpty() ? null : now.get(thread);
    return entry == null || entry.isAbandoned() ? null : entry;
  }

  synchronized void add(Entry entry) {
    Map<Long, Entry> next = new LinkedHashMap<>(entries);
    next.put(Tenure.owner(entry.key()), entry);
    if (next.size() > MOST) {
      next.remove(next.keySet().iterator().next());
    }
    entries = next;
  }

  synchronized void remove(Entry entry) {
    if (entries.containsValue(entry)) {
      Map<Long, Entry> next = new LinkedHashMap<>(entries);
      next.values().remove(entry);
      entries = next;
    }
  }
}
