package dev.baton.cluster.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait at a gate without a thread, and are to be called back by now. The gate decides in
 * its monitor who that is, and calls after it: that takes a thread, of which there may be none for
 * a while. Nobody else waits for that.
 *
 * <p>Waiters are linked to each other, since there may be no memory for a list.
 */
final class DueCalls {

  /** Made in time: there may be no memory for it. */
  private static final Consumer<DueCalls> START = DueCalls::startAll;

  private final Callbacks callbacks;
  private final Lane[] lanes;

  /** Whoever is to be called back first; null if nobody is. Written under the monitor. */
  private volatile @Nullable Waiter first;

  @GuardedBy("this")
  private @Nullable Waiter last;

  /** Whether the member is closed: then no tick comes any more that would do what is left. */
  private volatile boolean closed;

  DueCalls(Callbacks callbacks, Lane[] lanes) {
    this.callbacks = callbacks;
    this.lanes = lanes;
  }

  /** Has somebody called back, on another thread, when the waiter is done; it may be already. */
  void ask(Waiter waiter, Runnable callback) {
    synchronized (this) {
      waiter.callback = callback;
      if (waiter.isDone()) {
        add(waiter);
      }
    }
    start(false);
  }

  /** In the gate's monitor: the waiter is done. */
  synchronized void done(Waiter waiter) {
    if (waiter.callback != null) {
      add(waiter);
    }
  }

  @GuardedBy("this")
  private void add(Waiter waiter) {
    if (waiter.isDue) {
      return;
    }
    waiter.isDue = true;
    if (last == null) {
      first = waiter;
    } else {
      last.next = waiter;
    }
    last = waiter;
  }

  private synchronized @Nullable Waiter take() {
    Waiter taken = first;
    if (taken != null) {
      first = taken.next;
      taken.next = null;
      if (first == null) {
        last = null;
      }
    }
    return taken;
  }

  private synchronized void putBack(Waiter taken) {
    taken.next = first;
    first = taken;
    if (last == null) {
      last = taken;
    }
  }

  /**
   * Out of the gate's monitor: calls back whoever is due. A thread without the stack or the memory
   * for that leaves it to the next tick.
   *
   * @param hasStack whether this thread has made sure of the stack for an event, which is enough
   */
  void start(boolean hasStack) {
    if (first == null) {
      return;
    }
    if (!closed && !hasStack && !Stack.isEnoughForEvent()) {
      leaveToTheNextTick();
      return;
    }
    try {
      startAll();
    } catch (OutOfMemoryError e) {
      leaveToTheNextTick();
      if (closed) {
        Insistence.insist(START, this);
      }
    }
  }

  private void leaveToTheNextTick() {
    for (Lane lane : lanes) {
      lane.strays.any = true;
    }
  }

  /** If there is no thread, the rest remains to be done. */
  @SuppressWarnings("NullAway") // Whoever is there has a callback.
  private void startAll() {
    for (Waiter next = take(); next != null; next = take()) {
      try {
        callbacks.startApart(next.callback);
      } catch (OutOfMemoryError e) {
        putBack(next);
        throw e;
      }
    }
  }

  /** All are called back, however long that takes: no tick comes any more. */
  void close() {
    closed = true;
    Insistence.insist(START, this);
  }
}
