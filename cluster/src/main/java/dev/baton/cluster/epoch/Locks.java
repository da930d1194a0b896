package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.core.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one member: what its application wants and holds, which outlives epochs, and the
 * instances of the current epoch.
 *
 * <p>Invariant: a hold that was invalid once never becomes valid again.
 */
final class Locks {

  /** What a lock does to the world. */
  interface Surroundings {
    void send(int to, LockId lock, Message message, long fence, int stamp);

    void tell(Effect effect);

    boolean mayGrant();
  }

  /** What the application does with a lock. */
  private enum Use {
    NONE,
    WAITS,
    /** It does not wait any more, but its node does. */
    CANCELLED,
    HOLDS;

    private boolean isInUse() {
      return this == WAITS || this == HOLDS;
    }
  }

  /** One lock. */
  private static final class Lock {
    private final LockId id;
    private Use use = Use.NONE;

    // While the application holds.
    private int slot;
    private long fence;

    /** Whether it knows that somebody else may wait. */
    private boolean wanted;

    /** Null until it is needed in this epoch; always null if the lock is of elsewhere. */
    private @Nullable Instance instance;

    /** Those among whom it is in this epoch; set with the instance. */
    @SuppressWarnings("NullAway.Init")
    private List<Seat> group;

    private long lastUsed;

    /** Of its member's share, while it is in use. */
    private final int bytes;

    private Lock(LockId id) {
      this.id = id;
      bytes = SizeBudget.use(id);
    }

    /** The instance, where it is known that there is one. */
    @SuppressWarnings("NullAway") // The callers know.
    private Instance present() {
      return instance;
    }
  }

  /** How many unused locks a snapshot lists; the longest unused are forgotten. */
  private static final int UNUSED_LISTED = 10_000;

  private final Timing timing;
  private final Rules rules;
  private final Surroundings world;
  private final Map<LockId, Lock> locks = new LinkedHashMap<>();

  /** Those whose node is inside while lease or quarantine keep the application out. */
  private final Set<Lock> heldBack = new LinkedHashSet<>();

  /** Null until an epoch is opened. */
  @SuppressWarnings("NullAway.Init") // Before that, only hasRoomFor looks at it.
  private EpochRecord record;

  private int self = -1;

  /** What this member's name takes. */
  private int ownBytes;

  private long openedAt;

  /** From the seal to the next opening the instances are not touched. */
  private boolean open;

  /** Whether one of the instances of this epoch has come to an end of its numbers, or failed. */
  private boolean exhausted;

  private long uses;

  /** How many locks the application waits for or holds, and what they take of the share. */
  private int inUse;

  private long inUseBytes;

  Locks(Timing timing, Rules rules, Surroundings world) {
    this.timing = timing;
    this.rules = rules;
    this.world = world;
  }

  // The application.

  void request(long now, LockId id) {
    Lock lock = lock(id);
    if (lock.use == Use.WAITS || lock.use == Use.HOLDS) {
      throw new IllegalStateException("This member waits for " + id + " or holds it already.");
    }
    if (!hasRoomFor(lock)) {
      world.tell(new Effect.Full(id, inUse));
      return;
    }
    boolean isOnTheWay = lock.use == Use.CANCELLED;
    use(lock, Use.WAITS);
    if (open && !isOnTheWay && isHere(id)) {
      instance(lock).request(wire(lock));
    }
    settle(now, lock);
  }

  private boolean hasRoomFor(Lock lock) {
    return record == null
        || inUseBytes + lock.bytes + (inUse + 1L) * ownBytes
            <= rules.budget().share(record.members().size());
  }

  private void use(Lock lock, Use next) {
    int change = (next.isInUse() ? 1 : 0) - (lock.use.isInUse() ? 1 : 0);
    inUse += change;
    inUseBytes += change * lock.bytes;
    lock.use = next;
  }

  /** The application has left; only the hold with this fence is meant. */
  void release(long now, LockId id, long fence, long last) {
    Lock lock = lock(id);
    if (lock.use == Use.HOLDS && lock.fence == fence) {
      use(lock, Use.NONE);
      if (open) {
        // Else the next epoch's fences are higher anyway.
        lock.present().used(last);
      }
      settle(now, lock);
    }
  }

