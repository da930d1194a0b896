package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Numbers on their way to a registry while there is no memory to read them, once. */
final class FailingMeters {

  private static final long ENTRIES = 7;

  private FailingMeters() {}

  /**
   * They come later, and the meters go when the member is closed; throws if it is not so.
   *
   * @param patience how long each step may take
   */
  static void run(Duration patience) throws InterruptedException {
    CountDownLatch granted = new CountDownLatch(1);
    CountDownLatch removed = new CountDownLatch(1);
    AtomicBoolean hasFailed = new AtomicBoolean();
    try (BufferedMeters meters = new BufferedMeters("a", registry(granted, removed))) {
      meters.readEntries(
          () -> {
            if (hasFailed.compareAndSet(false, true)) {
              throw new OutOfMemoryError("on purpose");
            }
            return ENTRIES;
          });
      await(granted, patience, "the entries were not told");
    }
    await(removed, patience, "the meters were not removed");
  }

  private static BufferedMeters.Registry registry(CountDownLatch granted, CountDownLatch removed) {
    return (BufferedMeters.Registry)
        Proxy.newProxyInstance(
            FailingMeters.class.getClassLoader(),
            new Class<?>[] {BufferedMeters.Registry.class},
            (self, method, arguments) -> {
              if (method.getName().equals("granted") && arguments[0].equals(ENTRIES)) {
                granted.countDown();
              } else if (method.getName().equals("remove")) {
                removed.countDown();
              }
              return null;
            });
  }

  private static void await(CountDownLatch event, Duration patience, String otherwise)
      throws InterruptedException {
    if (!event.await(patience.toMillis(), MILLISECONDS)) {
      throw new AssertionError(otherwise);
    }
  }
}
