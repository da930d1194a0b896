package dev.baton.benchmarks;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes up virtual threads that pause, so that they survive a moment without memory.
 *
 * <p>The JVM sets the timer of a virtual thread that parks for a time after the thread has left its
 * carrier. If there is no memory for the timer then, nobody ever wakes the thread up: seen on JDK
 * 25, where such threads stood in {@code parkNanos}, RUNNABLE and without a carrier, until the end
 * of the run. So they park without a time here, and a platform thread watches the clock.
 */
final class Alarm implements Runnable {

  private static final long EVERY_NANOS = 250_000;

  private final List<Sleeper> sleepers = new CopyOnWriteArrayList<>();

  /** A thread that pauses now and then. */
  final class Sleeper {

    /** Null while it is awake. */
    private volatile Thread thread;

    private volatile long until;

    private Sleeper() {}

    /** Returns after about so long, or earlier if the thread is interrupted. */
    void pause(long nanos) {
      Thread current = Thread.currentThread();
      if (!current.isVirtual()) {
        LockSupport.parkNanos(nanos);
        return;
      }
      until = System.nanoTime() + nanos;
      thread = current;
      LockSupport.park(this);
      thread = null;
    }
  }

  Sleeper sleeper() {
    Sleeper sleeper = new Sleeper();
    sleepers.add(sleeper);
    return sleeper;
  }

  @Override
  public void run() {
    while (true) {
      LockSupport.parkNanos(EVERY_NANOS);
      try {
        wakeUp(System.nanoTime());
      } catch (OutOfMemoryError e) {
        // They are woken up next time.
      }
    }
  }

  private void wakeUp(long now) {
    for (Sleeper sleeper : sleepers) {
      Thread thread = sleeper.thread;
      if (thread != null && now - sleeper.until >= 0) {
        LockSupport.unpark(thread);
      }
    }
  }
}
