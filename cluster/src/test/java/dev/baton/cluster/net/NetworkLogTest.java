package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the threads of a network have to say does not hold them up. */
@Timeout(60)
final class NetworkLogTest {

  private final Queue<Runnable> lines = new ConcurrentLinkedQueue<>();
  private volatile boolean refused;

  /** Somebody is refused, the log is stuck, and the next one is answered all the same. */
  @Test
  void linesAreWrittenByOthers() {
    Endpoint here = endpoint();
    PeerNetwork a = network("a", "orders", here);
    PeerNetwork stranger = network("s", "bills", endpoint(), here);
    try {
      until(() -> refused, 20);
      // At once; what else it has to say of the stranger comes later.
      until(() -> !lines.isEmpty(), 2);
      try (PeerNetwork b = network("b", "orders", endpoint(), here)) {
        until(() -> b.failures().isEmpty(), 20);
      }
    } finally {
      stranger.close();
      a.close();
    }
  }

  /** It was valid when the member started. */
  @Test
  void aCertificateThatHasExpiredIsWarnedOf() {
    Path stores = Path.of("src/test/resources/tls");
    Keys keys =
        Keys.load(
            stores.resolve("expired.p12"),
            stores.resolve("trust.p12"),
            "for-tests".toCharArray(),
            Instant.parse("2025-01-01T12:00:00Z"),
            it -> {});
    try (PeerNetwork a = network("a", "orders", keys, endpoint())) {
      until(() -> !lines.isEmpty(), 20);
      assertThat(a.known()).as("nobody else to write about").isZero();
    }
  }

  private PeerNetwork network(String name, String cluster, Endpoint at, Endpoint... others) {
    return network(name, cluster, Guard.NONE, at, others);
  }

  private PeerNetwork network(
      String name, String cluster, Guard guard, Endpoint at, Endpoint... others) {
    return new PeerNetwork(
        new Profile(name, "zone", at, 0, new Settings(cluster, 3, List.of("a"), List.of())),
        List.of(others),
        AdmittedNames.ALL,
        guard,
        new PeerNetwork.Receiver() {
          @Override
          public boolean receive(String member, Packet.Envelope envelope, int bytes) {
            return true;
          }

          @Override
          public void refused(Refused why) {
            if (name.equals("a")) {
              refused = true;
            }
          }

          @Override
          public void log(Runnable line) {
            if (name.equals("a")) {
              lines.add(line);
            }
          }
        });
  }

  private static Endpoint endpoint() {
    return new Endpoint("127.0.0.1", FreePorts.next());
  }

  private static void until(BooleanSupplier condition, int seconds) {
    long deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.onSpinWait();
    }
  }
}
