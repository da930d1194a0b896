package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One member in a process of a {@link TortureBenchmark}, which is closed, opened again and cut off.
 * It knows whether something was done to it that explains why a hold was lost.
 */
final class TortureMember {

  /** What closing and joining may take, beyond the patience that every call is given. */
  private static final Duration TO_CLOSE = Duration.ofSeconds(5);

  private static final Duration TO_JOIN = Duration.ofSeconds(30);

  /** While the other processes are being started. */
  private static final Duration TO_JOIN_FIRST = Duration.ofMinutes(4);

  /** How soon listeners hear that a member has failed. */
  private static final int TOLD_SECONDS = 5;

  private final String name;
  private final Supplier<Baton> join;
  private final TortureProcess process;
  private final CallWatch.Caller caller;

  /** For what is done to it, one thing after the other. */
  private final ExecutorService thread;

  /** Null while it is closed. */
  private volatile Baton baton;

  /** That listeners were told that it has failed. */
  private volatile CountDownLatch told = new CountDownLatch(1);

  private volatile boolean hasJoined;
  private volatile boolean isDisturbed;
  private volatile long disturbedAt;

  /** Until when those inside stay there. */
  private volatile long lingersUntil = System.nanoTime();

  TortureMember(String name, TortureProcess process, Supplier<Baton> join) {
    this.name = name;
    this.process = process;
    this.join = join;
    caller = process.watch().caller("The thread that closes and opens member " + name);
    thread =
        Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("torture-" + name).unstarted(task));
    disturb(false);
  }

  String name() {
    return name;
  }

  /** Null while it is closed. */
  Baton baton() {
    return baton;
  }

  private void disturb(boolean lasts) {
    isDisturbed = lasts;
    disturbedAt = System.nanoTime();
  }

  /** Whether it may have lost its lease, or its place in the cluster, by what was done to it. */
  boolean isExcused() {
    long grace = 4 * process.lease().toNanos();
    return isDisturbed || System.nanoTime() - disturbedAt < grace || process.isExcused(grace);
  }

  /** Done when all that was to be done to it before is done; afterwards it is open. */
  void later(Runnable event) {
    thread.execute(
        () -> {
          unlessFull(event);
          while (baton == null) {
            unlessFull(this::open);
          }
        });
  }

  /** Waits until all is done that was to be done to it; null if that takes too long. */
  Baton settled(Duration time) {
    CountDownLatch done = new CountDownLatch(1);
    later(done::countDown);
    try {
      return done.await(time.toNanos(), TimeUnit.NANOSECONDS) ? baton : null;
    } catch (InterruptedException e) {
      return null;
    }
  }

  private void unlessFull(Runnable event) {
    try {
      event.run();
    } catch (OutOfMemoryError e) {
      process.findings().count(TortureFindings.Kind.FULL_HEAPS);
    }
  }

  void open() {
    while (baton == null) {
      caller.begin("join()", hasJoined ? TO_JOIN : TO_JOIN_FIRST);
      try {
        Baton joined = join.get();
        CountDownLatch telling = new CountDownLatch(1);
        told = telling;
        joined.addListener(
            new BatonListener() {
              @Override
              public void onFailed(String reason) {
                telling.countDown();
                refused(joined, new IllegalStateException(reason));
              }
            });
        baton = joined;
        hasJoined = true;
      } catch (IllegalStateException | OutOfMemoryError e) {
        if (!isExcused()) {
          process.findings().violation("Member " + name + " could not join: " + e);
        }
        LockSupport.parkNanos(100_000_000);
      } finally {
        caller.end();
      }
    }
    disturb(false);
  }

  /** While threads are inside and wait. */
  void close(boolean isInterrupted) {
    Baton closing = baton;
    if (closing == null) {
      return;
    }
    disturb(true);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    caller.begin("close()", TO_CLOSE);
    try {
      closing.close();
    } finally {
      caller.end();
      baton = null;
      boolean wasInterrupted = Thread.interrupted();
      if (isInterrupted && !wasInterrupted) {
        process.findings().violation("close() of " + name + " has swallowed an interrupt.");
      }
      disturb(false);
    }
  }

  /** Whoever is inside now, or enters, stays for so long. */
  void linger(Duration time) {
    lingersUntil = System.nanoTime() + time.toNanos();
  }

  boolean lingers() {
    return lingersUntil - System.nanoTime() > 0;
  }

  /** Nothing comes to it or from it for so long. */
  void cut(Duration time) {
    disturb(true);
    linger(time);
    process.disconnect(name);
    LockSupport.parkNanos(time.toNanos());
    process.reconnect(name);
    disturb(false);
  }

  /**
   * A worker was told that the member is closed. Unless somebody has closed it, it has failed; if
   * the heap was full it may, but says so.
   */
  void refused(Baton by, IllegalStateException answer) {
    if (baton != by || isDisturbed) {
      return;
    }
    if (!process.wasFull()) {
      process
          .findings()
          .violation(
              "Member " + name + " refuses, and nobody has closed it: " + answer.getMessage());
    }
    later(() -> replace(by));
  }

  private void replace(Baton failed) {
    if (baton != failed) {
      return;
    }
    disturb(true);
    process.findings().count(TortureFindings.Kind.FAILED_MEMBERS);
    try {
      if (!told.await(TOLD_SECONDS, TimeUnit.SECONDS)) {
        process.findings().violation("Member " + name + " has failed without a word.");
      }
    } catch (InterruptedException e) {
      // Nobody does.
    }
    close(false);
    open();
  }
}
