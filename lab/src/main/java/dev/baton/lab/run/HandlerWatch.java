package dev.baton.lab.run;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a search on a thread of its own, and notices a handler that does not return. */
public final class HandlerWatch {

  /** A handler has not returned for so long that it never will. */
  public static final class StuckException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private StuckException(String handler, String place) {
      super(
          handler
              + " does not return: it has been running for "
              + LOOKS * LOOK_MILLIS / 1000
              + " s, now in "
              + place
              + ".");
    }
  }

  private static final int LOOK_MILLIS = 500;

  /** A handler that is the same one at so many looks, and no other has begun, is stuck. */
  private static final int LOOKS = 10;

  private final AtomicLong begun = new AtomicLong();

  /** A handler begins. */
  public void onHandler() {
    begun.incrementAndGet();
  }

  /**
   * The result of a task; throws what it throws.
   *
   * @throws StuckException if a handler does not return; its thread is then left alone
   */
  public <T> T run(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    Thread.ofPlatform().daemon().name("baton-search").start(future);
    String handler = null;
    long before = 0;
    int looks = 0;
    while (true) {
      try {
        return future.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        StackTraceElement[] frames = running();
        String now = frames == null ? null : Handlers.handler(frames);
        boolean isSame = now != null && now.equals(handler) && begun.get() == before;
        looks = isSame ? looks + 1 : 0;
        handler = now;
        before = begun.get();
        if (looks == LOOKS) {
          throw new StuckException(handler, Handlers.place(frames));
        }
      } catch (ExecutionException e) {
        throw thrown(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private static RuntimeException thrown(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** The stack of a thread in which a search runs a handler; null if there is none. */
  private static StackTraceElement[] running() {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      StackTraceElement[] frames = thread.getValue();
      for (StackTraceElement frame : frames) {
        boolean isSearch = frame.getClassName().startsWith("dev.baton.checker.");
        if (isSearch && Handlers.handler(frames) != null) {
          return frames;
        }
      }
    }
    return null;
  }
}
