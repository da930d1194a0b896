package dev.baton.cluster;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The holds that threads have lost and have not found out about by unlocking; the last thousand.
 */
final class Losses {

  private static final int MOST = 1000;

  /** By the number of the thread; copied on writing. */
  private volatile Map<Long, Grant> grants = Map.of();

  /** Null if this thread has lost nothing. */
  Grant of(long thread) {
    Map<Long, Grant> now = grants;
    return now.isEmpty() ? null : now.get(thread);
  }

  synchronized void add(Grant grant) {
    Map<Long, Grant> next = new LinkedHashMap<>(grants);
    next.put(Tenure.owner(grant.key()), grant);
    if (next.size() > MOST) {
      next.remove(next.keySet().iterator().next());
    }
    grants = next;
  }

  synchronized void remove(Grant grant) {
    if (grants.containsValue(grant)) {
      Map<Long, Grant> next = new LinkedHashMap<>(grants);
      next.values().remove(grant);
      grants = next;
    }
  }
}
