package dev.baton.cluster.seat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** A log whose appender blocks, and a member that has much to say. */
final class SlowLog {

  private final CompletableFuture<Void> goOn = new CompletableFuture<>();
  private final BlockingQueue<String> written = new LinkedBlockingQueue<>();
  private final long patience;

  private SlowLog(Duration patience) {
    this.patience = patience.toMillis();
  }

  /**
   * The member is not held up, and what was said first is written later; throws if it is not so.
   *
   * @param patience how long each step may take
   */
  static void run(Duration patience) throws InterruptedException {
    new SlowLog(patience).sayMuch();
  }

  private void sayMuch() throws InterruptedException {
    LoggingWatcher watcher =
        new LoggingWatcher("a", logger(), new EventLoop.Watcher() {}, () -> {}, record -> {});
    Thread member =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 2 * LogLines.MOST; i++) {
                    watcher.suspended();
                  }
                });
    try {
      if (!member.join(Duration.ofMillis(patience))) {
        throw new AssertionError("whoever had something to say was held up");
      }
      check(written.isEmpty(), "the log did not block");
    } finally {
      goOn.complete(null);
    }
    for (int i = 0; i < LogLines.MOST; i++) {
      check(next() != null, "a line is missing");
    }
    watcher.resumed();
    String line = next();
    while (!"{}: the lease is valid".equals(line)) {
      check(line != null, "the last line is missing");
      line = next();
    }
  }

  private Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (self, method, arguments) -> {
              goOn.join();
              written.add(arguments[0].toString());
              return null;
            });
  }

  private String next() throws InterruptedException {
    return written.poll(patience, TimeUnit.MILLISECONDS);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
