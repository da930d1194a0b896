package dev.baton.cluster;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.net.LockPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * A lock or semaphore at one member: who waits for it here, in order, and who has it.
 *
 * <p>The member asks its cluster for a permit while somebody waits here. When it comes, owners take
 * turns with it, each with a fence of its own, and it lingers here when nobody is inside. As soon
 * as somebody elsewhere may want it, it goes back; if somebody is inside, after a bounded number of
 * hand-overs. Then the member asks again like anybody else.
 *
 * <p>Everything is guarded by this object's monitor, in which nothing waits; only a {@link Tenure}
 * may be entered and left without it. Who has marked lanes as changed there tells their event loops
 * after it: the thread may then work for the event loop, which locks gates itself.
 */
final class Gate {

  /** The most that hand-overs may be bounded by. */
  static final int MOST_HAND_OVERS = 1000;

  private final LockId id;
  private final boolean isLocal;
  private final int mostHandOvers;
  private final Callbacks callbacks;

  /** One for each seat that can get a permit. */
  private final Lane[] lanes;

  private final Deque<Waiter> waiters = new ArrayDeque<>();

  private final Losses losses = new Losses();

  /** Null while the member runs. */
  private String closed;

  Gate(LockId id, int mostHandOvers, Callbacks callbacks, List<? extends Lane.Loop> loops) {
    this(id, false, mostHandOvers, callbacks, loops);
  }

  /**
   * @param isLocal whether there is one such lock in each neighbourhood; the gate leads to that of
   *     the neighbourhood in which the member is
   */
  Gate(
      LockId id,
      boolean isLocal,
      int mostHandOvers,
      Callbacks callbacks,
      List<? extends Lane.Loop> loops) {
    this.id = id;
    this.isLocal = isLocal;
    this.mostHandOvers = mostHandOvers;
    this.callbacks = callbacks;
    lanes = loops.stream().map(loop -> new Lane(this, loop)).toArray(Lane[]::new);
  }

  LockId id() {
    return id;
  }

  /** The lock behind the gate, if the member is there. */
  LockId id(String neighbourhood) {
    return isLocal ? id.in(neighbourhood) : id;
  }

  /** Whether there is a lock behind the gate for a member that is there; null is nowhere. */
  boolean isIn(String neighbourhood) {
    return !isLocal || neighbourhood != null;
  }

  Lane lane(int seat) {
    return lanes[seat];
  }

  Callbacks callbacks() {
    return callbacks;
  }

  // Without waiting, by the word of the tenure alone. A lock has one lane.

  /**
   * Enters if this thread is inside already, or if the tenure lingers here.
   *
   * @throws HoldLostException if this thread has lost its hold and does not know
   */
  boolean enter(long thread) {
    Lane lane = lanes[0];
    Tenure tenure = lane.tenure();
    if (tenure != null && tenure.keyOf(thread) != 0) {
      tenure.again = Math.incrementExact(tenure.again);
      return true;
    }
    Grant lost = losses.of(thread);
    if (lost != null) {
      throw lost.exception();
    }
    long leaseEnd = lane.leaseEnd();
    long key = tenure == null ? 0 : tenure.enter(thread);
    return key != 0 && isInTime(tenure, key, leaseEnd);
  }

  /** The same for a handle, which does not enter again; null if it cannot. */
  Grant enter() {
    Lane lane = lanes[0];
    Tenure tenure = lane.tenure();
    long leaseEnd = lane.leaseEnd();
    long key = tenure == null ? 0 : tenure.enter(Tenure.HANDLE);
    return key != 0 && isInTime(tenure, key, leaseEnd) ? new Grant(tenure, key) : null;
  }

  /**
   * Leaves once. Reads no clock: a loss that nobody has noticed until now has done no harm.
   *
   * @throws IllegalMonitorStateException if this thread is not inside, or has lost its hold
   */
  void leave(long thread) {
    Tenure tenure = lanes[0].tenure();
    long key = tenure == null ? 0 : tenure.keyOf(thread);
    if (key == 0) {
      throw notInside(thread);
    }
    if (tenure.again > 0) {
      tenure.again--;
    } else if (!tenure.leave(key) && !release(new Grant(tenure, key))) {
      throw notInside(thread);
    }
  }

  private IllegalMonitorStateException notInside(long thread) {
    Grant grant = losses.of(thread);
    if (grant == null) {
      return new IllegalMonitorStateException(
          "This thread does not hold " + id.name() + ": call lock() before.");
    }
    if (grant.tenure().again > 0) {
      grant.tenure().again--;
    } else {
      losses.remove(grant);
    }
    return grant.exception();
  }

  /** The hold of this thread, or null; it may be lost. */
  Grant of(long thread) {
    Tenure tenure = lanes[0].tenure();
    long key = tenure == null ? 0 : tenure.keyOf(thread);
    return key != 0 ? new Grant(tenure, key) : losses.of(thread);
  }

