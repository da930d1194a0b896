package dev.baton.cluster.epoch;

import java.util.Comparator;

/**
 * What is locked.
 *
 * @param permits how many may hold it at once: 1 for a lock, k for a semaphore
 * @param neighbourhood the one among whose members it is; null if it is the whole cluster's
 */
public record LockId(String name, int permits, String neighbourhood) implements Comparable<LockId> {

  private static final Comparator<LockId> ORDER =
      Comparator.comparing(LockId::name)
          .thenComparingInt(LockId::permits)
          .thenComparing(LockId::neighbourhood, Comparator.nullsFirst(Comparator.naturalOrder()));

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
  public LockId in(String other) {
    return new LockId(name, permits, other);
  }

  public boolean isLocal() {
    return neighbourhood != null;
  }

  @Override
  public int compareTo(LockId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    String what = permits == 1 ? name : name + "*" + permits;
    return isLocal() ? what + " in " + neighbourhood : what;
  }
}
