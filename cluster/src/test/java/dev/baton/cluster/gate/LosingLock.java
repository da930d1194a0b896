package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.Member;
import java.util.function.Consumer;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/**
 * A gate whose holds get lost, for Lincheck: threads enter, enter again and leave, others look, and
 * meanwhile the lease ends or is renewed, the member loses what it has, or is closed.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public final class LosingLock {

  private static final int NOTHING = 0;
  private static final int LOST = -1;

  /** How long a lease lasts, and how much later it is after each step of the clock. */
  private static final long LEASE = 10;

  private static final long STEP = 6;

  /** An event loop that does nothing but have a clock and a lease. */
  private static final class Clocked implements Lane.Loop {
    volatile long now;
    volatile long leaseEnd = LEASE;

    @Override
    public String name() {
      return "a";
    }

    @Override
    public long leaseEnd() {
      return leaseEnd;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public void offer(Consumer<Member> event) {
      // The operations of the event loop are what would be done.
    }
  }

  private final Clocked loop = new Clocked();
  private final GateModel model = new GateModel(loop);
  private final Gate gate = model.gate;

  // Threads.

  /** As {@code lock()}, without waiting: the fence, nothing, or that a hold was lost. */
  @Operation
  public long lock(@Param(name = "thread") int thread) {
    if (gate.enter(thread + 1)) {
      return gate.of(thread + 1).fence();
    }
    return gate.lossOf(thread + 1) == null ? NOTHING : LOST;
  }

  /** As {@code unlock()}: whether it was inside, not at all, or has lost its hold. */
  @Operation
  public int unlock(@Param(name = "thread") int thread) {
    if (gate.leave(thread + 1)) {
      return 1;
    }
    return gate.tellLoss(thread + 1) == null ? NOTHING : LOST;
  }

  /** As {@code holdCount()}. */
  @Operation
  public int count(@Param(name = "thread") int thread) {
    return gate.count(thread + 1);
  }

  /** Somebody who merely looks. */
  @Operation
  public boolean isHeld() {
    return gate.isHeld();
  }

  // The event loop: one event at a time.

  /** Time passes. */
  @Operation(nonParallelGroup = "event loop")
  public void pass() {
    loop.now += STEP;
  }

  /** The voters have answered: the lease goes on, unless it is over. */
  @Operation(nonParallelGroup = "event loop")
  public void renew() {
    if (loop.now >= loop.leaseEnd) {
      lose();
    }
    loop.leaseEnd = loop.now + LEASE;
  }

  /** The member gets the lock, if it has not got it and has a lease. */
  @Operation(nonParallelGroup = "event loop")
  public boolean grant() {
    if (model.lane.tenure() != null || loop.now >= loop.leaseEnd) {
      return false;
    }
    model.grant();
    return true;
  }

  /** The member has left its epoch. */
  @Operation(nonParallelGroup = "event loop")
  public void lose() {
    model.lose();
  }

  @Operation(nonParallelGroup = "event loop")
  public void close() {
    gate.close("closed");
  }
}
