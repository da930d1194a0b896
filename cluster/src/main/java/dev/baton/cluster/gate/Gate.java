package dev.baton.cluster.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.epoch.LockId;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
public final class Gate {

  /**
   * A lock as those see it who look at its gate.
   *
   * @param waiting how many threads and handles wait
   * @param entries how often it was entered here
   * @param messages how many messages of the algorithm were sent for it from here
   */
  public record Sight(LockId id, List<Inside> inside, int waiting, long entries, long messages) {}

  /**
   * Somebody inside.
   *
   * @param nanos for how long
   */
  public record Inside(int slot, long fence, long nanos) {}

  /** The most that hand-overs may be bounded by. */
  public static final int MOST_HAND_OVERS = 1000;

  /** The owner that is a handle; threads have their number, from 1. */
  public static final long HANDLE = Tenure.HANDLE;

  private final LockId id;
  private final boolean isLocal;
  private final int mostHandOvers;
  private final Callbacks callbacks;

  /** One for each seat that can get a permit. */
  private final Lane[] lanes;

  /** Of links, since one that finds no memory leaves such a queue as it was. */
  @GuardedBy("this")
  private final Deque<Waiter> waiters = new LinkedList<>();

  private final LostHolds lostHolds = new LostHolds();

  /** Those who are called back when they have got it, or cannot; not in the monitor. */
  final DueCalls dueCalls;

  /** Null while the member runs. */
  @GuardedBy("this")
  private @Nullable String closed;

  /**
   * @param isLocal whether there is one such lock in each neighbourhood; the gate leads to that of
   *     the neighbourhood in which the member is
   */
  public Gate(
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
    dueCalls = new DueCalls(callbacks, lanes);
  }

  public LockId id() {
    return id;
  }

  /** The lock behind the gate, if the member is there. */
  LockId id(@Nullable String neighbourhood) {
    return isLocal ? id.in(neighbourhood) : id;
  }

  /** Whether there is a lock behind the gate for a member that is there; null is nowhere. */
  boolean isIn(@Nullable String neighbourhood) {
    return !isLocal || neighbourhood != null;
  }

  public Lane lane(int seat) {
    return lanes[seat];
  }

  public Callbacks callbacks() {
    return callbacks;
  }

  // Without waiting, by the word of the tenure alone. A lock has one lane.

  /**
   * Enters if this thread is inside already, or if the tenure lingers here. Not before this thread
   * knows of a hold that it has lost: {@link #lossOf}.
   */
  public boolean enter(long thread) {
    Tenure tenure = lanes[0].tenure();
    if (tenure == null) {
      return false;
    }
    if (tenure.keyOf(thread) != 0) {
      tenure.again = Math.incrementExact(tenure.again);
      return true;
    }
    if (lostHolds.of(thread) != null) {
      return false;
    }
    long leaseEnd = tenure.lane.leaseEnd();
    long key = tenure.enter(thread);
    if (key == 0) {
      return false;
    }
    try {
      return isInTime(tenure, key, tenure.validAtEntry(key, leaseEnd));
    } catch (VirtualMachineError e) {
      // No calls here: there may be no stack for any.
      tenure.abandoned = key;
      tenure.lane.strays.any = true;
      throw e;
    }
  }

  /** The same for a handle, which does not enter again; null if it cannot. */
  public @Nullable Entry enter() {
    Tenure tenure = lanes[0].tenure();
    if (tenure == null) {
      return null;
    }
    long leaseEnd = tenure.lane.leaseEnd();
    long key = tenure.enter(Tenure.HANDLE);
    if (key == 0) {
      return null;
    }
    try {
      Entry entry = new Entry(tenure, key);
      return isInTime(tenure, key, tenure.validAtEntry(key, leaseEnd)) ? entry : null;
    } catch (VirtualMachineError e) {
      tenure.abandoned = key;
      tenure.lane.strays.any = true;
      throw e;
    }
  }

