package dev.baton.benchmarks;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonLock;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A thread that enters one of many locks every millisecond, and knows its longest wait. */
final class Usage {

  private static final long PAUSE_NANOS = 1_000_000;

  private final BatonLock[] locks;
  private final SplittableRandom random;
  private final Thread thread;
  private volatile boolean ended;

  @GuardedBy("this")
  private long entries;

  @GuardedBy("this")
  private long longest;

  /**
   * @param prefix of the locks' names
   * @param share this one's number: its share of the locks is entered first, one after the other
   */
  Usage(Baton baton, String prefix, int count, int share) {
    locks = new BatonLock[count];
    for (int i = 0; i < count; i++) {
      locks[i] = baton.lock(prefix + i);
    }
    random = new SplittableRandom(share);
    for (int i = share; i < count; i += LiveBenchmark.MEMBERS) {
      locks[i].lock();
      locks[i].unlock();
    }
    thread = Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    long last = System.nanoTime();
    while (!ended) {
      BatonLock lock = locks[random.nextInt(locks.length)];
      lock.lock();
      long now = System.nanoTime();
      lock.unlock();
      entered(now - last);
      LockSupport.parkNanos(PAUSE_NANOS);
      last = now;
    }
  }

  private synchronized void entered(long gap) {
    entries++;
    longest = Math.max(longest, gap);
    notifyAll();
  }

  /** The longest time from one entry to the next since the last call, and until an entry now. */
  synchronized long longestGap() throws InterruptedException {
    long before = entries;
    while (entries == before) {
      wait();
    }
    long gap = longest;
    longest = 0;
    return gap;
  }

  void end() throws InterruptedException {
    ended = true;
    thread.join();
  }
}
