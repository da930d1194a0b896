package dev.baton.cluster.epoch;

/** The protocol without leases and fences, to see that the demo notices. */
public final class NoLeasesNorFences extends Rules {

  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  @Override
  long leaseEnd(Timing timing, long sentAt, long now) {
    return FOR_EVER;
  }

  @Override
  boolean grants(boolean hasLease) {
    return true;
  }

  @Override
  long quarantine(long rem) {
    return 0;
  }

  @Override
  long carried(long left) {
    return 0;
  }

  @Override
  long firstFence(long epoch) {
    return 0;
  }
}