  /**
   * Leaves once. Reads no clock: a loss that nobody has noticed until now has done no harm.
   *
   * @return false if this thread is not inside; then {@link #tellLoss} says whether it was
   */
  public boolean leave(long thread) {
    Tenure tenure = lanes[0].tenure();
    if (tenure == null) {
      return false;
    }
    long key = tenure.keyOf(thread);
    if (key == 0) {
      return false;
    }
    if (tenure.again > 0) {
      tenure.again--;
      return true;
    }
    return tenure.leave(key) || release(new Entry(tenure, key));
  }

  /** Leaves; returns false if the hold was lost before, as far as is known. */
  public boolean leave(Entry entry) {
    return entry.tenure().leave(entry.key()) || release(entry);
  }

  /** What this thread has lost and does not know of, or null. */
  public @Nullable Entry lossOf(long thread) {
    return lostHolds.of(thread);
  }

  /** The same, and the thread knows of it now: once for each time that it had entered. */
  public @Nullable Entry tellLoss(long thread) {
    Entry entry = lostHolds.of(thread);
    if (entry != null && entry.tenure().again > 0) {
      entry.tenure().again--;
    } else if (entry != null) {
      lostHolds.remove(entry);
    }
    return entry;
  }

  /** The hold of this thread, or null; it may be lost. */
  public @Nullable Entry of(long thread) {
    Tenure tenure = lanes[0].tenure();
    if (tenure != null) {
      long key = tenure.keyOf(thread);
      if (key != 0) {
        return new Entry(tenure, key);
      }
    }
    return lostHolds.of(thread);
  }

  /** How often this thread has entered; 0 if its hold is not valid at this moment. */
  public int count(long thread) {
    Entry entry = of(thread);
    return entry != null && isValid(entry) ? entry.tenure().again + 1 : 0;
  }

  /** For an owner, from the clock at the call; a loss that it shows is known from then on. */
  public boolean isValid(Entry entry) {
    Tenure tenure = entry.tenure();
    if (tenure.validAt(entry.key()) != Tenure.NEVER) {
      return true;
    }
    // Who is inside still was so before: then it is the lease that is over.
    if (tenure.isInside(entry.key())) {
      Stack.reserve();
      String member = tenure.lane.member();
      lose(tenure, "the lease of member " + member + " was not renewed in time");
    }
    return false;
  }

  /** How many nanoseconds it stays valid even if the lease is not renewed; 0 if it is not valid. */
  public long remainingNanos(Entry entry) {
    // The end of the lease before the look, and the clock last, as in Tenure.validAt; and as there,
    // again if the lease was renewed meanwhile. If it is over, the next look shows it.
    Lane lane = entry.tenure().lane;
    long leaseEnd = lane.leaseEnd();
    while (isValid(entry)) {
      long now = lane.now();
      if (now < leaseEnd) {
        return leaseEnd - now;
      }
      leaseEnd = lane.leaseEnd();
    }
    return 0;
  }

  /** The last step of every entry that was waited for. */
  boolean isEntered(Waiter waiter, Entry entry) {
    Tenure tenure = entry.tenure();
    if (!isInTime(tenure, entry.key(), tenure.validAt(entry.key()))) {
      return false;
    }
    callbacks.meters().waited(System.nanoTime() - waiter.since);
    return true;
  }

  private boolean isInTime(Tenure tenure, long key, long now) {
    if (now == Tenure.NEVER) {
      drop(new Entry(tenure, key));
      return false;
    }
    tenure.enteredAt = now;
    return true;
  }

  /** A hold that died before its owner had it is nobody's loss. */
  private void drop(Entry entry) {
    boolean hasStack = Stack.reserve();
    synchronized (this) {
      if (entry.tenure().vacate(entry.key())) {
        end(entry.tenure());
      }
    }
    scheduleReconcile(hasStack);
    lostHolds.remove(entry);
  }

  /**
   * Out of the monitor: tells the event loops of all lanes whose gate wants something else now, and
   * calls back whoever has got what it waited for.
   */
  private void scheduleReconcile() {
    scheduleReconcile(false);
  }

  /** The same by a thread that perhaps has made sure of the stack for an event. */
  private void scheduleReconcile(boolean hasStack) {
    for (Lane lane : lanes) {
      lane.scheduleReconcile(hasStack);
    }
    dueCalls.start(hasStack);
  }

  // Waiting.

