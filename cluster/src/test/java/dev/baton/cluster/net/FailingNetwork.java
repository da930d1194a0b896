package dev.baton.cluster.net;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A process that refuses a stranger, which is counted, for which there is no memory. */
final class FailingNetwork {

  private final AtomicInteger refusals = new AtomicInteger();
  private final long patience;

  private FailingNetwork(Duration patience) {
    this.patience = patience.toNanos();
  }

  /**
   * It binds the name of another process after that; throws if it does not.
   *
   * @param patience how long each step may take
   */
  static void run(Duration patience) {
    new FailingNetwork(patience).refuseAndBind();
  }

  private void refuseAndBind() {
    Endpoint here = endpoint();
    PeerNetwork a = network("a", "orders", here);
    PeerNetwork stranger = network("s", "bills", endpoint(), here);
    try {
      until(() -> refusals.get() > 0, "the stranger was not refused");
      try (PeerNetwork b = network("b", "orders", endpoint(), here)) {
        until(() -> b.failures().isEmpty(), "a friend was not answered");
      }
    } finally {
      stranger.close();
      a.close();
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
            if (name.equals("a")) {
              refusals.incrementAndGet();
              throw new OutOfMemoryError("on purpose");
            }
          }
        });
  }

  private static Endpoint endpoint() {
    return new Endpoint("127.0.0.1", FreePorts.next());
  }

  private void until(BooleanSupplier condition, String otherwise) {
    long deadline = System.nanoTime() + patience;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(otherwise);
      }
      Thread.onSpinWait();
    }
  }
}
