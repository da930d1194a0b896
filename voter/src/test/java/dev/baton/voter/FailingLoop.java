package dev.baton.voter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The thread of a voter's store, which runs out of memory at every place. */
final class FailingLoop {

  private final long patience;
  private final RecordedLog log = RecordedLog.open();

  /** How many looks at the clock fail, of the loop alone. */
  private final AtomicInteger looks = new AtomicInteger();

  private final StoreLoop loop =
      new StoreLoop("a", new VoterLog(Runnable::run, log.logger()), this::clock);

  private FailingLoop(Duration patience) {
    this.patience = patience.toMillis();
  }

  /**
   * It does all that it is given, and says what has failed; throws if it does not.
   *
   * @param patience how long each step may take
   */
  static void run(Duration patience) throws Exception {
    new FailingLoop(patience).failAndGoOn();
  }

  private long clock() {
    if (Thread.currentThread().getName().equals("baton-epochs-a") && looks.getAndDecrement() > 0) {
      throw new OutOfMemoryError("no memory for the time");
    }
    return System.nanoTime();
  }

  private void failAndGoOn() throws Exception {
    AtomicInteger left = new AtomicInteger(2);
    CompletableFuture<Void> again = new CompletableFuture<>();
    StoreLoop.Alarm failing = loop.alarm(() -> failTwice(left, again));
    loop.start();
    try {
      CompletableFuture<Void> done = new CompletableFuture<>();
      loop.run(
          () -> {
            throw new AssertionError("on purpose");
          });
      loop.run(() -> done.complete(null));
      await(done, "an error kept the next task from being done");
      String line = log.next(patience);
      check(line != null && line.contains("on purpose"), "an error was not told: " + line);

      failing.set(0);
      await(again, "an alarm for which there was no memory did not ring again");

      AtomicInteger tasks = new AtomicInteger(2);
      CompletableFuture<Void> task = new CompletableFuture<>();
      loop.run(() -> failTwice(tasks, task));
      await(task, "a task for which there was no memory was not done");

      looks.set(3);
      CompletableFuture<Void> last = new CompletableFuture<>();
      loop.run(() -> last.complete(null));
      await(last, "an error besides the tasks ended the thread");
    } finally {
      loop.close();
    }
    String line = log.next(patience);
    check(line != null && line.contains("no memory"), "what failed later was not told: " + line);
  }

  private static void failTwice(AtomicInteger left, CompletableFuture<Void> done) {
    if (left.getAndDecrement() > 0) {
      throw new OutOfMemoryError("no memory");
    }
    done.complete(null);
  }

  private void await(CompletableFuture<Void> what, String otherwise) throws Exception {
    try {
      what.get(patience, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(otherwise, e);
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
