package dev.baton.benchmarks;

import dev.baton.cluster.BatonLock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A thread that enters one lock again and again, and counts how often it was let in. */
final class HotLock {

  /** How long it stays inside: long enough for the others to be known to wait. */
  private static final long HOLD_NANOS = 100_000;

  private final BatonLock lock;
  private final AtomicLong grants = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();

  HotLock(BatonLock lock) {
    this.lock = lock;
    Thread.ofPlatform().daemon().start(this::run);
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private void run() {
    while (true) {
      try {
        lock.lock();
        grants.incrementAndGet();
        LockSupport.parkNanos(HOLD_NANOS);
        lock.unlock();
      } catch (RuntimeException e) {
        // The cluster is suspended, or the hold was lost: counted, and tried again.
        failures.incrementAndGet();
      }
    }
  }

  long grants() {
    return grants.get();
  }

  long failures() {
    return failures.get();
  }
}