  void cancel(long now, LockId id) {
    Lock lock = lock(id);
    if (lock.use == Use.WAITS) {
      use(lock, open && lock.instance == null ? Use.NONE : Use.CANCELLED);
      settle(now, lock);
    }
  }

  /** Whether the application holds the lock; the caller has looked at the lease. */
  boolean isHeld(LockId id) {
    Lock lock = locks.get(id);
    return lock != null && lock.use == Use.HOLDS;
  }

  /** Whether the application neither waits for a lock nor holds one. */
  boolean isQuiet() {
    return inUse == 0 && heldBack.isEmpty();
  }

  boolean holdsAny() {
    for (Lock lock : locks.values()) {
      if (lock.use == Use.HOLDS) {
        return true;
      }
    }
    return false;
  }

  /** The lease is over, or belongs to another incarnation: what is held is lost for good. */
  void loseAll(long now) {
    for (Lock lock : List.copyOf(locks.values())) {
      if (lock.use == Use.HOLDS) {
        lose(lock);
        settle(now, lock);
      }
    }
  }

  /** This member goes elsewhere: what it holds in its neighbourhood is given up for good. */
  void giveUpLocal(long now) {
    for (Lock lock : List.copyOf(locks.values())) {
      if (lock.use == Use.HOLDS && lock.id.isLocal()) {
        end(lock, new Effect.Moved(lock.id, lock.slot, lock.fence));
        settle(now, lock);
      }
    }
  }

  private void lose(Lock lock) {
    end(lock, new Effect.Lost(lock.id, lock.slot, lock.fence));
  }

  private void end(Lock lock, Effect how) {
    use(lock, Use.NONE);
    if (open && lock.instance != null) {
      lock.instance.used(lock.fence + Member.MOST_ENTRIES - 1);
    }
    world.tell(how);
  }

  // The algorithm.

  void receive(long now, int from, Carry carry) {
    if (!isHere(carry.lock()) || !locks.containsKey(carry.lock()) && !record.runs(carry.lock())) {
      return;
    }
    Lock lock = lock(carry.lock());
    Instance instance = instance(lock);
    int sender = lock.id.isLocal() ? lock.group.indexOf(record.members().get(from)) : from;
    if (sender < 0) {
      return;
    }
    String objection = instance.objection(carry.message(), carry.fence(), carry.stamp());
    if (objection != null) {
      world.tell(new Effect.Malformed(lock.id, record.members().get(from), objection));
      return;
    }
    instance.receive(wire(lock), sender, carry.message(), carry.fence(), carry.stamp());
    tellIfBroken(lock, from);
    tellIfWanted(lock);
    settle(now, lock);
  }

  private void tellIfBroken(Lock lock, int because) {
    String failure = lock.present().takeFailure();
    if (failure != null) {
      world.tell(new Effect.Malformed(lock.id, record.members().get(because), failure));
    }
  }

  private void tellIfWanted(Lock lock) {
    if (lock.use == Use.HOLDS && !lock.wanted && isWanted(lock)) {
      lock.wanted = true;
      world.tell(new Effect.Wanted(lock.id, lock.fence));
    }
  }

  /**
   * Whether somebody else may wait for what is held here. Where there are several permits it is
   * taken for granted: another holder may help who waits, so that no message need come here.
   */
  private boolean isWanted(Lock lock) {
    return rules.tells(lock.id.permits() > 1 || lock.present().isWanted());
  }

  /** Grants whatever can be granted now. */
  void settle(long now) {
    if (open) {
      List<Lock> again = List.copyOf(heldBack);
      heldBack.clear();
      again.forEach(lock -> settle(now, lock));
    }
  }

