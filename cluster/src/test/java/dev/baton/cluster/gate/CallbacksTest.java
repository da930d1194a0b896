package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners that block or throw. */
@Timeout(60)
final class CallbacksTest {

  @Test
  void aListenerThatBlocksHoldsUpNobodyElseAndFillsNoMemory() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger told = new AtomicInteger();
    try (Callbacks callbacks = callbacks()) {
      callbacks.tell(() -> await(blocked, goOn));
      assertThat(blocked.await(30, SECONDS)).isTrue();
      for (int i = 0; i < 3 * Callbacks.MOST_WAITING; i++) {
        callbacks.tell(told::incrementAndGet);
      }
      CompletableFuture<String> lost = new CompletableFuture<>();
      callbacks.run(() -> lost.complete("heard"));
      assertThat(lost.get(30, SECONDS)).isEqualTo("heard");
      goOn.countDown();
      CompletableFuture<Integer> last = new CompletableFuture<>();
      while (!last.isDone()) {
        callbacks.tell(() -> last.complete(told.get()));
        Thread.onSpinWait();
      }
      assertThat(last.join()).isEqualTo(Callbacks.MOST_WAITING);
    }
  }

  @Test
  void allHearOfALossAlsoIfSomeBlock() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (Callbacks callbacks = callbacks()) {
      callbacks.run(() -> await(blocked, goOn));
      assertThat(blocked.await(30, SECONDS)).isTrue();
      int count = Callbacks.MOST_WAITING + 10;
      CountDownLatch heard = new CountDownLatch(count);
      CountDownLatch first = new CountDownLatch(10);
      for (int i = 0; i < count; i++) {
        callbacks.run(
            () -> {
              first.countDown();
              heard.countDown();
            });
      }
      assertThat(first.await(30, SECONDS)).as("on threads of their own").isTrue();
      goOn.countDown();
      assertThat(heard.await(30, SECONDS)).isTrue();
    }
  }

  /** Standard error is not a log. */
  @Test
  void whatAListenerThrowsIsNotLeftToTheThread() throws Exception {
    CompletableFuture<Throwable> uncaught = new CompletableFuture<>();
    CompletableFuture<Void> next = new CompletableFuture<>();
    try (Callbacks callbacks = callbacks()) {
      callbacks.run(
          () -> {
            Thread.currentThread().setUncaughtExceptionHandler((at, e) -> uncaught.complete(e));
            throw new IllegalStateException("on purpose");
          });
      callbacks.run(
          () -> {
            throw new AssertionError("on purpose");
          });
      callbacks.run(() -> next.complete(null));
      next.get(30, SECONDS);
      assertThat(uncaught).isNotDone();
    }
  }

  private static Callbacks callbacks() {
    return new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {});
  }

  private static void await(CountDownLatch blocked, CountDownLatch goOn) {
    blocked.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