  /** The last step of every entry: one reading of the clock. */
  private boolean isInTime(Tenure tenure, long key, long leaseEnd) {
    long now = tenure.lane.now();
    tenure.enteredAt = now;
    if (now < leaseEnd) {
      return true;
    }
    drop(new Grant(tenure, key));
    return false;
  }

  /** Who has waited looks at the lease last, too. */
  boolean isEntered(Grant grant) {
    Tenure tenure = grant.tenure();
    long leaseEnd = tenure.lane.leaseEnd();
    if (tenure.isInside(grant.key())) {
      return isInTime(tenure, grant.key(), leaseEnd);
    }
    drop(grant);
    return false;
  }

  /** A hold that died before its owner had it is nobody's loss. */
  private void drop(Grant grant) {
    synchronized (this) {
      if (grant.tenure().vacate(grant.key())) {
        end(grant.tenure());
      }
    }
    scheduleReconcile();
    losses.remove(grant);
  }

  /** Tells the event loops of all lanes whose gate wants something else now. */
  private void scheduleReconcile() {
    for (Lane lane : lanes) {
      lane.scheduleReconcile();
    }
  }

  // Waiting.

  Waiter enqueue(long owner) {
    Waiter waiter = queue(owner);
    scheduleReconcile();
    return waiter;
  }

  /** Returns null if somebody has it or waits for it here. */
  Waiter enqueueIfFree(long owner) {
    Waiter waiter = queueIfFree(owner);
    scheduleReconcile();
    return waiter;
  }

  private synchronized Waiter queueIfFree(long owner) {
    return waiters.isEmpty() && hasRoom() ? queue(owner) : null;
  }

  private synchronized Waiter queue(long owner) {
    if (closed != null) {
      throw unavailable(closed);
    }
    Waiter waiter = new Waiter(owner);
    waiters.addLast(waiter);
    for (Lane lane : lanes) {
      Tenure tenure = lane.tenure();
      if (tenure == null) {
        lane.markChanged();
      } else if (tenure.watch()) {
        goOn(tenure);
      }
    }
    return waiter;
  }

  private boolean hasRoom() {
    for (Lane lane : lanes) {
      if (lane.tenure() == null || lane.tenure().isFree()) {
        return true;
      }
    }
    return false;
  }

  /** Returns false if it has been granted already. */
  boolean withdraw(Waiter waiter) {
    boolean isWaiting;
    synchronized (this) {
      isWaiting = waiters.remove(waiter);
      if (isWaiting) {
        markIdleLanes();
      }
    }
    scheduleReconcile();
    return isWaiting;
  }

  /** Leaves the queue; what was granted meanwhile goes on to the next. */
  void giveUp(Waiter waiter) {
    if (!withdraw(waiter) && waiter.isDone() && !waiter.isCompletedExceptionally()) {
      Grant grant = waiter.join();
      if (!release(grant)) {
        losses.remove(grant);
      }
    }
  }

  /** How many of them should ask may have changed. */
  private void markIdleLanes() {
    for (Lane lane : lanes) {
      if (lane.tenure() == null) {
        lane.markChanged();
      }
    }
  }

  /** Whether a lane should ask for a permit: as many do as there are waiters. */
  synchronized boolean wants(Lane asking) {
    int before = 0;
    for (Lane lane : lanes) {
      if (lane == asking) {
        break;
      }
      before += lane.tenure() == null ? 1 : 0;
    }
    return asking.tenure() == null && before < waiters.size();
  }

  // Having.

  void granted(Tenure tenure) {
    synchronized (this) {
      tenure.lane.begin(tenure);
      goOn(tenure);
      // Another lane may ask for nobody now.
      markIdleLanes();
    }
    scheduleReconcile();
  }

  /** Nobody is inside: the tenure goes to the next here, or lingers, or ends. */
  private void goOn(Tenure tenure) {
    boolean isHere = tenure.lane.isHere(tenure);
    if (isHere && !waiters.isEmpty() && tenure.mayPass(mostHandOvers)) {
      Waiter next = waiters.pollFirst();
      callbacks.meters().waited(System.nanoTime() - next.since);
      next.complete(new Grant(tenure, tenure.pass(next.owner, !waiters.isEmpty())));
    } else if (isHere && waiters.isEmpty() && tenure.mayLinger()) {
      tenure.linger();
    } else {
      end(tenure);
    }
  }

  private void end(Tenure tenure) {
    tenure.end();
    tenure.lane.end();
  }

  /** Returns false if the hold is over, as far as is known. */
  boolean release(Grant grant) {
    boolean isInside;
    synchronized (this) {
      isInside = grant.tenure().vacate(grant.key());
      if (isInside) {
        goOn(grant.tenure());
      }
    }
    scheduleReconcile();
    return isInside;
  }

