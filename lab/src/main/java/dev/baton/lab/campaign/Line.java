package dev.baton.lab.campaign;

import dev.baton.cluster.BatonLock;
import dev.baton.cluster.BatonSemaphore;
import dev.baton.cluster.Hold;
import dev.baton.cluster.HoldLostException;
import dev.baton.cluster.Permit;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One load in one thread: it asks, stays inside for a moment, leaves, pauses, and writes all of it
 * down. A time is read before the hold is found valid, so that the hold was valid then: what the
 * journal calls valid never claims too much.
 */
final class Line implements Runnable {

  static final String HOT = "hot";
  static final String MANY = "many/";
  static final String HANDLES = "handle/";
  static final String PRINTERS = "printers";
  static final int LOCKS = 20;
  static final int PERMITS = 3;
  static final int DESKS = 2;

  /** How often a hold is looked at while its owner stays inside. */
  private static final long LOOK_MILLIS = 5;

  private static final long LIMIT_MILLIS = 2_000;

  /** What this thread has, however it came to it. */
  private interface Grip {
    String lock();

    int slot();

    long fence();

    boolean isValid();

    /** May find that it was lost. */
    void release();
  }

  private final CampaignWorker worker;
  private final Load load;
  private final Random random;
  private final Journal journal;
  private final String name;

  Line(CampaignWorker worker, Load load, Random random) {
    this.worker = worker;
    this.load = load;
    this.random = random;
    journal = worker.journal();
    name = load.id();
  }

  @Override
  public void run() {
    try {
      while (worker.pause(pauseMillis())) {
        once();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      worker.ended();
    }
  }

  /** Short for the lock that everybody wants, so that somebody waits for it all the time. */
  private long pauseMillis() {
    return load == Load.HOT ? random.nextInt(8) : 5 + random.nextInt(50);
  }

  private void once() throws InterruptedException {
    Grip grip;
    try {
      grip = ask();
    } catch (IllegalStateException | CompletionException e) {
      // Refused: no lease for too long, a member that is closed, a neighbourhood left meanwhile.
      journal.none(name, System.nanoTime());
      worker.pause(50);
      return;
    }
    if (grip == null) {
      journal.none(name, System.nanoTime());
      return;
    }
    long valid = System.nanoTime();
    if (!grip.isValid()) {
      journal.late(name, grip.lock(), grip.slot(), grip.fence(), valid);
      release(grip);
      return;
    }
    journal.in(name, grip.lock(), grip.slot(), grip.fence(), valid);
    stay(grip, valid);
  }

  private Grip ask() throws InterruptedException {
    return switch (load) {
      case HOT -> thread(HOT, 0);
      case MANY -> thread(MANY + random.nextInt(LOCKS), LIMIT_MILLIS);
      case HANDLES -> handle(HANDLES + random.nextInt(3));
      case SEMAPHORE -> permit();
      case ROAMING -> desk();
    };
  }

  private void asks(String lock, long limit) {
    journal.ask(name, lock, System.nanoTime(), limit);
  }

  // Owned by this thread.

  private Grip thread(String name, long limit) throws InterruptedException {
    BatonLock lock = worker.baton().lock(name);
    asks(name, limit);
    if (limit == 0) {
      return grip(lock, lock.lockAndGetFence());
    }
    if (!lock.tryLock(Duration.ofMillis(limit))) {
      return null;
    }
    try {
      return grip(lock, lock.fence());
    } catch (HoldLostException e) {
      release(lock::unlock);
      return null;
    }
  }

  private static Grip grip(BatonLock lock, long fence) {
    return new Grip() {
      @Override
      public String lock() {
        return lock.name();
      }

      @Override
      public int slot() {
        return 0;
      }

      @Override
      public long fence() {
        return fence;
      }

      @Override
      public boolean isValid() {
        return lock.isHeldByCurrentThread();
      }

      @Override
      public void release() {
        lock.unlock();
      }
    };
  }

  // Owned by a handle.

  /** Half of them asked for without waiting, and all closed by another thread. */
  private Grip handle(String name) throws InterruptedException {
    BatonLock lock = worker.baton().lock(name);
    if (random.nextBoolean()) {
      asks(name, 0);
      return grip(name, lock.acquire(), true);
    }
    asks(name, LIMIT_MILLIS);
    CompletableFuture<Hold> later = lock.acquireAsync().toCompletableFuture();
    try {
      return grip(name, later.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS), true);
    } catch (TimeoutException e) {
      // It may have come just now.
      if (later.cancel(false)) {
        return null;
      }
      return grip(name, later.join(), true);
    } catch (ExecutionException | CancellationException e) {
      return null;
    }
  }

  private Grip permit() throws InterruptedException {
    BatonSemaphore printers = worker.baton().semaphore(PRINTERS, PERMITS);
    asks(PRINTERS, 0);
    return grip(PRINTERS, printers.acquire(), false);
  }

  private Grip desk() throws InterruptedException {
    String here = worker.baton().neighbourhood();
    BatonSemaphore desks = worker.baton().neighbourhood(here).semaphore("desks", DESKS);
    asks("desks", LIMIT_MILLIS);
    Permit permit = desks.tryAcquire(Duration.ofMillis(LIMIT_MILLIS));
    return permit == null ? null : grip("desks@" + permit.neighbourhood(), permit, false);
  }

  private static Grip grip(String lock, Hold hold, boolean closedElsewhere) {
    return new Grip() {
      @Override
      public String lock() {
        return lock;
      }

      @Override
      public int slot() {
        return hold instanceof Permit permit ? permit.slot() : 0;
      }

      @Override
      public long fence() {
        return hold.fence();
      }

      @Override
      public boolean isValid() {
        return hold.isHeld();
      }

      @Override
      public void release() {
        if (closedElsewhere) {
          CompletableFuture.runAsync(hold::close).join();
        } else {
          hold.close();
        }
      }
    };
  }

  // Inside.

  private void stay(Grip grip, long entered) throws InterruptedException {
    long valid = entered;
    long end = entered + TimeUnit.MICROSECONDS.toNanos(stayMicros());
    while (true) {
      long now = System.nanoTime();
      if (!grip.isValid()) {
        journal.lost(name, valid);
        release(grip);
        return;
      }
      valid = now;
      if (now >= end) {
        journal.out(name, valid);
        release(grip);
        return;
      }
      if (now - entered > TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
        journal.valid(name, valid);
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(end - now, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)));
    }
  }

  /** Mostly a moment, now and then long enough to be inside when something happens. */
  private long stayMicros() {
    int drawn = random.nextInt(200);
    if (drawn == 0 && load != Load.HOT) {
      return 1_000_000 + random.nextInt(1_000_000);
    }
    return drawn < 10 ? 20_000 + random.nextInt(80_000) : random.nextInt(2_000);
  }

  private static void release(Grip grip) {
    release(grip::release);
  }

  private static void release(Runnable release) {
    try {
      release.run();
    } catch (IllegalStateException | IllegalMonitorStateException | CompletionException e) {
      // Lost, as the journal says or as nobody has noticed before: after the last look.
    }
  }
}