  /** Brings the node and the application together. */
  private void settle(long now, Lock lock) {
    if (!open || lock.instance == null) {
      return;
    }
    Instance instance = lock.instance;
    look(instance);
    tellIfBroken(lock, self);
    boolean holdsThis =
        lock.use == Use.HOLDS && instance.isInside() && instance.permitFence() == lock.fence;
    if (holdsThis || !instance.isInside()) {
      return;
    }
    if (lock.use == Use.WAITS) {
      if (mayGrant(now, lock)) {
        use(lock, Use.HOLDS);
        lock.slot = instance.slot();
        lock.fence = instance.permitFence();
        lock.wanted = isWanted(lock);
        world.tell(new Effect.Granted(lock.id, lock.slot, lock.fence, lock.wanted));
      } else {
        heldBack.add(lock);
      }
    } else {
      // Released, lost or cancelled: the token goes on at once.
      use(lock, lock.use == Use.CANCELLED ? Use.NONE : lock.use);
      instance.release(wire(lock));
      look(instance);
      tellIfBroken(lock, self);
    }
  }

  /** GRANT: the slot's quarantine is over, and last of all the lease is looked at. */
  private boolean mayGrant(long now, Lock lock) {
    return now - openedAt >= quarantine(lock.id, lock.present().slot()) && world.mayGrant();
  }

  private long quarantine(LockId id, int slot) {
    return rules.stretch(timing, quarantine(record, id, slot));
  }

  private static long quarantine(EpochRecord record, LockId id, int slot) {
    LockState state = record.lock(id);
    return state == null ? record.quarantine() : state.quarantines().get(slot);
  }

  // Epochs.

  /** I3: from now on nothing of the epoch happens here. Returns this member's final state. */
  List<LockReport> seal() {
    open = false;
    List<LockReport> reports = new ArrayList<>();
    List<Lock> idle = new ArrayList<>();
    for (Lock lock : locks.values()) {
      if (lock.instance != null) {
        if (lock.use.isInUse()) {
          reports.add(report(lock));
        } else if (!lock.instance.unused().isEmpty() || lock.instance.isInside()) {
          idle.add(lock);
        }
      }
    }
    idle.sort(Comparator.comparingLong((Lock lock) -> lock.lastUsed).reversed());
    int used = (int) Math.min(inUseBytes, Integer.MAX_VALUE);
    int bytes = rules.budget().unused(record.members().size(), used);
    for (Lock lock : idle.subList(0, Math.min(idle.size(), UNUSED_LISTED))) {
      bytes -= SizeBudget.mostUnused(lock.id);
      if (bytes < 0) {
        break;
      }
      reports.add(report(lock));
    }
    reports.sort(Comparator.comparing(LockReport::id));
    return List.copyOf(reports);
  }

  /** This member's part of every lock that it has to do with in this epoch. */
  List<LockReport> look() {
    return locks.values().stream().filter(lock -> lock.instance != null).map(this::report).toList();
  }

  private LockReport report(Lock lock) {
    Instance instance = lock.present();
    boolean holds = rules.claims(lock.use == Use.HOLDS, lock.fence != 0);
    List<Integer> unused = instance.unused();
    if (instance.isInside() && !holds) {
      unused.add(instance.slot());
    }
    return new LockReport(
        lock.id,
        lock.use == Use.WAITS,
        instance.isInside(),
        instance.asked(),
        holds ? lock.slot : -1,
        holds ? lock.fence : 0,
        List.copyOf(unused));
  }

  /**
   * The next epoch, in which this member has the given number.
   *
   * @return how many holds have come from the epoch before
   */
  int open(long now, EpochRecord next, int number) {
    record = next;
    self = number;
    ownBytes = SizeBudget.bytes(next.members().get(number).name());
    openedAt = now;
    open = true;
    exhausted = false;
    Map<LockId, Lock> before = new LinkedHashMap<>(locks);
    locks.clear();
    heldBack.clear();
    for (Lock lock : before.values()) {
      lock.instance = null;
      if (!isHere(lock.id)) {
        suspend(lock);
      } else if (lock.use != Use.NONE) {
        locks.put(lock.id, lock);
      }
    }
    for (LockState state : next.locks()) {
      if (isHere(state.id()) && hasPart(state)) {
        locks.computeIfAbsent(state.id(), id -> before.getOrDefault(id, new Lock(id)));
      }
    }
    int carried = 0;
    for (Lock lock : List.copyOf(locks.values())) {
      carried += isHere(lock.id) && resume(now, lock) ? 1 : 0;
    }
    return carried;
  }

