package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.LockState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Leaves out of a record what does not fit: first locks that nobody uses, then those that are
 * waited for, whose waiters ask again, and at last those that are held. Whoever holds a lock that
 * is left out loses it when it opens the epoch; until even the slowest clock has seen its lease
 * end, locks that are not listed are not granted, as after an eviction.
 *
 * @param locks those that are listed, in order
 * @param quarantine how long a lock that is not listed must not be granted
 */
record Fitted(List<LockState> locks, long quarantine) {

  /** How long a lease of a member may still run. */
  interface Leases {
    long rem(Seat member);
  }

  static Fitted of(List<LockState> locks, long quarantine, int most, Leases leases) {
    long bytes = 0;
    for (LockState lock : locks) {
      bytes += SizeBudget.bytes(lock);
    }
    return bytes <= most
        ? new Fitted(List.copyOf(locks), quarantine)
        : leaveOut(locks, quarantine, most, leases);
  }

  private static Fitted leaveOut(List<LockState> locks, long quarantine, int most, Leases leases) {
    List<LockState> byNeed = new ArrayList<>(locks);
    byNeed.sort(
        Comparator.comparing((LockState lock) -> lock.holders().isEmpty())
            .thenComparing(lock -> lock.waiters().isEmpty()));
    Set<LockId> left = new HashSet<>();
    long longest = quarantine;
    long bytes = 0;
    for (LockState lock : byNeed) {
      int more = SizeBudget.bytes(lock);
      if (bytes + more <= most) {
        bytes += more;
      } else {
        left.add(lock.id());
        for (long slot : lock.quarantines()) {
          longest = Math.max(longest, slot);
        }
        for (EpochRecord.Holder holder : lock.holders()) {
          longest = Math.max(longest, leases.rem(holder.seat()));
        }
      }
    }
    return new Fitted(locks.stream().filter(lock -> !left.contains(lock.id())).toList(), longest);
  }
}
