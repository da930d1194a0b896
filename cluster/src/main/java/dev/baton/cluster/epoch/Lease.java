package dev.baton.cluster.epoch;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A member's permission to hold and to grant, on its own clock.
 *
 * <p>Invariant: a majority of the voters acknowledged it at a moment after end − L.
 */
final class Lease {

  /** How many unanswered renewals are remembered. */
  private static final int REMEMBERED = 16;

  private final Timing timing;
  private final Rules rules;

  /** For each t0 who has acknowledged it. */
  private final Map<Long, Set<String>> acks = new LinkedHashMap<>();

  private long end = Long.MIN_VALUE;

  Lease(Timing timing, Rules rules) {
    this.timing = timing;
    this.rules = rules;
  }

  boolean isValid(long now) {
    return now < end;
  }

  long validUntil() {
    return end;
  }

  /** A renewal is asked for. */
  void ask(long now) {
    acks.put(now, new HashSet<>());
    if (acks.size() > REMEMBERED) {
      Iterator<Long> oldest = acks.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** Whether this acknowledgement completes a majority, so that {@link #renew} may be called. */
  boolean completes(long sentAt, String voter, EpochRecord record) {
    Set<String> voters = acks.get(sentAt);
    return voters != null
        && rules.acknowledgesLeases(record.isVoter(voter))
        && voters.add(voter)
        && voters.size() == record.voters().size() / 2 + 1;
  }

  void renew(long sentAt, long now) {
    end = Math.max(end, rules.leaseEnd(timing, sentAt, now));
  }

  /** Acknowledgements of the epoch before do not count any more; the lease itself goes on. */
  void forgetAcks() {
    acks.clear();
  }

  /** The lease belongs to an incarnation that is no more. */
  void end() {
    end = Long.MIN_VALUE;
    acks.clear();
  }
}
