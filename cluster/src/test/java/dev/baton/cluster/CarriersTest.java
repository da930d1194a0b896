package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.gate.OccupiedCarriers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member needs no free carrier, and does not touch what is the application's. */
@Timeout(60)
final class CarriersTest extends LocalTest {

  @Test
  void laterHoldsAndCallbacksComeWhileAllCarriersCompute() throws Exception {
    Baton a = member(builder("a").lease(Duration.ofSeconds(60)));
    Baton b = member(builder("b").lease(Duration.ofSeconds(60)));
    OccupiedCarriers occupied = new OccupiedCarriers();
    try {
      for (Baton each : List.of(a, b)) {
        Hold hold = each.lock("x").acquireAsync().toCompletableFuture().get(10, SECONDS);
        CompletableFuture<String> lost = new CompletableFuture<>();
        hold.onLost(lost::complete);
        assertThat(each.locks().getFirst().held()).isEqualTo(1);
        if (each == a) {
          hold.close();
        } else {
          each.close();
          assertThat(lost.get(10, SECONDS)).isNotEmpty();
        }
      }
    } finally {
      occupied.close();
    }
  }

  /** Handlers of the application may end its process: a member has no reason to call them. */
  @Test
  void aMemberThatRunsOutOfMemoryClosesAndSaysSo() throws Exception {
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    ThreadGroup application =
        new ThreadGroup("application") {
          @Override
          public void uncaughtException(Thread thread, Throwable e) {
            uncaught.set(e);
          }
        };
    CompletableFuture<Baton> joined = new CompletableFuture<>();
    new Thread(application, () -> joined.complete(member("a"))).start();
    Baton a = soon(joined);
    CompletableFuture<String> failed = new CompletableFuture<>();
    a.addListener(
        new BatonListener() {
          @Override
          public void onFailed(String reason) {
            failed.complete(reason);
          }
        });
    BatonLock lock = a.lock("x");
    Hold hold = lock.acquire(SOON);
    CompletableFuture<Hold> waits = lock.acquireAsync().toCompletableFuture();
    a.onEventLoop(
        () -> {
          throw new OutOfMemoryError("on purpose");
        });
    assertThat(failed.get(10, SECONDS)).contains("java.lang.OutOfMemoryError: on purpose");
    until(waits::isDone);
    assertThat(waits).isCompletedExceptionally();
    assertThat(hold.isHeld()).isFalse();
    assertThatThrownBy(lock::lock).hasMessageContaining("member a has failed");
    assertThat(uncaught).hasNullValue();
  }
}
