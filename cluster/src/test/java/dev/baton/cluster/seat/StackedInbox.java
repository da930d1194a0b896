package dev.baton.cluster.seat;

import dev.baton.cluster.gate.LittleStack;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An inbox to which threads bring events that have little stack left, or are virtual. */
final class StackedInbox {

  /** Needs some stack, and fails the inbox's owner if there is not enough. */
  private static final class Event implements Runnable {
    final CountDownLatch done = new CountDownLatch(1);
    volatile boolean failed;
    volatile Thread by;

    @Override
    public void run() {
      by = Thread.currentThread();
      try {
        dive(100);
      } catch (StackOverflowError e) {
        failed = true;
      }
      done.countDown();
    }

    private static int dive(int depth) {
      return depth == 0 ? 0 : dive(depth - 1) + 1;
    }
  }

  private final Thread owner = Thread.ofPlatform().daemon().unstarted(this::work);
  private final Inbox<Runnable> inbox = new Inbox<>(owner, Runnable::run);
  private volatile boolean ended;

  private StackedInbox() {
    inbox.open();
    owner.start();
  }

  private void work() {
    while (!ended) {
      if (!inbox.work()) {
        LockSupport.parkNanos(this, 1_000_000);
      }
    }
  }

  /** Throws if an event is not worked on, or ends half-way. */
  static void bringWithLittleStack() throws InterruptedException {
    LittleStack.onSmallStack(
        () -> {
          boolean hasFailed = false;
          for (int frames = 0; frames < 400; frames += 2) {
            StackedInbox it = new StackedInbox();
            Event event = new Event();
            boolean isRefused = LittleStack.run(frames, () -> it.inbox.offer(event));
            Event next = new Event();
            it.inbox.offer(next);
            it.check(next, frames);
            if (!isRefused) {
              it.check(event, frames);
            }
            it.ended = true;
            hasFailed |= event.failed;
          }
          if (hasFailed) {
            throw new AssertionError("an event ended half-way");
          }
        });
  }

  /**
   * By threads that have not looked at their stack: the event may end half-way. Throws if what
   * comes after it is not worked on.
   */
  static void deliverWithLittleStack(Duration patience) throws InterruptedException {
    // Compiled, the step that makes the inbox busy takes no stack, but to say who works does.
    StackedInbox compiled = new StackedInbox();
    for (int i = 0; i < 100_000; i++) {
      compiled.inbox.deliver(() -> {});
    }
    compiled.ended = true;
    LittleStack.onSmallStack(
        () -> {
          for (int frames = 0; frames < 50; frames++) {
            for (int shift = 0; shift < 4; shift += 2) {
              StackedInbox it = new StackedInbox();
              Event event = new Event();
              LittleStack.run(frames, shift, () -> it.inbox.deliver(event));
              Event next = new Event();
              it.inbox.offer(next);
              it.check(next, frames, patience);
              it.ended = true;
            }
          }
        });
  }

  private void check(Event event, int frames) {
    check(event, frames, Duration.ofSeconds(3));
  }

  private void check(Event event, int frames, Duration patience) {
    try {
      if (!event.done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("nobody works any more, " + frames + " frames above the end");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Throws if a virtual thread works itself. */
  static void bringByVirtualThread() throws InterruptedException {
    StackedInbox it = new StackedInbox();
    Event event = new Event();
    Thread.ofVirtual().start(() -> it.inbox.offer(event)).join();
    it.check(event, 0);
    it.ended = true;
    if (event.by.isVirtual()) {
      throw new AssertionError("a virtual thread was at work");
    }
  }
}