  /** A lock of elsewhere: who waits for it waits until this member is there. */
  private void suspend(Lock lock) {
    if (lock.use == Use.HOLDS) {
      // It was not given up, or a record was made up in which this member is elsewhere.
      Seat seat = record.members().get(self);
      world.tell(new Effect.Contradicted(lock.id, lock.slot, null, seat));
      lose(lock);
    }
    if (lock.use == Use.WAITS) {
      locks.put(lock.id, lock);
    }
  }

  /** Whether this member is among those who share the lock. */
  private boolean isHere(LockId id) {
    String where = id.neighbourhood();
    return where == null || where.equals(record.neighbourhoodOf(record.members().get(self).name()));
  }

  /**
   * Whether this member may have a permit of a lock when the epoch begins, or waits for one. Where
   * the only permit goes to another, the instance is made when it is needed: there is nothing to
   * tell of it before, and an epoch with many locks begins sooner.
   */
  private boolean hasPart(LockState state) {
    return state.id().permits() > 1
        || state.holders().isEmpty() && state.waiters().isEmpty()
        || isHolder(state)
        || state.waiters().contains(record.members().get(self));
  }

  /** Whether it is held as before. */
  private boolean resume(long now, Lock lock) {
    Instance instance = instance(lock);
    LockState state = record.lock(lock.id);
    boolean isHolder = state != null && isHolder(state);
    if (lock.use == Use.HOLDS && isHolder && instance.permitFence() == lock.fence) {
      tellIfWanted(lock);
      return true;
    }
    if (lock.use == Use.HOLDS) {
      boolean isLeftOut = state == null && rules.budget().mayLack(record, lock.id);
      if (!isLeftOut) {
        Seat seat = record.members().get(self);
        world.tell(new Effect.Contradicted(lock.id, lock.slot, holder(state, lock.slot), seat));
      }
      lose(lock);
    }
    if (isHolder) {
      // Released or lost while sealed.
      instance.release(wire(lock));
    }
    if (instance.isWaiting() || instance.isInside()) {
      use(lock, lock.use == Use.NONE ? Use.CANCELLED : lock.use);
    } else if (lock.use == Use.WAITS) {
      instance.request(wire(lock));
    } else {
      use(lock, Use.NONE);
    }
    settle(now, lock);
    return false;
  }

  /** Who holds this slot according to the record; null if nobody does. */
  private static @Nullable Seat holder(@Nullable LockState state, int slot) {
    for (Holder holder : state == null ? List.<Holder>of() : state.holders()) {
      if (holder.slot() == slot) {
        return holder.seat();
      }
    }
    return null;
  }

  /** Whether the record says that this member holds the lock. */
  private boolean isHolder(LockState state) {
    Seat seat = record.members().get(self);
    for (Holder holder : state.holders()) {
      if (holder.seat().equals(seat)) {
        return true;
      }
    }
    return false;
  }

  /** This member is not in the new epoch. */
  void close(long now, boolean loses) {
    open = false;
    if (loses) {
      loseAll(now);
    }
    for (Lock lock : locks.values()) {
      lock.instance = null;
      use(lock, lock.use == Use.CANCELLED ? Use.NONE : lock.use);
    }
  }

  /** Whether one of the instances needs a new epoch. */
  boolean isExhausted() {
    return exhausted;
  }

  /** After each step of an instance: there are too many to look at all of them now and then. */
  private void look(Instance instance) {
    exhausted |= instance.isExhausted();
  }

  private Lock lock(LockId id) {
    Lock lock = locks.computeIfAbsent(id, Lock::new);
    lock.lastUsed = ++uses;
    return lock;
  }

  private Instance instance(Lock lock) {
    Instance instance = lock.instance;
    if (instance == null) {
      lock.group = record.group(lock.id);
      int number = lock.group.indexOf(record.members().get(self));
      instance = Replay.of(record, lock.id, number, rules);
      lock.instance = instance;
      look(instance);
    }
    return instance;
  }

  private Instance.Wire wire(Lock lock) {
    return (to, message, fence, stamp) -> {
      int member = lock.id.isLocal() ? record.indexOf(lock.group.get(to)) : to;
      world.send(member, lock.id, message, fence, stamp);
    };
  }
}
