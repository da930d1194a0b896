package dev.baton.cluster;

import dev.baton.cluster.gate.Acquire;
import dev.baton.cluster.gate.AcquireLater;
import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the whole cluster. Through the methods of {@link Lock} it is re-entrant and owned by a
 * thread; through {@code acquire} it is owned by a handle, and not re-entrant.
 *
 * <p>A hold is valid until the lease of its member ends, and the lease is renewed for as long as
 * the member runs and reaches a majority of the voters. A hold that was lost stays lost, and its
 * {@code unlock} throws {@link HoldLostException}. A process may be paused between a call of {@link
 * #isHeld()} and whatever it does next: only a resource that refuses fences lower than the highest
 * it has seen is protected.
 *
 * <p>A thread that enters again ({@code lock} or {@code tryLock} while it holds the lock) reads no
 * clock: it enters a hold that it has, and that {@link #isHeldByCurrentThread()} may call invalid a
 * moment later. Inside a hold that is known to be lost it does not enter again: both throw {@link
 * HoldLostException}.
 */
public final class BatonLock implements Lock {

  private final Baton baton;
  private final Gate gate;
  private final Acquire acquire;

  BatonLock(Baton baton, Gate gate) {
    this.baton = baton;
    this.gate = gate;
    acquire = new Acquire(gate, baton.patienceNanos());
  }

  /** {@return the name of the lock} */
  public String name() {
    return gate.id().name();
  }

  // Owned by a thread.

  /** Enters if that needs no waiting. */
  private boolean enter(long thread) {
    if (gate.enter(thread)) {
      return true;
    }
    Entry lost = gate.lossOf(thread);
    if (lost != null) {
      throw new HoldLostException(gate, lost);
    }
    return false;
  }

  /**
   * Waits as long as it takes. A thread that is inside enters again at once, without a look at the
   * lease.
   *
   * @throws HoldLostException if this thread is inside a hold that is known to have been lost
   * @throws IllegalStateException if the member is closed
   */
  @Override
  public void lock() {
    long thread = thread();
    if (!enter(thread)) {
      acquire.uninterruptibly(thread);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long thread = thread();
    if (!enter(thread)) {
      acquire.interruptibly(thread);
    }
  }

  /**
   * Acquires the lock if nobody has it. Answers at once if another thread or handle of this member
   * has it or waits for it; otherwise asks the other members, for at most {@link
   * BatonBuilder#patience}. A thread that is inside enters again at once, without a look at the
   * lease.
   *
   * @throws HoldLostException if this thread is inside a hold that is known to have been lost
   */
  @Override
  public boolean tryLock() {
    long thread = thread();
    return enter(thread) || acquire.ifFree(thread) != null;
  }

  /**
   * Waits for a limited time. With a time of zero or less it asks once, as {@link #tryLock()} does.
   */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    Objects.requireNonNull(unit, "unit");
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long thread = thread();
    return enter(thread) || acquire.within(thread, unit.toNanos(time)) != null;
  }

  /**
   * As {@link #tryLock(long, TimeUnit)}.
   *
   * @param time to wait at most
   * @return whether this thread has the lock
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean tryLock(Duration time) throws InterruptedException {
    return tryLock(Baton.nanos(time), TimeUnit.NANOSECONDS);
  }

  /**
   * Releases the lock. Does not read the clock: to know that everything was done under the lock,
   * call {@link #isHeldByCurrentThread()} first.
   *
   * @throws HoldLostException if the hold is known to have been lost
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  @Override
  public void unlock() {
    long thread = thread();
    if (!gate.leave(thread)) {
      Entry lost = gate.tellLoss(thread);
      throw lost == null ? notHeld() : new HoldLostException(gate, lost);
    }
  }

  /** Not supported: threads cannot wait for a condition across members. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("A cluster-wide lock has no conditions.");
  }

  /**
   * The fence of this thread's hold, for a resource to compare.
   *
   * @return a number larger than that of every hold of this lock before
   * @throws HoldLostException if the hold was lost
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  public long fence() {
    Entry entry = own();
    if (!gate.isValid(entry)) {
      throw new HoldLostException(gate, entry);
    }
    return entry.fence();
  }

  /**
   * Waits for the lock as {@link #lock} does.
   *
   * @return the fence of this thread's hold
   */
  public long lockAndGetFence() {
    lock();
    try {
      // Without a second look at the clock: who gets no fence would not unlock.
      return own().fence();
    } catch (VirtualMachineError e) {
      unlock();
      throw e;
    }
  }

  /** {@return whether this member holds the lock at this moment, through any thread or handle} */
  public boolean isHeld() {
    return gate.isHeld();
  }

  /** {@return whether this thread holds the lock at this moment} */
  public boolean isHeldByCurrentThread() {
    return holdCount() > 0;
  }

  /** {@return how often this thread has entered; 0 if its hold is not valid at this moment} */
  public int holdCount() {
    return gate.count(thread());
  }

  private Entry own() {
    Entry entry = gate.of(thread());
    if (entry == null) {
      throw notHeld();
    }
    return entry;
  }

  private IllegalMonitorStateException notHeld() {
    return new IllegalMonitorStateException(
        "This thread does not hold " + gate.id() + ": call lock() first.");
  }

  private static long thread() {
    return Thread.currentThread().threadId();
  }

  // Owned by a handle.

  /**
   * Waits as long as it takes.
   *
   * @return the hold, to be closed
   * @throws InterruptedException if the thread is interrupted
   */
  public Hold acquire() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Entry entry = gate.enter();
    return Hold.of(gate, entry != null ? entry : acquire.interruptibly(Gate.HANDLE));
  }

  /**
   * Waits for a limited time.
   *
   * @param time to wait at most
   * @return the hold, to be closed
   * @throws ClusterSuspendedException if the time is over and this member has no lease
   * @throws LockTimeoutException if the time is over
   * @throws InterruptedException if the thread is interrupted
   */
  public Hold acquire(Duration time) throws InterruptedException {
    Hold hold = tryAcquire(time);
    if (hold == null) {
      throw baton.late(gate, time);
    }
    return hold;
  }

  /**
   * Acquires the lock if nobody has it, as {@link #tryLock()} does: answers at once if any thread
   * or handle of this member has it or waits for it, this thread among them; otherwise asks the
   * other members, for at most {@link BatonBuilder#patience}. An interrupt is kept for later.
   *
   * @return the hold, to be closed; null if somebody has the lock, which {@code try (Hold hold =
   *     …)} allows
   */
  public @Nullable Hold tryAcquire() {
    Entry entry = gate.enter();
    if (entry == null) {
      entry = acquire.ifFree(Gate.HANDLE);
    }
    return entry == null ? null : Hold.of(gate, entry);
  }

  /**
   * Waits for a limited time. With a time of zero or less it asks once, as {@link #tryAcquire()}
   * does.
   *
   * @param time to wait at most
   * @return the hold, to be closed; null if the time is over, which {@code try (Hold hold = …)}
   *     allows
   * @throws InterruptedException if the thread is interrupted
   */
  public @Nullable Hold tryAcquire(Duration time) throws InterruptedException {
    long nanos = Baton.nanos(time);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Entry entry = gate.enter();
    if (entry == null) {
      entry = acquire.within(Gate.HANDLE, nanos);
    }
    return entry == null ? null : Hold.of(gate, entry);
  }

  /**
   * Asks for the lock without waiting.
   *
   * @return the hold, to be closed, which comes on a thread of its own; a request that is cancelled
   *     leaves the queue
   */
  public CompletionStage<Hold> acquireAsync() {
    return new AcquireLater<>(gate, Hold::new);
  }

  @Override
  public String toString() {
    return "BatonLock[" + gate.id() + "]";
  }
}