  Waiter enqueue(long owner) {
    boolean hasStack = Stack.reserveToWait();
    Waiter waiter = queue(owner);
    scheduleReconcile(hasStack);
    return waiter;
  }

  /** Returns null if somebody has it or waits for it here. */
  @Nullable Waiter enqueueIfFree(long owner) {
    boolean hasStack = Stack.reserveToWait();
    Waiter waiter = queueIfFree(owner);
    scheduleReconcile(hasStack);
    return waiter;
  }

  private synchronized @Nullable Waiter queueIfFree(long owner) {
    return waiters.isEmpty() && hasRoom() ? queue(owner) : null;
  }

  private synchronized Waiter queue(long owner) {
    if (closed != null) {
      throw unavailable(closed);
    }
    Waiter waiter = new Waiter(owner);
    waiters.addLast(waiter);
    try {
      for (Lane lane : lanes) {
        Tenure tenure = lane.tenure();
        if (tenure == null) {
          lane.markChanged();
        } else if (tenure.watch()) {
          goOn(tenure);
        }
      }
    } catch (VirtualMachineError e) {
      forget(waiter);
      throw e;
    }
    return waiter;
  }

  /** Its caller will not know of it. What is half done goes on at the next tick. */
  @GuardedBy("this")
  private void forget(Waiter waiter) {
    waiters.remove(waiter);
    Entry entry = waiter.getNow(null);
    if (entry != null) {
      entry.tenure().abandoned = entry.key();
    }
    for (Lane lane : lanes) {
      lane.strays.any = true;
    }
  }

  @GuardedBy("this")
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

  /**
   * Leaves the queue; what was granted meanwhile goes on to the next. Who has waited has the stack
   * for this; without memory the next one gets it at the next tick.
   */
  void giveUp(Waiter waiter) {
    if (!withdraw(waiter) && waiter.isDone() && !waiter.isCompletedExceptionally()) {
      Entry entry = waiter.join();
      if (!entry.tenure().leave(entry.key()) && !letOut(entry, false)) {
        lostHolds.remove(entry);
      }
    }
  }

  /** How many of them should ask may have changed. */
  @GuardedBy("this")
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
  @GuardedBy("this")
  private void goOn(Tenure tenure) {
    boolean isHere = tenure.lane.isHere(tenure);
    if (isHere && !waiters.isEmpty() && tenure.mayPass(mostHandOvers)) {
      Waiter next = waiters.getFirst();
      // First what may find no memory: then all is as it was.
      Entry entry = new Entry(tenure, tenure.keyForNext(next.owner));
      waiters.removeFirst();
      tenure.pass(entry.key(), !waiters.isEmpty());
      next.complete(entry);
      dueCalls.done(next);
    } else if (isHere && waiters.isEmpty() && tenure.mayLinger()) {
      tenure.linger();
    } else {
      end(tenure);
    }
  }

  @GuardedBy("this")
  private void end(Tenure tenure) {
    tenure.end();
    tenure.lane.end(tenure);
  }

  /** Leaves through the monitor. */
  private boolean release(Entry entry) {
    boolean hasStack = Stack.reserve();
    return letOut(entry, hasStack);
  }

