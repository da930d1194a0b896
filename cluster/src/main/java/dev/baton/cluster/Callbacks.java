package dev.baton.cluster;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Calls the application back, in order, on a thread that may be blocked without harm. */
final class Callbacks implements AutoCloseable {

  private final List<BatonListener> listeners = new CopyOnWriteArrayList<>();
  private final ExecutorService inOrder;
  private final Meters meters;

  /** For what must not wait for anything else. */
  private final Executor apart = task -> Thread.ofVirtual().name("baton-async").start(task);

  Callbacks(String member) {
    this(member, Meters.NONE);
  }

  Callbacks(String member, Meters meters) {
    this.meters = meters;
    inOrder =
        Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("baton-callbacks-" + member).unstarted(task));
  }

  void add(BatonListener listener) {
    listeners.add(listener);
  }

  Meters meters() {
    return meters;
  }

  Executor apart() {
    return apart;
  }

  void run(Runnable callback) {
    try {
      inOrder.execute(() -> runSafely(callback));
    } catch (RejectedExecutionException e) {
      // The member was closed meanwhile; what is told late is told by a thread of its own.
      apart.execute(() -> runSafely(callback));
    }
  }

  /** One listener that fails does not keep others from hearing. */
  private static void runSafely(Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  void tell(Consumer<BatonListener> event) {
    for (BatonListener listener : listeners) {
      run(() -> event.accept(listener));
    }
  }

  void lost(String lock, long fence, String reason, List<Consumer<String>> ofThisHold) {
    meters.lost();
    ofThisHold.forEach(listener -> run(() -> listener.accept(reason)));
    tell(listener -> listener.onHoldLost(lock, fence, reason));
  }

  /** What was told before is still called. */
  @Override
  public void close() {
    inOrder.shutdown();
  }
}