  /** Somebody elsewhere may wait for what this lane has got. */
  void wanted(Lane lane, long fence) {
    synchronized (this) {
      Tenure tenure = lane.tenure();
      if (tenure != null && tenure.fence == fence) {
        tenure.want();
        if (tenure.watch()) {
          goOn(tenure);
        }
      }
    }
    scheduleReconcile();
  }

  /** What a lane has got is not valid any more. */
  void lose(Lane lane, long fence, String reason) {
    Tenure tenure = lane.tenure();
    if (tenure != null && tenure.fence == fence) {
      lose(tenure, reason);
    }
  }

  /** The member goes elsewhere: what is lost here becomes a wait there, for whoever wants it. */
  void move(Lane lane, long fence, String reason) {
    Tenure tenure = lane.tenure();
    if (tenure != null && tenure.fence == fence) {
      synchronized (this) {
        tenure.move();
      }
      lose(tenure, reason);
    }
  }

  /** Runs if the hold is lost because the member goes elsewhere, or was lost so before. */
  void follow(Grant grant, Runnable follower) {
    synchronized (this) {
      if (grant.tenure().watch(grant.key())) {
        grant.tenure().followers().add(follower);
        return;
      }
      if (!grant.isLost() || !grant.tenure().isMoved()) {
        return;
      }
    }
    follower.run();
  }

  /** The tenure is not valid any more; if nobody is inside, nobody hears of it. */
  void lose(Tenure tenure, String reason) {
    Grant grant;
    List<Consumer<String>> listeners;
    List<Runnable> followers;
    synchronized (this) {
      if (tenure.lane.tenure() != tenure) {
        return;
      }
      long key = tenure.lose(reason);
      tenure.lane.end();
      grant = key == 0 ? null : new Grant(tenure, key);
      listeners = List.copyOf(tenure.listeners());
      followers = tenure.isMoved() ? List.copyOf(tenure.followers()) : List.of();
      if (key != 0 && Tenure.owner(key) != Tenure.HANDLE) {
        losses.add(grant);
      }
    }
    scheduleReconcile();
    if (grant == null) {
      return;
    }
    callbacks.lost(id.name(), grant.fence(), reason, listeners);
    followers.forEach(Runnable::run);
  }

  /** Calls back if the hold is lost, or was lost before. */
  void listen(Grant grant, Consumer<String> listener) {
    synchronized (this) {
      if (grant.tenure().watch(grant.key())) {
        grant.tenure().listeners().add(listener);
        return;
      }
    }
    if (grant.isLost()) {
      callbacks.run(() -> listener.accept(grant.tenure().reason()));
    }
  }

  private IllegalStateException unavailable(String reason) {
    return new IllegalStateException(id + " cannot be had here: " + reason + ".");
  }

  // Looking.

  boolean isHeld() {
    for (Lane lane : lanes) {
      if (hold(lane) != null) {
        return true;
      }
    }
    return false;
  }

  /** What is held through a lane, if it is valid at this moment. */
  private static Grant hold(Lane lane) {
    Tenure tenure = lane.tenure();
    long key = tenure == null ? 0 : tenure.key();
    Grant grant = new Grant(tenure, key);
    return key != 0 && grant.isValid() ? grant : null;
  }

  /** What there is to see here; what the seats know is added by others. */
  LockPart part(String neighbourhood) {
    List<LockPart.Inside> holds = new ArrayList<>();
    for (Lane lane : lanes) {
      Grant hold = hold(lane);
      if (hold != null) {
        long nanos = Math.max(0, lane.now() - hold.tenure().enteredAt);
        holds.add(new LockPart.Inside(hold.tenure().slot, hold.fence(), nanos));
      }
    }
    synchronized (this) {
      long entries = 0;
      long messages = 0;
      for (Lane lane : lanes) {
        entries += lane.entries();
        messages += lane.messages();
      }
      return new LockPart(
          id(neighbourhood), holds, waiters.size(), false, 0, false, entries, messages);
    }
  }

  /** The member may not ask: who waits here is told, unless it still has a tenure to pass on. */
  void refuse(String reason) {
    boolean hasTenure = false;
    for (Lane lane : lanes) {
      hasTenure |= lane.tenure() != null;
    }
    if (!hasTenure) {
      dismiss(reason);
    }
  }

  private void dismiss(String reason) {
    List<Waiter> left;
    synchronized (this) {
      left = List.copyOf(waiters);
      waiters.clear();
    }
    left.forEach(waiter -> waiter.completeExceptionally(unavailable(reason)));
  }

  /** The member is gone: nobody waits and nobody holds. */
  void close(String reason) {
    synchronized (this) {
      closed = reason;
    }
    dismiss(reason);
    for (Lane lane : lanes) {
      Tenure tenure = lane.tenure();
      if (tenure != null) {
        lose(tenure, reason);
      }
    }
  }
}
