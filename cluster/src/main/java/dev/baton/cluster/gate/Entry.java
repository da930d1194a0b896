package dev.baton.cluster.gate;

import org.jspecify.annotations.Nullable;

/**
 * One entry of one owner, a thread or a handle, during a tenure.
 *
 * <p>Invariant: once it was seen to be invalid it stays so.
 *
 * @param key by which the tenure tells its entries apart
 */
public record Entry(Tenure tenure, long key) {

  public long fence() {
    return tenure.fence(key);
  }

  /** Which of the permits, from 0. */
  public int slot() {
    return tenure.slot;
  }

  /** Where the lock is; null if it is the whole cluster's. */
  public @Nullable String neighbourhood() {
    return tenure.neighbourhood;
  }

  /** Whether the loss is known; reads no clock. */
  public boolean isLost() {
    return tenure.isLost(key);
  }

  /** Whether its owner could not finish entering, and so does not know of it. */
  boolean isAbandoned() {
    return tenure.abandoned == key;
  }

  /** Why it was lost; only if it was. */
  public @Nullable String reason() {
    return tenure.reason();
  }
}
