package dev.baton.voter;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** A log that keeps what is written, and may block whoever writes. */
final class RecordedLog {

  private final BlockingQueue<String> written = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> goOn;
  private final CompletableFuture<Void> blocked = new CompletableFuture<>();

  private RecordedLog(CompletableFuture<Void> goOn) {
    this.goOn = goOn;
  }

  static RecordedLog open() {
    return new RecordedLog(CompletableFuture.completedFuture(null));
  }

  /** One that blocks until it is told to go on. */
  static RecordedLog blocking() {
    return new RecordedLog(new CompletableFuture<>());
  }

  Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (self, method, arguments) -> {
              blocked.complete(null);
              goOn.join();
              written.add(Arrays.deepToString(arguments));
              return null;
            });
  }

  /** Completes when somebody writes. */
  CompletableFuture<Void> blocked() {
    return blocked;
  }

  void goOn() {
    goOn.complete(null);
  }

  /** The next line, or null if there is none in time. */
  String next(long millis) throws InterruptedException {
    return written.poll(millis, TimeUnit.MILLISECONDS);
  }
}
