package dev.baton.cluster.net;

import dev.baton.cluster.wire.Output;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Somebody who speaks to members as a member does, but says what it likes. It listens at a place of
 * its own, and keeps what it is told.
 */
public final class Attacker implements Sockets.Events, AutoCloseable {

  private static final Path STORES = Path.of("src/test/resources/tls");

  private final Sockets sockets;
  private final Endpoint here;

  /** What it was told, by any connection. */
  public final BlockingQueue<Packet> heard = new LinkedBlockingQueue<>();

  private final BlockingQueue<Link> links = new LinkedBlockingQueue<>();

  private Attacker(int port, Guard guard) {
    here = new Endpoint("127.0.0.1", port);
    sockets = new Sockets(here, guard, this);
    sockets.start();
  }

  /**
   * @param keyStore of the tests' certificates; null for one without TLS
   * @param port where it listens, and says that it does
   */
  public static Attacker start(String keyStore, int port) {
    return new Attacker(port, keyStore == null ? Guard.NONE : keys(keyStore));
  }

  static Keys keys(String store) {
    return Keys.load(
        STORES.resolve(store + ".p12"), STORES.resolve("trust.p12"), "for-tests".toCharArray());
  }

  @Override
  public void arrived(Link from, Packet packet, int bytes) {
    if (packet != null) {
      heard.add(packet);
    }
  }

  @Override
  public void connected(Link link) {
    links.add(link);
  }

  @Override
  public void closed(Link link) {}

  @Override
  public void refused(String who, Refused why, String detail) {}

  /** Whether it could be sent: a member that has hung up may notice late. */
  public boolean send(int port, Packet packet) {
    Output out = new Output();
    PeerNetwork.PACKETS.encode(packet, out);
    return send(port, out.toByteArray());
  }

  public boolean send(int port, byte[] bytes) {
    try {
      sockets.send(new Endpoint("127.0.0.1", port).address(), bytes);
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  /** A hello with the settings of the tests' cluster {@code orders}. */
  public Packet hello(String name, Settings settings, boolean settled) {
    return new Packet.Hello(new Profile(name, "zone", here, 0, settings).greeting(settled));
  }

  /** The settings of members over the loopback interface, as their builders have them. */
  public static Settings settings(long leaseNanos, List<String> voters) {
    return new Settings(
        "orders",
        leaseNanos,
        voters,
        List.of(
            new dev.baton.cluster.epoch.EpochRecord.Choice("*", "naimi-trehel"),
            new dev.baton.cluster.epoch.EpochRecord.Choice("*", "request-collectors")));
  }

  /** Waits for something that it is told; null if it does not come in time. */
  public Packet await(Predicate<Packet> wanted, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (true) {
      Packet next = heard.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null || wanted.test(next)) {
        return next;
      }
    }
  }

  /** The next connection that is made with it; null if there is none in time. */
  Link link(long millis) throws InterruptedException {
    return links.poll(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    sockets.close();
  }
}
