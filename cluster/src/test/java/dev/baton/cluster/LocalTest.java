package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** Members in one JVM, and threads that use them; everything is closed after each test. */
abstract class LocalTest {

  static final Duration SOON = Duration.ofSeconds(30);

  final LocalNetwork network = new LocalNetwork();
  final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Baton> members = new ArrayList<>();

  Baton member(String name) {
    return member(builder(name));
  }

  Baton member(BatonBuilder builder) {
    Baton baton = builder.local(network);
    members.add(baton);
    return baton;
  }

  static BatonBuilder builder(String name) {
    return Baton.builder().cluster("orders").member(name);
  }

  <T> Future<T> start(Callable<T> work) {
    return threads.submit(work);
  }

  static <T> T soon(Future<T> future) throws Exception {
    return future.get(SOON.toSeconds(), SECONDS);
  }

  /** Waits for what another thread is about to do. */
  static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("did not happen within " + SOON);
      }
      Thread.onSpinWait();
      Thread.yield();
    }
  }

  static int waiting(Baton baton, String lock) {
    return baton.locks().stream()
        .filter(view -> view.name().equals(lock))
        .mapToInt(LockView::waiting)
        .sum();
  }

  @AfterEach
  void closeAll() {
    threads.shutdownNow();
    members.forEach(Baton::close);
    network.close();
  }
}
