package dev.baton.cluster.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * For tasks that may block, and must wait neither for each other nor for a free carrier: threads of
 * the platform, and virtual ones where so many are busy already that there should not be more, or
 * where none can be started. Threads that have nothing to do end after a second.
 */
public final class SpareThreads implements Executor {

  private final String name;
  private final ThreadPoolExecutor ofPlatform;

  /**
   * @param most so many threads of the platform at most
   */
  public SpareThreads(String name, int most) {
    this.name = name;
    ofPlatform =
        new ThreadPoolExecutor(
            0,
            most,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> Thread.ofPlatform().daemon().name(name).unstarted(task),
            (task, full) -> executeVirtually(task));
  }

  /**
   * Starts it at once.
   *
   * @throws OutOfMemoryError if there is no thread of any kind for it; then it does not run
   */
  @Override
  public void execute(Runnable task) {
    try {
      ofPlatform.execute(task);
    } catch (OutOfMemoryError e) {
      executeVirtually(task);
    }
  }

  private void executeVirtually(Runnable task) {
    Thread.ofVirtual().name(name).start(task);
  }
}
