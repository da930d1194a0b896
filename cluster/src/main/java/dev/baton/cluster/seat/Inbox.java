package dev.baton.cluster.seat;

import dev.baton.cluster.gate.Stack;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events that are worked on in order and one at a time, by whoever brings them: a thread that finds
 * nobody at work works itself, so that no other has to wake up. Who finds somebody at work leaves
 * its event there and goes on; nobody ever waits here. What is worked on is finished: threads that
 * might be held up in the middle leave it to the owner.
 *
 * <p>One thread owns the inbox, and is woken up for what is left: events that are meant for it
 * alone, and what comes after the share of a visitor. A thread works at one inbox at a time: what
 * it brings to another meanwhile is left to the owner there.
 *
 * <p>Invariant: while there are events, somebody is at work, who looks again before it goes, or the
 * owner has been woken up.
 */
final class Inbox<E> {

  /** The most events that a thread works on before it goes on with what it has come from. */
  static final int SHARE = 16;

  /** Of a share: somebody else is at work. */
  private static final int BUSY = -1;

  private static final VarHandle IS_BUSY;

  static {
    try {
      IS_BUSY = MethodHandles.lookup().findVarHandle(Inbox.class, "busy", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private record Item<E>(E event, boolean isForAll) {}

  /** Where this thread works; null if nowhere. */
  private static final ThreadLocal<Inbox<?>> AT_WORK = new ThreadLocal<>();

  private final Thread owner;
  private final Consumer<E> handler;
  private final Queue<Item<E>> items = new ConcurrentLinkedQueue<>();

  /** What the owner does before all else; null if there is nothing. */
  private volatile @Nullable E first;

  /** Whether somebody is at work. Before {@link #open} nobody can be. */
  private volatile boolean busy = true;

  /**
   * @param handler what is done with an event; called by one thread at a time
   */
  Inbox(Thread owner, Consumer<E> handler) {
    this.owner = owner;
    this.handler = handler;
  }

  /** From now on events are worked on; the owner looks after those that are there. */
  void open() {
    busy = false;
  }

  /** Leaves an event to the owner. */
  void post(E event) {
    items.add(new Item<>(event, false));
    LockSupport.unpark(owner);
  }

  /**
   * Works on an event at once if nobody is at work and none came before it; else leaves it. So does
   * a thread that might not come to an end soon: one with little stack left, and a virtual one,
   * which goes on only when a carrier is free.
   */
  void offer(E event) {
    offer(event, isFreeToWork() && Stack.isEnoughForEvent());
  }

  /** The same by a thread that has the stack, as it has found out or has just begun. */
  void deliver(E event) {
    offer(event, isFreeToWork());
  }

  private static boolean isFreeToWork() {
    return !Thread.currentThread().isVirtual() && AT_WORK.get() == null;
  }

  private void offer(E event, boolean isVisitor) {
    int left = BUSY;
    if (isVisitor && items.isEmpty() && first == null) {
      // What this thread has brought before was taken, and is done if nobody is at work.
      left = drain(event, false, SHARE);
    }
    if (left == BUSY) {
      items.add(new Item<>(event, true));
      left = SHARE;
    }
    if (isVisitor) {
      work(false, left);
    }
    wakeOwner();
  }

  // For the owner.

  /** This one before all others, and before another of this kind. */
  void hurry(E event) {
    first = event;
  }

  /** Does a share of the work; returns whether there is more, and nobody else at work. */
  boolean work() {
    work(true, SHARE);
    return isLeft();
  }

  // For all.

  private boolean isLeft() {
    return (first != null || !items.isEmpty()) && !busy;
  }

  private void wakeOwner() {
    if (isLeft()) {
      LockSupport.unpark(owner);
    }
  }

  private void work(boolean owns, int share) {
    int left = share;
    while (left > 0 && isNext(owns)) {
      left = drain(null, owns, left);
    }
  }

  /**
   * Works, if nobody else does.
   *
   * @param brought an event that comes before those of the queue, or null
   * @return what is left of the share, or BUSY
   */
  private int drain(@Nullable E brought, boolean owns, int share) {
    int left = share;
    if (!IS_BUSY.compareAndSet(this, false, true)) {
      return BUSY;
    }
    try {
      AT_WORK.set(this);
      if (brought != null) {
        handler.accept(brought);
        left--;
      }
      for (; left > 0 && isNext(owns); left--) {
        handler.accept(take(owns));
      }
    } finally {
      // First, and without a call, for which there might be no stack.
      busy = false;
      AT_WORK.set(null);
    }
    return left;
  }

  /** Whether the next event is for this thread. */
  private boolean isNext(boolean owns) {
    Item<E> next = items.peek();
    return owns ? first != null || next != null : first == null && next != null && next.isForAll;
  }

  /** The next event; only who is at work takes any. */
  private E take(boolean owns) {
    E hurried = first;
    if (owns && hurried != null) {
      first = null;
      return hurried;
    }
    return items.remove().event;
  }
}
