package dev.baton.cluster.net;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of the network that run out of memory once go on. */
@Timeout(60)
final class NoMemoryTest {

  private final AtomicInteger refusals = new AtomicInteger();

  private static Endpoint endpoint() {
    return new Endpoint("127.0.0.1", FreePorts.next());
  }

  private static final class Quiet implements Sockets.Events {
    @Override
    public void arrived(Link from, @Nullable Packet packet, int bytes) {}

    @Override
    public void connected(Link link) {}

    @Override
    public void closed(Link link) {}

    @Override
    public void refused(String who, Refused why, String detail) {}
  }

  /** Nobody listens there; whoever is told has no memory. */
  @Test
  void aSenderGoesOn() throws InterruptedException {
    BlockingQueue<Exception> told = new LinkedBlockingQueue<>();
    Sockets sockets = new Sockets(endpoint(), Guard.NONE, new Quiet());
    sockets.start();
    Peer peer =
        new Peer(
            endpoint(),
            sockets,
            (it, e) -> {
              told.add(e);
              throw new OutOfMemoryError("on purpose");
            },
            System.nanoTime());
    try {
      for (int i = 0; i < 3; i++) {
        assertThat(peer.call(new byte[1], 1)).isTrue();
        assertThat(told.poll(10, SECONDS)).isNotNull();
      }
    } finally {
      peer.close();
      sockets.close();
    }
  }

  private PeerNetwork network(String name, String cluster, Endpoint at, Endpoint... others) {
    return new PeerNetwork(
        new Profile(name, "zone", at, 0, new Settings(cluster, 3, List.of("a"), List.of())),
        List.of(others),
        AdmittedNames.ALL,
        Guard.NONE,
        new PeerNetwork.Receiver() {
          @Override
          public boolean receive(String member, Packet.Envelope envelope, int bytes) {
            return true;
          }

          @Override
          public void refused(Refused why) {
            refusals.incrementAndGet();
            throw new OutOfMemoryError("on purpose");
          }
        });
  }

  /** It refuses a stranger, which is counted, for which there is no memory. */
  @Test
  void soDoesTheThreadThatBindsNames() {
    Endpoint here = endpoint();
    PeerNetwork a = network("a", "orders", here);
    PeerNetwork stranger = network("s", "bills", endpoint(), here);
    try {
      until(() -> refusals.get() > 1);
      try (PeerNetwork b = network("b", "orders", endpoint(), here)) {
        until(() -> b.failures().isEmpty());
      }
    } finally {
      stranger.close();
      a.close();
    }
  }

  private static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.onSpinWait();
    }
  }
}
