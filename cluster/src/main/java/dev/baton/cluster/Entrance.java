package dev.baton.cluster;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where threads wait at a gate, for themselves or for a handle: for ever, for a time, or hardly.
 */
final class Entrance {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private final Gate gate;

  Entrance(Gate gate) {
    this.gate = gate;
  }

  /** Waits as long as it takes; an interrupt is kept for later. */
  Grant acquire(long owner) {
    boolean interrupted = false;
    try {
      while (true) {
        Waiter waiter = gate.enqueue(owner);
        Grant grant = null;
        while (grant == null) {
          try {
            grant = result(waiter, FOR_EVER);
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        if (gate.isEntered(grant)) {
          return grant;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Grant acquireInterruptibly(long owner) throws InterruptedException {
    return acquire(owner, FOR_EVER);
  }

  /** Returns null if the time is over. */
  Grant acquire(long owner, long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long start = System.nanoTime();
    while (true) {
      Waiter waiter = gate.enqueue(owner);
      Grant grant;
      try {
        grant = result(waiter, left(start, nanos));
      } catch (InterruptedException e) {
        gate.giveUp(waiter);
        throw e;
      }
      if (grant == null && !gate.withdraw(waiter)) {
        grant = result(waiter, FOR_EVER);
      }
      if (grant == null || gate.isEntered(grant)) {
        return grant;
      }
    }
  }

  /** Like {@link #acquire(long, long)}, but only if nobody has it or waits for it here. */
  Grant acquireIfFree(long owner, long nanos) {
    Waiter waiter = gate.enqueueIfFree(owner);
    if (waiter == null) {
      return null;
    }
    boolean interrupted = false;
    long start = System.nanoTime();
    try {
      while (true) {
        try {
          Grant grant = result(waiter, left(start, nanos));
          if (grant == null && !gate.withdraw(waiter)) {
            grant = result(waiter, FOR_EVER);
          }
          return grant != null && gate.isEntered(grant) ? grant : null;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static long left(long start, long nanos) {
    return nanos == FOR_EVER ? FOR_EVER : Math.max(0, nanos - (System.nanoTime() - start));
  }

  /** Null if the time is over. */
  private static Grant result(Waiter waiter, long nanos) throws InterruptedException {
    try {
      return nanos == FOR_EVER ? waiter.get() : waiter.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }
}
