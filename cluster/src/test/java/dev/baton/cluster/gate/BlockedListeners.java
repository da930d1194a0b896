package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Listeners that block or throw, and what others hear. Each trial throws if it is not right. */
final class BlockedListeners {

  private final CountDownLatch blocked = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final long patience;

  private BlockedListeners(Duration patience) {
    this.patience = patience.toMillis();
  }

  /** While a listener of the member blocks, who waits for a loss hears of it, and few wait. */
  static void listenerOfTheMember(Duration patience) throws InterruptedException {
    new BlockedListeners(patience).listenerOfTheMember();
  }

  private void listenerOfTheMember() throws InterruptedException {
    AtomicInteger told = new AtomicInteger();
    try (Callbacks callbacks = callbacks()) {
      try {
        callbacks.tell(this::block);
        await(blocked, "the listener was not called");
        for (int i = 0; i < 3 * Callbacks.MOST_WAITING; i++) {
          callbacks.tell(told::incrementAndGet);
        }
        CountDownLatch lost = new CountDownLatch(1);
        callbacks.run(lost::countDown);
        await(lost, "a loss was not heard of");
      } finally {
        goOn.countDown();
      }
      CountDownLatch last = new CountDownLatch(1);
      long deadline = System.nanoTime() + MILLISECONDS.toNanos(patience);
      AtomicInteger before = new AtomicInteger();
      while (last.getCount() > 0 && System.nanoTime() - deadline < 0) {
        callbacks.tell(
            () -> {
              before.compareAndSet(0, told.get());
              last.countDown();
            });
        Thread.onSpinWait();
      }
      await(last, "the listener is not called any more");
      if (before.get() != Callbacks.MOST_WAITING) {
        throw new AssertionError(before + " have waited for the listener");
      }
    }
  }

  /** While one that waited for a loss blocks, all others hear of theirs. */
  static void listenersOfLosses(Duration patience) throws InterruptedException {
    new BlockedListeners(patience).listenersOfLosses();
  }

  private void listenersOfLosses() throws InterruptedException {
    try (Callbacks callbacks = callbacks()) {
      int count = Callbacks.MOST_WAITING + 10;
      CountDownLatch heard = new CountDownLatch(count);
      CountDownLatch first = new CountDownLatch(10);
      try {
        callbacks.run(this::block);
        await(blocked, "the listener was not called");
        for (int i = 0; i < count; i++) {
          callbacks.run(
              () -> {
                first.countDown();
                heard.countDown();
              });
        }
        await(first, "nobody has a thread of its own");
      } finally {
        goOn.countDown();
      }
      await(heard, "not all have heard");
    }
  }

  /** While all that hear of losses block, few of them do; later ones hear again. */
  static void manyListenersOfLosses(Duration patience) throws InterruptedException {
    new BlockedListeners(patience).manyListenersOfLosses();
  }

  private void manyListenersOfLosses() throws InterruptedException {
    int most = 2 * Callbacks.MOST_WAITING;
    CountDownLatch few = new CountDownLatch(most);
    CountDownLatch tooMany = new CountDownLatch(most + 1);
    try (Callbacks callbacks = callbacks()) {
      try {
        callbacks.run(this::block);
        await(blocked, "the listener was not called");
        for (int i = 0; i < 2 * most; i++) {
          callbacks.run(
              () -> {
                few.countDown();
                tooMany.countDown();
                block();
              });
        }
      } finally {
        goOn.countDown();
      }
      await(few, "not all that may block were called");
      CountDownLatch later = new CountDownLatch(1);
      callbacks.run(later::countDown);
      await(later, "nobody hears of later losses");
      if (tooMany.await(500, MILLISECONDS)) {
        throw new AssertionError("more were called than may block");
      }
    }
  }

  /** What listeners throw is not left to the handlers of the application. */
  static void thatThrow(Duration patience) throws InterruptedException {
    new BlockedListeners(patience).throwAll();
  }

  private void throwAll() throws InterruptedException {
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    AtomicReference<Thread> first = new AtomicReference<>();
    AtomicReference<Thread> last = new AtomicReference<>();
    CountDownLatch next = new CountDownLatch(1);
    try (Callbacks callbacks = callbacks()) {
      callbacks.run(
          () -> {
            first.set(Thread.currentThread());
            first.get().setUncaughtExceptionHandler((at, e) -> uncaught.set(e));
            throw new IllegalStateException("on purpose");
          });
      callbacks.run(
          () -> {
            throw new AssertionError("on purpose");
          });
      callbacks.run(
          () -> {
            last.set(Thread.currentThread());
            next.countDown();
          });
      await(next, "the next one was not called");
    }
    if (first.get() != last.get()) {
      throw new AssertionError("a listener has ended its thread");
    }
    if (uncaught.get() != null) {
      throw new AssertionError("a handler of the application was called");
    }
  }

  private static Callbacks callbacks() {
    return new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {});
  }

  private void block() {
    blocked.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(CountDownLatch event, String otherwise) throws InterruptedException {
    if (!event.await(patience, MILLISECONDS)) {
      throw new AssertionError(otherwise);
    }
  }
}