  private boolean letOut(Entry entry, boolean hasStack) {
    Tenure tenure = entry.tenure();
    boolean isInside;
    try {
      synchronized (this) {
        isInside = tenure.vacate(entry.key());
        if (isInside) {
          goOn(tenure);
        }
      }
    } catch (VirtualMachineError e) {
      // It goes on at the next tick.
      tenure.lane.strays.any = true;
      throw e;
    }
    scheduleReconcile(hasStack);
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
  public void follow(Entry entry, Runnable follower) {
    synchronized (this) {
      if (entry.tenure().watch(entry.key())) {
        entry.tenure().followers().add(follower);
        return;
      }
      if (!entry.isLost() || !entry.tenure().isMoved()) {
        return;
      }
    }
    follower.run();
  }

  /** The tenure is not valid any more; if nobody is inside, nobody hears of it. */
  @SuppressWarnings("ReferenceEquality") // Tenures are compared by identity.
  void lose(Tenure tenure, String reason) {
    Entry entry;
    List<Consumer<String>> listeners;
    List<Runnable> followers;
    synchronized (this) {
      if (tenure.lane.tenure() != tenure) {
        return;
      }
      long key = tenure.keep();
      entry = key == 0 ? null : new Entry(tenure, key);
      listeners = List.copyOf(tenure.listeners());
      followers = tenure.isMoved() ? List.copyOf(tenure.followers()) : List.of();
      // Before the word says so: a thread that does not find itself inside looks here next.
      if (entry != null && Tenure.owner(key) != Tenure.HANDLE) {
        lostHolds.add(entry);
      }
      tenure.lose(key, reason);
      tenure.lane.end(tenure);
    }
    scheduleReconcile();
    if (entry == null || entry.isAbandoned()) {
      return;
    }
    callbacks.lost(id.name(), entry.fence(), reason, listeners);
    followers.forEach(Runnable::run);
  }

  /** Calls back if the hold is lost, or was lost before. */
  public void listen(Entry entry, Consumer<String> listener) {
    synchronized (this) {
      if (entry.tenure().watch(entry.key())) {
        entry.tenure().listeners().add(listener);
        return;
      }
    }
    if (entry.isLost()) {
      callbacks.run(() -> listener.accept(entry.reason()));
    }
  }

  /** On the event loop: does what threads have left half done, for want of stack or memory. */
  @SuppressWarnings("ReferenceEquality") // Tenures are compared by identity.
  void finish(Lane lane) {
    Tenure tenure = lane.tenure();
    if (tenure != null) {
      long abandoned = tenure.abandoned;
      if (abandoned != 0) {
        leave(new Entry(tenure, abandoned));
      }
      synchronized (this) {
        // In the monitor nobody is about to decide: whoever was has not come to an end.
        if (lane.tenure() == tenure && tenure.isTended()) {
          goOn(tenure);
        }
      }
    }
    scheduleReconcile();
  }

  private IllegalStateException unavailable(String reason) {
    return new IllegalStateException("Cannot acquire " + id + ": " + reason + ".");
  }

  // Looking.

  public boolean isHeld() {
    for (Lane lane : lanes) {
      if (hold(lane) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is held through a lane, if it is valid at this moment. Nobody's hold ends because somebody
   * else looks: that is left to its owner and to the event loop.
   */
  private @Nullable Entry hold(Lane lane) {
    Tenure tenure = lane.tenure();
    if (tenure == null) {
      return null;
    }
    long key = tenure.key();
    return key != 0 && tenure.validAt(key) != Tenure.NEVER ? new Entry(tenure, key) : null;
  }

  /** What there is to see here; what the seats know is added by others. */
  public Sight look(@Nullable String neighbourhood) {
    List<Inside> inside = new ArrayList<>();
    for (Lane lane : lanes) {
      Entry hold = hold(lane);
      if (hold != null) {
        long nanos = Math.max(0, lane.now() - hold.tenure().enteredAt);
        inside.add(new Inside(hold.slot(), hold.fence(), nanos));
      }
    }
    synchronized (this) {
      long messages = 0;
      for (Lane lane : lanes) {
        messages += lane.messages();
      }
      return new Sight(id(neighbourhood), inside, waiters.size(), entries(), messages);
    }
  }

  /** How often owners have entered. */
  public synchronized long entries() {
    long entries = 0;
    for (Lane lane : lanes) {
      entries += lane.entries();
    }
    return entries;
  }

  /** The member may not ask: who waits here is told, unless it still has a tenure to pass on. */
  void refuse(String reason) {
    boolean hasTenure = false;
    for (Lane lane : lanes) {
      hasTenure |= lane.tenure() != null;
    }
    if (!hasTenure) {
      dismiss(reason);
      dueCalls.start(false);
    }
  }

  /** A waiter stays in the queue until it was told: there may be no memory to tell all of them. */
  private synchronized void dismiss(String reason) {
    while (!waiters.isEmpty()) {
      waiters.getFirst().completeExceptionally(unavailable(reason));
      dueCalls.done(waiters.removeFirst());
    }
  }

  /** The member is gone: nobody waits and nobody holds. */
  public void close(String reason) {
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
    dueCalls.close();
  }
}
