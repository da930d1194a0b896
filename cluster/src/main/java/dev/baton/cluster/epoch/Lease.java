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

  /** After so many late answers in a row that is told, and again after so many more. */
  private static final int FAR_AWAY = 16;

  private static final int FAR_AWAY_AGAIN = 1_600;

  private final Timing timing;
  private final Rules rules;

  /** For each t0 who has acknowledged it. */
  private final Map<Long, Set<String>> acks = new LinkedHashMap<>();

  private long end = Long.MIN_VALUE;

  /** Whether it was valid when {@link #hasTurned} was asked last. */
  private boolean wasValid;

  /** How long a majority takes to answer, lately; 0 if nobody knows. */
  private long roundTrip;

  /** How many answers in a row have taken too long. */
  private int late;

  Lease(Timing timing, Rules rules) {
    this.timing = timing;
    this.rules = rules;
  }

  boolean isValid(long now) {
    return now < end;
  }

  /** Whether it has begun or ended since this was asked last. */
  boolean hasTurned(long now) {
    boolean turned = wasValid != isValid(now);
    wasValid ^= turned;
    return turned;
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
    long taken = now - sentAt;
    roundTrip = roundTrip == 0 ? taken : (7 * roundTrip + taken) / 8;
    late = roundTrip > timing.longestRoundTrip() ? late + 1 : 0;
  }

  /** Only to repeat messages less often, and to be told: no lease depends on it. */
  long roundTrip() {
    return roundTrip;
  }

  /** Whether the voters have been too far away for a while; again after a long time. */
  boolean isFarAway() {
    return late % FAR_AWAY_AGAIN == FAR_AWAY;
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
