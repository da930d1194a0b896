package dev.baton.cluster.gate;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Calls the application back, in order, on a thread that may be blocked without harm. */
public final class Callbacks implements AutoCloseable {

  /** Hears of every hold of the member that is lost. */
  public interface OnLost {
    void lost(String lock, long fence, String reason);
  }

  private final ExecutorService inOrder;
  private final Meters meters;

  /** For what must not wait for anything else. */
  private final Executor apart = task -> Thread.ofVirtual().name("baton-async").start(task);

  private final OnLost onLost;

  public Callbacks(String member, Meters meters, OnLost onLost) {
    this.meters = meters;
    this.onLost = onLost;
    inOrder =
        Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("baton-callbacks-" + member).unstarted(task));
  }

  public Meters meters() {
    return meters;
  }

  Executor apart() {
    return apart;
  }

  public void run(Runnable callback) {
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

  void lost(String lock, long fence, String reason, List<Consumer<String>> ofThisHold) {
    meters.lost();
    ofThisHold.forEach(listener -> run(() -> listener.accept(reason)));
    onLost.lost(lock, fence, reason);
  }

  /** What was told before is still called. */
  @Override
  public void close() {
    inOrder.shutdown();
  }
}
