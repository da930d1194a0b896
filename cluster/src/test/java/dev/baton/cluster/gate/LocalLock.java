package dev.baton.cluster.gate;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/**
 * A gate without an event loop, for Lincheck: what threads do with it, and what the event loop
 * would do, one operation each. A thread does one thing at a time: it is inside, or waits, or has a
 * handle, or none of these.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public final class LocalLock {

  private static final int THREADS = 4;
  private static final int NOTHING = 0;
  private static final int LOST = -1;
  private static final int OTHERWISE_BUSY = -2;

  private final GateModel model = new GateModel();
  private final Gate gate = model.gate;
  private final Lane lane = model.lane;
  private final Waiter[] waiters = new Waiter[THREADS];
  private final Entry[] handles = new Entry[THREADS];

  // Threads.

  /** The fence, or nothing if somebody is inside. */
  @Operation
  public long enter(@Param(name = "thread") int thread) {
    if (waiters[thread] != null || handles[thread] != null) {
      return OTHERWISE_BUSY;
    }
    if (gate.enter(thread + 1)) {
      return gate.of(thread + 1).fence();
    }
    return gate.lossOf(thread + 1) == null ? NOTHING : LOST;
  }

  @Operation
  public int leave(@Param(name = "thread") int thread) {
    if (waiters[thread] != null || handles[thread] != null) {
      return OTHERWISE_BUSY;
    }
    if (gate.leave(thread + 1)) {
      return 1;
    }
    return gate.tellLoss(thread + 1) == null ? NOTHING : LOST;
  }

  /** Gets into the queue. */
  @Operation
  public int queue(@Param(name = "thread") int thread) {
    if (waiters[thread] != null || handles[thread] != null || gate.of(thread + 1) != null) {
      return OTHERWISE_BUSY;
    }
    waiters[thread] = gate.enqueue(thread + 1);
    return 1;
  }

  /** Looks whether its turn has come; then it is inside, with this fence. */
  @Operation
  public long look(@Param(name = "thread") int thread) {
    Waiter waiter = waiters[thread];
    if (waiter == null || !waiter.isDone()) {
      return NOTHING;
    }
    waiters[thread] = null;
    Entry entry = waiter.join();
    return gate.isEntered(waiter, entry) ? entry.fence() : LOST;
  }

  /** The time is over: returns whether its turn has not come. */
  @Operation
  public boolean withdraw(@Param(name = "thread") int thread) {
    boolean isWithdrawn = waiters[thread] != null && gate.withdraw(waiters[thread]);
    if (isWithdrawn) {
      waiters[thread] = null;
    }
    return isWithdrawn;
  }

  /** An interrupt: even if its turn has come. */
  @Operation
  public void giveUp(@Param(name = "thread") int thread) {
    if (waiters[thread] != null) {
      gate.giveUp(waiters[thread]);
      waiters[thread] = null;
    }
  }

  /** Enters with a handle. */
  @Operation
  public long open(@Param(name = "thread") int thread) {
    if (waiters[thread] != null || handles[thread] != null || gate.of(thread + 1) != null) {
      return OTHERWISE_BUSY;
    }
    handles[thread] = gate.enter();
    return handles[thread] == null ? NOTHING : handles[thread].fence();
  }

  @Operation
  public int close(@Param(name = "thread") int thread) {
    Entry handle = handles[thread];
    if (handle == null) {
      return NOTHING;
    }
    handles[thread] = null;
    return gate.leave(handle) ? 1 : LOST;
  }

  // The event loop: one event at a time.

  /** The member gets the lock, if it has not got it. */
  @Operation(nonParallelGroup = "event loop")
  public boolean grant() {
    if (lane.tenure() != null) {
      return false;
    }
    model.grant();
    return true;
  }

  /** Another member wants it. */
  @Operation(nonParallelGroup = "event loop")
  public void want() {
    model.want();
  }

  /** The lease is over. */
  @Operation(nonParallelGroup = "event loop")
  public void lose() {
    model.lose();
  }

  /** Whether the member asks for it. */
  @Operation(nonParallelGroup = "event loop")
  public boolean isAsking() {
    return gate.wants(lane);
  }
}
