package dev.baton.cluster.join;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.seat.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was lost with a lease is lost before a new lease can be seen. */
@Timeout(60)
final class LeaseOrderTest {

  private static final Duration LEASE = Duration.ofSeconds(1);

  /** Pauses the event loop when it has asked for a renewal, until its lease is over. */
  private static final class Pausing implements EventLoop.Watcher {
    final CompletableFuture<EventLoop> pauses = new CompletableFuture<>();
    final CompletableFuture<Boolean> hadLease = new CompletableFuture<>();
    private boolean paused;

    @Override
    public void sent(Frame frame) {
      EventLoop loop = pauses.getNow(null);
      if (frame instanceof Frame.Beat && loop != null && !paused) {
        paused = true;
        while (loop.hasLease()) {
          Thread.onSpinWait();
        }
      }
    }

    /** The answer, which came meanwhile, ends the old lease and brings a new one. */
    @Override
    public void suspended() {
      EventLoop loop = pauses.getNow(null);
      if (loop != null) {
        hadLease.complete(loop.hasLease());
      }
    }
  }

  @Test
  void aNewLeaseIsNotSeenBeforeTheOldOneIsOver() throws Exception {
    Pausing watcher = new Pausing();
    LocalCluster.Settings settings = new LocalCluster.Settings(List.of(), LEASE);
    try (LocalCluster cluster = new LocalCluster("orders", settings, Set.of())) {
      EventLoop loop = cluster.forMember("a", () -> {}).loop("a", watcher);
      loop.start();
      loop.joined().get(30, SECONDS);
      watcher.pauses.complete(loop);
      assertThat(watcher.hadLease.get(30, SECONDS)).isFalse();
      loop.stop();
    }
  }
}
