package dev.baton.cluster.gate;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/**
 * A gate whose member is closed, for Lincheck, while threads queue, are interrupted, are let in and
 * leave. From the moment at which the member begins to close, all that anybody can see is that;
 * except that nobody may be left waiting, and nothing may be left at the member.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public final class ClosingLock {

  private static final int THREADS = 4;
  private static final int NOTHING = 0;
  private static final int LOST = -1;
  private static final int OTHERWISE_BUSY = -2;
  private static final int CLOSED = -3;
  private static final int LEFT_BEHIND = -4;

  private final GateModel model = new GateModel();
  private final Gate gate = model.gate;
  private final Lane lane = model.lane;
  private final Waiter[] waiters = new Waiter[THREADS];
  private volatile boolean closing;

  private long seen(long outcome) {
    return closing ? CLOSED : outcome;
  }

  // Threads.

  /** Gets into the queue, or hears that the member is closed. */
  @Operation
  public long queue(@Param(name = "thread") int thread) {
    if (waiters[thread] != null || gate.of(thread + 1) != null) {
      return seen(OTHERWISE_BUSY);
    }
    try {
      waiters[thread] = gate.enqueue(thread + 1);
    } catch (IllegalStateException e) {
      return CLOSED;
    }
    return seen(1);
  }

  /** Looks whether its turn has come; then it is inside, with this fence. */
  @Operation
  public long look(@Param(name = "thread") int thread) {
    Waiter waiter = waiters[thread];
    if (waiter == null || !waiter.isDone()) {
      return seen(NOTHING);
    }
    waiters[thread] = null;
    if (waiter.isCompletedExceptionally()) {
      return CLOSED;
    }
    Entry entry = waiter.join();
    return seen(gate.isEntered(waiter, entry) ? entry.fence() : LOST);
  }

  /** An interrupt, even if its turn has come. */
  @Operation
  public long interrupt(@Param(name = "thread") int thread) {
    if (waiters[thread] != null) {
      gate.giveUp(waiters[thread]);
      waiters[thread] = null;
    }
    return seen(1);
  }

  @Operation
  public long leave(@Param(name = "thread") int thread) {
    if (waiters[thread] != null) {
      return seen(OTHERWISE_BUSY);
    }
    if (gate.leave(thread + 1)) {
      return seen(1);
    }
    return seen(gate.tellLoss(thread + 1) == null ? NOTHING : LOST);
  }

  // The event loop: one event at a time.

  /** The member gets the lock, if it has not got it. */
  @Operation(nonParallelGroup = "event loop")
  public boolean grant() {
    if (lane.tenure() != null || closing) {
      return false;
    }
    model.grant();
    return true;
  }

  @Operation(nonParallelGroup = "event loop")
  public void lose() {
    model.lose();
  }

  @Operation(nonParallelGroup = "event loop")
  public void close() {
    closing = true;
    gate.close("closed");
  }

  /** After all: whether the thread hears that the member is closed, and the member has nothing. */
  @Operation(nonParallelGroup = "event loop")
  public long end(@Param(name = "thread") int thread) {
    if (!closing) {
      return NOTHING;
    }
    Waiter waiter = waiters[thread];
    return lane.tenure() == null && (waiter == null || waiter.isDone()) ? CLOSED : LEFT_BEHIND;
  }
}
