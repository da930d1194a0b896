package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Reason.Kind;
import org.jspecify.annotations.Nullable;

/** What a voter was told of other clusters that have the name of its own, and of its own id. */
public final class Encounters {

  private final String self;
  private final Rules rules;

  /** Which id the cluster gets if it has none yet; null for none. */
  private @Nullable String freshId;

  /** The next epoch must have a number above this one; 0 if any will do. */
  private long exceeded;

  private boolean gaveWay;

  Encounters(String self, Rules rules) {
    this.self = self;
    this.rules = rules;
  }

  /** A cluster that has no id yet gets this one, unless another voter is faster. */
  public void identify(String id) {
    freshId = id;
  }

  /** The cluster gives way to another: from now on this voter acknowledges no lease. */
  public void giveWay() {
    gaveWay = true;
  }

  /** Another cluster, which gives way, has used epochs up to this number. */
  public void exceed(long number) {
    exceeded = Math.max(exceeded, rules.above(number));
  }

  /** Whether this voter may acknowledge leases. */
  public boolean letAcknowledge() {
    return rules.acknowledgesAfter(gaveWay);
  }

  /** Whether an epoch is wanted because this one is not above those of another cluster. */
  boolean wantEpochAfter(EpochRecord record) {
    return exceeded > 0 && exceeded >= record.number();
  }

  /** A record is installed. */
  void install(EpochRecord next) {
    if (next.number() > exceeded || next.reasons().contains(new Reason(Kind.MEETING, self))) {
      // If it is not above, the store has found this voter's number too far ahead: not again and
      // again. What other voters were told may be less.
      exceeded = 0;
    }
  }

  /** What was built to follow a record, with a number that is high enough and the cluster's id. */
  EpochRecord complete(EpochRecord record, EpochRecord built) {
    EpochRecord next =
        wantEpochAfter(record) ? built.numbered(Math.max(built.number(), exceeded + 1)) : built;
    if (next.identity() != null || freshId == null) {
      return next;
    }
    // A chain without an id was begun by a build that knew none.
    long first = record.number() == 0 ? next.number() : record.number();
    return next.identified(new Identity(freshId, first));
  }
}
