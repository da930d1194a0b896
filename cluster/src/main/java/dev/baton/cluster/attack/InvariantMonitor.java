package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.Effect.Granted;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Seat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Watches the promises: one valid hold per slot, growing fences, one chain of epochs. */
final class InvariantMonitor {

  /** One grant, for as long as it may be valid. */
  private static final class Hold {
    private final Process process;
    private final int life;
    private final Granted granted;
    private boolean wasInvalid;

    private Hold(Process process, Granted granted) {
      this.process = process;
      life = process.life();
      this.granted = granted;
    }

    /** What the application would be told now; a dead one asks nothing. */
    private boolean isValid(long time) {
      return process.isAlive()
          && process.life() == life
          && process.holds(granted.lock(), granted.fence())
          && process.member().isHeld(process.clock(time), granted.lock());
    }
  }

  /** A slot of a lock. */
  private record Slot(LockId lock, int number) {}

  private final MemoryEpochStore store;
  private final List<Hold> holds = new ArrayList<>();
  private final Map<Slot, Long> lastFence = new HashMap<>();
  private long grants;
  private long holdsCarried;

  InvariantMonitor(MemoryEpochStore store) {
    this.store = store;
  }

  long grants() {
    return grants;
  }

  long holdsCarried() {
    return holdsCarried;
  }

  /** Before an event of a process: what is invalid now must stay so. */
  void before(Process process, long time) {
    for (Hold hold : holds) {
      if (hold.process == process && !hold.isValid(time)) {
        hold.wasInvalid = true;
      }
    }
  }

  /** After an event of a process. */
  void after(Process process, long time) {
    Iterator<Hold> all = holds.iterator();
    while (all.hasNext()) {
      Hold hold = all.next();
      if (hold.process == process) {
        boolean isValid = hold.isValid(time);
        if (isValid && hold.wasInvalid) {
          throw new Violation(
              hold.granted.lock() + " is held again by " + process + " after it was lost");
        }
        if (isValid && !isThere(process, hold.granted.lock())) {
          throw new Violation(
              hold.granted.lock() + " is held by " + process + ", which is elsewhere");
        }
        if (!isValid) {
          all.remove();
        }
      }
    }
  }

  void granted(Process process, Granted granted, long time) {
    grants++;
    for (Hold hold : holds) {
      if (hold.granted.lock().equals(granted.lock())
          && hold.granted.slot() == granted.slot()
          && hold.isValid(time)) {
        throw new Violation(
            String.format(
                "%s slot %d is granted to %s while %s still holds it",
                granted.lock(), granted.slot(), process, hold.process));
      }
    }
    if (!isThere(process, granted.lock())) {
      throw new Violation(granted.lock() + " is granted to " + process + ", which is elsewhere");
    }
    entered(process, granted, granted.fence());
    holds.add(new Hold(process, granted));
  }

  private static boolean isThere(Process process, LockId lock) {
    String where = lock.neighbourhood();
    return where == null || where.equals(process.whereabouts());
  }

  /** An owner inside the process has entered with this fence. */
  void entered(Process process, Granted granted, long fence) {
    Slot slot = new Slot(granted.lock(), granted.slot());
    Long last = lastFence.put(slot, fence);
    if (last != null && last >= fence) {
      throw new Violation(
          String.format(
              "%s slot %d is granted to %s with fence %x after fence %x",
              granted.lock(), granted.slot(), process, fence, last));
    }
  }

  @SuppressWarnings("ReferenceEquality") // The store hands out the records that it keeps.
  void opened(Process process, EpochRecord record, int carried) {
    holdsCarried += carried;
    if (store.chain().stream().noneMatch(chosen -> chosen == record)) {
      throw new Violation(process + " opened an epoch that the store does not have");
    }
  }

  /** At the end: numbers grow, and every record names the one before it. */
  void checkChain() {
    List<EpochRecord> chain = store.chain();
    for (int i = 1; i < chain.size(); i++) {
      EpochRecord record = chain.get(i);
      EpochRecord before = chain.get(i - 1);
      if (record.number() <= before.number() || record.previous() != before.hash()) {
        throw new Violation("epoch " + record.number() + " does not follow " + before.number());
      }
      for (int j = 0; j < record.members().size(); j++) {
        checkAdmittedOnce(chain, i, record.members().get(j));
      }
    }
  }

  /** I11: an incarnation that was left out once does not come again. */
  private static void checkAdmittedOnce(List<EpochRecord> chain, int i, Seat seat) {
    if (seat.equals(chain.get(i - 1).member(seat.name()))) {
      return;
    }
    for (int j = 0; j < i; j++) {
      var earlier = chain.get(j).member(seat.name());
      if (earlier != null && earlier.incarnation() == seat.incarnation()) {
        throw new Violation(seat + " is admitted twice");
      }
    }
  }
}
