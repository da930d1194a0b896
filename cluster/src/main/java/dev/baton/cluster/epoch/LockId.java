package dev.baton.cluster.epoch;

/**
 * What is locked.
 *
 * @param permits how many may hold it at once: 1 for a lock, k for a semaphore
 */
public record LockId(String name, int permits) implements Comparable<LockId> {

  public LockId {
    if (permits < 1) {
      throw new IllegalArgumentException(name + " needs at least 1 permit, not " + permits + ".");
    }
  }

  @Override
  public int compareTo(LockId other) {
    int byName = name.compareTo(other.name);
    return byName != 0 ? byName : Integer.compare(permits, other.permits);
  }

  @Override
  public String toString() {
    return permits == 1 ? name : name + "*" + permits;
  }
}
