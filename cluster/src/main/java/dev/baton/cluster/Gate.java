package dev.baton.cluster;

import dev.baton.cluster.epoch.LockId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A lock or semaphore at one member: who waits for it here, in order, and who has it.
 *
 * <p>The member asks its cluster for a permit while somebody waits here. When it comes, owners take
 * turns with it, a bounded number of times; then it goes back, and the member asks again like
 * anybody else. Each owner takes a fence of its own.
 *
 * <p>Everything is guarded by this object's monitor, in which nothing waits.
 */
final class Gate {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private final LockId id;
  private final int mostHandOvers;
  private final Callbacks callbacks;
  private final List<Lane> lanes = new ArrayList<>();
  private final Deque<Waiter> waiters = new ArrayDeque<>();

  /** Threads whose hold was lost and that have not found out by unlocking. */
  private final Map<Thread, Grant> lost = new WeakHashMap<>();

  /** Null while the member runs. */
  private String closed;

  Gate(LockId id, int mostHandOvers, Callbacks callbacks) {
    this.id = id;
    this.mostHandOvers = mostHandOvers;
    this.callbacks = callbacks;
  }

  /** Adds a seat that can get permits; before the gate is used. */
  void add(EventLoop loop) {
    Lane lane = new Lane(this, loop);
    loop.add(id, lane);
    lanes.add(lane);
  }

  LockId id() {
    return id;
  }

  Callbacks callbacks() {
    return callbacks;
  }

  // Waiting.

  /** Waits as long as it takes; an interrupt is kept for later. */
  Grant acquire(Thread owner) {
    boolean interrupted = false;
    try {
      while (true) {
        Waiter waiter = enqueue(owner);
        Grant grant = null;
        while (grant == null) {
          try {
            grant = result(waiter, FOR_EVER);
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        if (isEntered(grant)) {
          return grant;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Grant acquireInterruptibly(Thread owner) throws InterruptedException {
    return acquire(owner, FOR_EVER);
  }

  /** Returns null if the time is over. */
  Grant acquire(Thread owner, long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long start = System.nanoTime();
    while (true) {
      Waiter waiter = enqueue(owner);
      Grant grant;
      try {
        grant = result(waiter, left(start, nanos));
      } catch (InterruptedException e) {
        giveUp(waiter);
        throw e;
      }
      if (grant == null && !withdraw(waiter)) {
        grant = result(waiter, FOR_EVER);
      }
      if (grant == null || isEntered(grant)) {
        return grant;
      }
    }
  }

  /** Like {@link #acquire(Thread, long)}, but only if nobody has it or waits for it here. */
  Grant acquireIfFree(Thread owner, long nanos) {
    Waiter waiter;
    synchronized (this) {
      if (!waiters.isEmpty() || lanes.stream().noneMatch(lane -> lane.turn() == null)) {
        return null;
      }
      waiter = enqueue(owner);
    }
    boolean interrupted = false;
    long start = System.nanoTime();
    try {
      while (true) {
        try {
          Grant grant = result(waiter, left(start, nanos));
          if (grant == null && !withdraw(waiter)) {
            grant = result(waiter, FOR_EVER);
          }
          return grant != null && isEntered(grant) ? grant : null;
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

  /** The lease is looked at last; a hold that died in the queue is nobody's loss. */
  boolean isEntered(Grant grant) {
    boolean isValid = grant.isValid();
    if (!isValid) {
      forget(grant);
    }
    return isValid;
  }

  synchronized Waiter enqueue(Thread owner) {
    if (closed != null) {
      throw unavailable(closed);
    }
    Waiter waiter = new Waiter(owner);
    waiters.addLast(waiter);
    callLanes();
    return waiter;
  }

  /** Returns false if it has been granted already. */
  private synchronized boolean withdraw(Waiter waiter) {
    boolean isWaiting = waiters.remove(waiter);
    if (isWaiting) {
      callLanes();
    }
    return isWaiting;
  }

  /** Leaves the queue; what was granted meanwhile goes on to the next. */
  void giveUp(Waiter waiter) {
    if (!withdraw(waiter) && waiter.isDone() && !waiter.isCompletedExceptionally()) {
      Grant grant = waiter.join();
      if (!release(grant)) {
        forget(grant);
      }
    }
  }

  private void callLanes() {
    for (Lane lane : lanes) {
      if (lane.turn() == null) {
        lane.call();
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

  synchronized void granted(Lane lane, Turn turn) {
    lane.begin(turn);
    serve(lane);
    // Another lane may ask for nobody now.
    callLanes();
  }

  private void serve(Lane lane) {
    Waiter next = waiters.pollFirst();
    if (next == null) {
      lane.end();
    } else {
      lane.give(next.owner, next);
    }
  }

  /** Returns false if the hold was lost before. */
  boolean release(Grant grant) {
    // The clock is read before the next owner gets in.
    boolean isValid = grant.isValid();
    synchronized (this) {
      Lane lane = grant.lane;
      if (!isValid || lane.current() != grant) {
        return false;
      }
      grant.released();
      lane.free();
      if (waiters.isEmpty() || grant.turn.handOvers() >= mostHandOvers) {
        lane.end();
      } else {
        serve(lane);
      }
      return true;
    }
  }

  /** The grant is not valid any more. */
  void lose(Grant grant, String reason) {
    List<Consumer<String>> listeners;
    synchronized (this) {
      Lane lane = grant.lane;
      if (lane.current() != grant) {
        return;
      }
      listeners = grant.lost(reason);
      if (grant.owner != null) {
        lost.put(grant.owner, grant);
      }
      lane.end();
    }
    callbacks.lost(id.name(), grant.fence, reason, listeners);
  }

  /** What a lane has got is not valid any more. */
  void lose(Lane lane, long fence, String reason) {
    Grant grant;
    synchronized (this) {
      grant = lane.current();
      if (lane.turn() == null || lane.turn().fence != fence) {
        return;
      }
    }
    lose(grant, reason);
  }

  private IllegalStateException unavailable(String reason) {
    return new IllegalStateException(id + " cannot be had here: " + reason + ".");
  }

  // Owners.

  /** The valid or lost hold of this thread, or null. */
  Grant of(Thread thread) {
    for (int i = 0; i < lanes.size(); i++) {
      Grant current = lanes.get(i).current();
      if (current != null && current.owner == thread) {
        return current;
      }
    }
    synchronized (this) {
      return lost.get(thread);
    }
  }

  synchronized void forget(Grant grant) {
    if (grant.owner != null) {
      lost.remove(grant.owner, grant);
    }
  }

  boolean isHeld() {
    for (Lane lane : lanes) {
      Grant current = lane.current();
      if (current != null && current.isValid()) {
        return true;
      }
    }
    return false;
  }

  LockView view(String algorithm) {
    int held = 0;
    long fence = 0;
    Instant since = null;
    for (Lane lane : lanes) {
      Grant current = lane.current();
      if (current != null && current.isValid()) {
        held++;
        fence = Math.max(fence, current.fence);
        since = since == null || current.since.isBefore(since) ? current.since : since;
      }
    }
    synchronized (this) {
      return new LockView(id.name(), id.permits(), algorithm, held, fence, since, waiters.size());
    }
  }

  /** The member is gone: nobody waits and nobody holds. */
  void close(String reason) {
    List<Waiter> left;
    synchronized (this) {
      closed = reason;
      left = List.copyOf(waiters);
      waiters.clear();
    }
    left.forEach(waiter -> waiter.completeExceptionally(unavailable(reason)));
    for (Lane lane : lanes) {
      Grant current = lane.current();
      if (current != null) {
        lose(current, reason);
      }
    }
  }
}
