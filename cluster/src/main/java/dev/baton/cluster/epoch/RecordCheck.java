package dev.baton.cluster.epoch;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether an epoch can start from a record at all. One that a voter has made up may still be wrong,
 * but it does not end whoever installs it.
 */
public final class RecordCheck {

  /** More seats than a cluster has; a lock takes memory for each. */
  static final int MOST_SEATS = 10_000;

  private final EpochRecord record;

  /** The members; those who are among the holders and waiters of the lock that is looked at. */
  private final Set<Seat> seats = new HashSet<>();

  private final Set<Seat> seen = new HashSet<>();

  private RecordCheck(EpochRecord record) {
    this.record = record;
  }

  /** Null, or in a few words what is wrong. */
  public static @Nullable String objection(EpochRecord record) {
    return new RecordCheck(record).objection();
  }

  private @Nullable String objection() {
    if (record.number() < 0 || record.quarantine() < 0) {
      return "a number is negative";
    }
    Identity identity = record.identity();
    if (identity != null && (identity.first() < 0 || identity.first() > record.number())) {
      return "its cluster began later than it";
    }
    if (record.members().size() > MOST_SEATS) {
      return "it has more than " + MOST_SEATS + " members";
    }
    String before = null;
    for (Seat member : record.members()) {
      if (before != null && before.compareTo(member.name()) >= 0) {
        return "its members are not in order, or one is there twice";
      }
      before = member.name();
      seats.add(member);
    }
    if (record.voters().isEmpty()
        || new HashSet<>(record.voters()).size() < record.voters().size()) {
      return "it has no voters, or one of them twice";
    }
    for (Choice choice : record.choices()) {
      if (!isLive(choice.algorithm())) {
        return "it names an algorithm that cannot run";
      }
    }
    return objectionToLocks();
  }

  private static boolean isLive(String algorithm) {
    try {
      return Catalog.entry(algorithm).runsLive();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private @Nullable String objectionToLocks() {
    LockId before = null;
    for (LockState lock : record.locks()) {
      if (before != null && before.compareTo(lock.id()) >= 0) {
        return "its locks are not in order, or one is there twice";
      }
      before = lock.id();
      if (!record.runs(lock.id()) || !isSound(lock)) {
        return "what it says of a lock cannot be";
      }
    }
    return null;
  }

  private boolean isSound(LockState lock) {
    int permits = lock.id().permits();
    seen.clear();
    Set<Integer> slots = new HashSet<>();
    for (Holder holder : lock.holders()) {
      if (holder.slot() < 0
          || holder.slot() >= permits
          || !slots.add(holder.slot())
          || holder.fence() >> 32 > record.number()
          || !isNew(lock.id(), holder.seat())) {
        return false;
      }
    }
    return lock.quarantines().size() == permits
        && isEachAtLeastZero(lock.quarantines())
        && lock.waiters().stream().allMatch(waiter -> isNew(lock.id(), waiter));
  }

  /** Among those who share the lock, and named for the first time. */
  private boolean isNew(LockId id, Seat seat) {
    String where = id.neighbourhood();
    return seats.contains(seat)
        && (where == null || where.equals(record.neighbourhoodOf(seat.name())))
        && seen.add(seat);
  }

  private static boolean isEachAtLeastZero(List<Long> quarantines) {
    return quarantines.stream().allMatch(quarantine -> quarantine >= 0);
  }
}
