package dev.baton.cluster.gate;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where threads wait at a gate, for themselves or for a handle: for ever, for a time, or for one
 * answer.
 */
public final class Acquire {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private final Gate gate;
  private final long patienceNanos;

  /**
   * @param patienceNanos how long one question to the other members may take
   */
  public Acquire(Gate gate, long patienceNanos) {
    this.gate = gate;
    this.patienceNanos = patienceNanos;
  }

  /** Waits as long as it takes; an interrupt is kept for later. */
  public Entry uninterruptibly(long owner) {
    boolean interrupted = false;
    try {
      while (true) {
        Waiter waiter = gate.enqueue(owner);
        try {
          Entry entry = null;
          while (entry == null) {
            try {
              entry = result(waiter, FOR_EVER);
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          if (gate.isEntered(waiter, entry)) {
            return entry;
          }
        } catch (VirtualMachineError e) {
          gate.giveUp(waiter);
          throw e;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @SuppressWarnings("NullAway") // This time is never over.
  public Entry interruptibly(long owner) throws InterruptedException {
    return within(owner, FOR_EVER);
  }

  /**
   * Returns null if the time is over. Without any time it asks once, as {@link #ifFree} does: the
   * lock may lie unused at another member, so that an answer takes a message and its reply.
   */
  public @Nullable Entry within(long owner, long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (nanos <= 0) {
      return once(owner);
    }
    long start = System.nanoTime();
    while (true) {
      Waiter waiter = gate.enqueue(owner);
      try {
        Entry entry = result(waiter, left(start, nanos));
        if (entry == null && !gate.withdraw(waiter)) {
          entry = result(waiter, FOR_EVER);
        }
        if (entry == null || gate.isEntered(waiter, entry)) {
          return entry;
        }
      } catch (InterruptedException | VirtualMachineError e) {
        gate.giveUp(waiter);
        throw e;
      }
    }
  }

  private @Nullable Entry once(long owner) throws InterruptedException {
    Waiter waiter = gate.enqueueIfFree(owner);
    if (waiter == null) {
      return null;
    }
    try {
      return answer(waiter, System.nanoTime());
    } catch (InterruptedException | VirtualMachineError e) {
      gate.giveUp(waiter);
      throw e;
    }
  }

  /**
   * One question, which is answered within the patience, and only if nobody has it or waits for it
   * here; an interrupt is kept for later.
   */
  public @Nullable Entry ifFree(long owner) {
    Waiter waiter = gate.enqueueIfFree(owner);
    if (waiter == null) {
      return null;
    }
    boolean interrupted = false;
    long start = System.nanoTime();
    try {
      while (true) {
        try {
          return answer(waiter, start);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (VirtualMachineError e) {
          gate.giveUp(waiter);
          throw e;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private @Nullable Entry answer(Waiter waiter, long start) throws InterruptedException {
    Entry entry = result(waiter, left(start, patienceNanos));
    if (entry == null && !gate.withdraw(waiter)) {
      entry = result(waiter, FOR_EVER);
    }
    return entry != null && gate.isEntered(waiter, entry) ? entry : null;
  }

  private static long left(long start, long nanos) {
    return nanos == FOR_EVER ? FOR_EVER : Math.max(0, nanos - (System.nanoTime() - start));
  }

  /** Null if the time is over. */
  @SuppressWarnings("NullAway") // An ExecutionException has a cause.
  private static @Nullable Entry result(Waiter waiter, long nanos) throws InterruptedException {
    try {
      return nanos == FOR_EVER ? waiter.get() : waiter.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }
}
