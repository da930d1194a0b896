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
 * <p>Everything is guarded by this object's monitor, in which nothing waits; only a {@link Turn}
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

  // Without waiting, by the word of the turn alone. A lock has one lane.

  /**
   * Enters if this thread is inside already, or if the turn lingers here.
   *
   * @throws HoldLostException if this thread has lost its hold and does not know
   */
  boolean enter(long thread) {
    Lane lane = lanes[0];
    Turn turn = lane.turn();
    if (turn != null && turn.keyOf(thread) != 0) {
      turn.again = Math.incrementExact(turn.again);
      return true;
    }
    Grant lost = losses.of(thread);
    if (lost != null) {
      throw lost.exception();
    }
    long leaseEnd = lane.leaseEnd();
    long key = turn == null ? 0 : turn.enter(thread);
    return key != 0 && isInTime(turn, key, leaseEnd);
  }

  /** The same for a handle, which does not enter again; null if it cannot. */
  Grant enter() {
    Lane lane = lanes[0];
    Turn turn = lane.turn();
    long leaseEnd = lane.leaseEnd();
    long key = turn == null ? 0 : turn.enter(Turn.HANDLE);
    return key != 0 && isInTime(turn, key, leaseEnd) ? new Grant(turn, key) : null;
  }

  /**
   * Leaves once. Reads no clock: a loss that nobody has noticed until now has done no harm.
   *
   * @throws IllegalMonitorStateException if this thread is not inside, or has lost its hold
   */
  void leave(long thread) {
    Turn turn = lanes[0].turn();
    long key = turn == null ? 0 : turn.keyOf(thread);
    if (key == 0) {
      throw notInside(thread);
    }
    if (turn.again > 0) {
      turn.again--;
    } else if (!turn.leave(key) && !release(new Grant(turn, key))) {
      throw notInside(thread);
    }
  }

  private IllegalMonitorStateException notInside(long thread) {
    Grant grant = losses.of(thread);
    if (grant == null) {
      return new IllegalMonitorStateException(
          "This thread does not hold " + id.name() + ": call lock() before.");
    }
    if (grant.turn().again > 0) {
      grant.turn().again--;
    } else {
      losses.remove(grant);
    }
    return grant.exception();
  }

  /** The hold of this thread, or null; it may be lost. */
  Grant of(long thread) {
    Turn turn = lanes[0].turn();
    long key = turn == null ? 0 : turn.keyOf(thread);
    return key != 0 ? new Grant(turn, key) : losses.of(thread);
  }

  /** The last step of every entry: one reading of the clock. */
  private boolean isInTime(Turn turn, long key, long leaseEnd) {
    long now = turn.lane.now();
    turn.enteredAt = now;
    if (now < leaseEnd) {
      return true;
    }
    drop(new Grant(turn, key));
    return false;
  }

  /** Who has waited looks at the lease last, too. */
  boolean isEntered(Grant grant) {
    Turn turn = grant.turn();
    long leaseEnd = turn.lane.leaseEnd();
    if (turn.isInside(grant.key())) {
      return isInTime(turn, grant.key(), leaseEnd);
    }
    drop(grant);
    return false;
  }

  /** A hold that died before its owner had it is nobody's loss. */
  private void drop(Grant grant) {
    synchronized (this) {
      if (grant.turn().vacate(grant.key())) {
        end(grant.turn());
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
      Turn turn = lane.turn();
      if (turn == null) {
        lane.markChanged();
      } else if (turn.watch()) {
        goOn(turn);
      }
    }
    return waiter;
  }

  private boolean hasRoom() {
    for (Lane lane : lanes) {
      if (lane.turn() == null || lane.turn().isFree()) {
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
      if (lane.turn() == null) {
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
      before += lane.turn() == null ? 1 : 0;
    }
    return asking.turn() == null && before < waiters.size();
  }

  // Having.

  void granted(Turn turn) {
    synchronized (this) {
      turn.lane.begin(turn);
      goOn(turn);
      // Another lane may ask for nobody now.
      markIdleLanes();
    }
    scheduleReconcile();
  }

  /** Nobody is inside: the turn goes to the next here, or lingers, or ends. */
  private void goOn(Turn turn) {
    boolean isHere = turn.lane.isHere(turn);
    if (isHere && !waiters.isEmpty() && turn.mayPass(mostHandOvers)) {
      Waiter next = waiters.pollFirst();
      callbacks.meters().waited(System.nanoTime() - next.since);
      next.complete(new Grant(turn, turn.pass(next.owner, !waiters.isEmpty())));
    } else if (isHere && waiters.isEmpty() && turn.mayLinger()) {
      turn.linger();
    } else {
      end(turn);
    }
  }

  private void end(Turn turn) {
    turn.end();
    turn.lane.end();
  }

  /** Returns false if the hold is over, as far as is known. */
  boolean release(Grant grant) {
    boolean isInside;
    synchronized (this) {
      isInside = grant.turn().vacate(grant.key());
      if (isInside) {
        goOn(grant.turn());
      }
    }
    scheduleReconcile();
    return isInside;
  }

  /** Somebody elsewhere may wait for what this lane has got. */
  void wanted(Lane lane, long fence) {
    synchronized (this) {
      Turn turn = lane.turn();
      if (turn != null && turn.fence == fence) {
        turn.want();
        if (turn.watch()) {
          goOn(turn);
        }
      }
    }
    scheduleReconcile();
  }

  /** What a lane has got is not valid any more. */
  void lose(Lane lane, long fence, String reason) {
    Turn turn = lane.turn();
    if (turn != null && turn.fence == fence) {
      lose(turn, reason);
    }
  }

  /** The member goes elsewhere: what is lost here becomes a wait there, for whoever wants it. */
  void move(Lane lane, long fence, String reason) {
    Turn turn = lane.turn();
    if (turn != null && turn.fence == fence) {
      synchronized (this) {
        turn.move();
      }
      lose(turn, reason);
    }
  }

  /** Runs if the hold is lost because the member goes elsewhere, or was lost so before. */
  void follow(Grant grant, Runnable follower) {
    synchronized (this) {
      if (grant.turn().watch(grant.key())) {
        grant.turn().followers().add(follower);
        return;
      }
      if (!grant.isLost() || !grant.turn().isMoved()) {
        return;
      }
    }
    follower.run();
  }

  /** The turn is not valid any more; if nobody is inside, nobody hears of it. */
  void lose(Turn turn, String reason) {
    Grant grant;
    List<Consumer<String>> listeners;
    List<Runnable> followers;
    synchronized (this) {
      if (turn.lane.turn() != turn) {
        return;
      }
      long key = turn.lose(reason);
      turn.lane.end();
      grant = key == 0 ? null : new Grant(turn, key);
      listeners = List.copyOf(turn.listeners());
      followers = turn.isMoved() ? List.copyOf(turn.followers()) : List.of();
      if (key != 0 && Turn.owner(key) != Turn.HANDLE) {
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
      if (grant.turn().watch(grant.key())) {
        grant.turn().listeners().add(listener);
        return;
      }
    }
    if (grant.isLost()) {
      callbacks.run(() -> listener.accept(grant.turn().reason()));
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
    Turn turn = lane.turn();
    long key = turn == null ? 0 : turn.key();
    Grant grant = new Grant(turn, key);
    return key != 0 && grant.isValid() ? grant : null;
  }

  /** What there is to see here; what the seats know is added by others. */
  LockPart part(String neighbourhood) {
    List<LockPart.Inside> holds = new ArrayList<>();
    for (Lane lane : lanes) {
      Grant hold = hold(lane);
      if (hold != null) {
        long nanos = Math.max(0, lane.now() - hold.turn().enteredAt);
        holds.add(new LockPart.Inside(hold.turn().slot, hold.fence(), nanos));
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

  /** The member may not ask: who waits here is told, unless it still has a turn to pass on. */
  void refuse(String reason) {
    boolean hasTurn = false;
    for (Lane lane : lanes) {
      hasTurn |= lane.turn() != null;
    }
    if (!hasTurn) {
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
      Turn turn = lane.turn();
      if (turn != null) {
        lose(turn, reason);
      }
    }
  }
}
