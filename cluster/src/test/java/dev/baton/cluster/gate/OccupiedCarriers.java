package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Virtual threads of the application compute, as many as can run at once. */
public final class OccupiedCarriers {

  private final CountDownLatch end = new CountDownLatch(1);

  public OccupiedCarriers() throws InterruptedException {
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch running = new CountDownLatch(carriers);
    for (int i = 0; i < carriers; i++) {
      Thread.startVirtualThread(
          () -> {
            running.countDown();
            while (end.getCount() > 0) {
              Thread.onSpinWait();
            }
          });
    }
    if (!running.await(20, SECONDS)) {
      close();
      throw new AssertionError("the carriers were not free before");
    }
  }

  /** Meanwhile somebody is called back; throws if it is not. */
  static void callBack(Duration patience) throws InterruptedException {
    CountDownLatch called = new CountDownLatch(1);
    OccupiedCarriers occupied = new OccupiedCarriers();
    try (Callbacks callbacks = new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {})) {
      callbacks.runApart(called::countDown);
      if (!called.await(patience.toMillis(), MILLISECONDS)) {
        throw new AssertionError("nobody was called back");
      }
    } finally {
      occupied.close();
    }
  }

  public void close() {
    end.countDown();
  }
}
