package dev.baton.voter;

import java.util.concurrent.TimeUnit;

/**
 * Whether the leader's disk hangs while others can write. It would go on leading, since it sends
 * heartbeats, and nothing would be chosen: Raft waits for the leader's own disk.
 *
 * <p>If all are slow nobody is ahead, and the leader stays: another could do no better.
 */
final class FlushWatch {

  static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

  private static final long NOTHING = -2;

  /** The last entry on this voter's disk, and since when others have had more than that. */
  private long written = NOTHING;

  private long since;

  /** This voter does not lead: what it has written then says nothing of what it writes later. */
  void forget() {
    written = NOTHING;
  }

  /**
   * Looked at a few times in {@link #PATIENCE}.
   *
   * @param own the last entry on the disk of this voter, which leads
   * @param others the last ones on those of all others
   */
  boolean isStuck(long now, long own, long[] others) {
    int ahead = 0;
    for (long other : others) {
      ahead += other > own ? 1 : 0;
    }
    boolean isMajority = 2 * ahead > others.length + 1;
    if (!isMajority || own != written) {
      written = own;
      since = now;
      return false;
    }
    return now - since >= PATIENCE;
  }
}
