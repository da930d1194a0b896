package dev.baton.cluster.epoch;

import dev.baton.core.Hash;
import org.jspecify.annotations.Nullable;

/**
 * What is locked.
 *
 * @param permits how many may hold it at once: 1 for a lock, k for a semaphore
 * @param neighbourhood the one among whose members it is; null if it is the whole cluster's
 */
public record LockId(String name, int permits, @Nullable String neighbourhood)
    implements Comparable<LockId> {

  public LockId {
    if (permits < 1) {
      throw new IllegalArgumentException(name + " needs at least 1 permit, not " + permits + ".");
    }
  }

  /** A lock of the whole cluster. */
  public LockId(String name, int permits) {
    this(name, permits, null);
  }

  /** The lock of the same name and size in this neighbourhood; in null, that of the cluster. */
  public LockId in(@Nullable String other) {
    return new LockId(name, permits, other);
  }

  public boolean isLocal() {
    return neighbourhood != null;
  }

  /** The same on every machine. */
  long hash() {
    return Hash.fold(
        Hash.fold(Hash.of(name), permits), neighbourhood == null ? 0 : Hash.of(neighbourhood));
  }

  /** By name, permits, and neighbourhood, that of the cluster first. */
  @Override
  public int compareTo(LockId other) {
    int order = name.compareTo(other.name);
    if (order == 0) {
      order = Integer.compare(permits, other.permits);
    }
    if (order == 0 && neighbourhood != null && other.neighbourhood != null) {
      return neighbourhood.compareTo(other.neighbourhood);
    }
    return order != 0 ? order : Boolean.compare(isLocal(), other.isLocal());
  }

  @Override
  public String toString() {
    String what = permits == 1 ? Hidden.shown(name) : Hidden.shown(name) + "*" + permits;
    return isLocal() ? what + " in " + neighbourhood : what;
  }
}
