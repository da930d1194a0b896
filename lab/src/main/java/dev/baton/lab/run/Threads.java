package dev.baton.lab.run;

import dev.baton.checker.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A fixed number of threads that share the work of one command. */
public final class Threads implements Workers, AutoCloseable {

  private static final int MOST = 1024;

  private final int size;
  private final ExecutorService pool;

  public Threads(int size) {
    this.size = size;
    pool = Executors.newFixedThreadPool(size, Thread.ofPlatform().daemon().factory());
  }

  /**
   * How many threads an option asks for: by default, as many as there are cores.
   *
   * @throws IllegalArgumentException with one sentence, if that is not possible
   */
  public static int count(Integer wanted) {
    if (wanted == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (wanted < 1 || wanted > MOST) {
      throw new IllegalArgumentException(
          "There can be 1 to " + MOST + " threads, not " + wanted + ".");
    }
    return wanted;
  }

  @Override
  public int size() {
    return size;
  }

  /** Runs all tasks; throws what the first of them threw, after all have ended. */
  @Override
  public void run(List<Runnable> tasks) {
    List<Future<?>> futures = new ArrayList<>();
    for (Runnable task : tasks) {
      futures.add(pool.submit(task));
    }
    Throwable thrown = null;
    for (Future<?> future : futures) {
      Throwable failure = failure(future);
      thrown = thrown == null ? failure : thrown;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw (RuntimeException) thrown;
    }
  }

  private static Throwable failure(Future<?> future) {
    try {
      future.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
