package dev.baton.cluster.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.wire.Output;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two processes' networks in one JVM, and others that do not behave. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class PeerNetworkBytesTest {

  private static final Settings SETTINGS =
      new Settings("orders", 3, List.of("a", "b", "c"), List.of());
  private static final Frame FRAME = new Frame.Seal(5);

  /** Who does not answer. */
  private static class Quiet implements Sockets.Events {
    @Override
    public void arrived(Link from, Packet packet, int bytes) {}

    @Override
    public void connected(Link link) {}

    @Override
    public void closed(Link link) {}

    @Override
    public void refused(String who, Refused why, String detail) {}
  }

  private final List<PeerNetwork> networks = new ArrayList<>();
  private final BlockingQueue<Envelope> loads = new LinkedBlockingQueue<>();

  private static Endpoint freePlace() {
    return new Endpoint("127.0.0.1", FreePorts.next());
  }

  private PeerNetwork network(String name, Endpoint endpoint, Endpoint... others) {
    Profile profile = new Profile(name, "zone", endpoint, 0, SETTINGS);
    PeerNetwork network =
        new PeerNetwork(
            profile,
            List.of(others),
            AdmittedNames.ALL,
            Guard.NONE,
            (member, envelope, bytes) -> loads.add(envelope));
    networks.add(network);
    return network;
  }

  private static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Thread.yield();
    }
  }

  /** Sends until one arrives: the first may be too early. */
  private void deliver(PeerNetwork from, String name, String to) {
    Seat seat = new Seat(name, 1, 1);
    until(
        () -> {
          from.send(to, seat, to, 1, FRAME);
          return loads.contains(new Envelope(seat, to, 1, FRAME));
        });
  }

  @AfterEach
  void close() {
    networks.forEach(PeerNetwork::close);
  }

  @Test
  void framesGoBothWaysAndOthersAreFoundByHearsay() throws Exception {
    Endpoint a = freePlace();
    Endpoint b = freePlace();
    Endpoint c = freePlace();
    PeerNetwork first = network("a", a);
    PeerNetwork second = network("b", b, a);
    PeerNetwork third = network("c", c, a);
    deliver(second, "b", "a");
    deliver(first, "a", "b");
    // b and c were told of each other by a.
    deliver(third, "c", "b");
  }

  @Test
  void whatCannotBeReadIsDroppedAndCounted() throws Exception {
    Endpoint a = freePlace();
    PeerNetwork first = network("a", a);
    try (Socket socket = new Socket(a.host(), a.port())) {
      // At once: the other end hangs up as soon as it has read a few bytes.
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
    }
    Endpoint b = freePlace();
    PeerNetwork second = network("b", b, a);
    deliver(second, "b", "a");
    long before = first.dropped();
    // A frame of the right length that is none; then the connection still works.
    Sockets stranger = new Sockets(freePlace(), Guard.NONE, new Quiet());
    try {
      stranger.start();
      stranger.send(a.address(), new byte[] {1, 99, 3});
      until(() -> first.dropped() == before + 1);
      // A frame, from somebody without a name.
      Output out = new Output();
      PeerNetwork.PACKETS.encode(new Envelope(new Seat("b", 1, 1), "a", 1, FRAME), out);
      stranger.send(a.address(), out.toByteArray());
      until(() -> first.dropped() == before + 2);
      loads.clear();
    } finally {
      stranger.close();
    }
    deliver(second, "b", "a");
  }

  /** Whoever sends does not wait, although the other end takes nothing. */
  @Test
  void whoDoesNotReadHoldsNobodyUp() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Endpoint endpoint = new Endpoint("127.0.0.1", deaf.getLocalPort());
      BlockingQueue<Link> links = new LinkedBlockingQueue<>();
      Sockets sockets =
          new Sockets(
              freePlace(),
              Guard.NONE,
              new Quiet() {
                @Override
                public void connected(Link link) {
                  links.add(link);
                }
              });
      Peer peer = new Peer(endpoint, sockets, (it, e) -> {}, System.nanoTime());
      try {
        sockets.start();
        byte[] bytes = new byte[4 << 10];
        assertThat(peer.send("b", bytes, bytes.length)).as("without a name").isFalse();
        peer.call(bytes, 10);
        Link link = links.poll(20, TimeUnit.SECONDS);
        link.bind("b");
        peer.use(link);
        assertThat(peer.send("c", bytes, bytes.length)).as("to another").isFalse();
        int refused = 0;
        for (int i = 0; i < 10_000; i++) {
          refused += peer.send("b", bytes, bytes.length) ? 0 : 1;
        }
        assertThat(refused).isPositive();
      } finally {
        peer.close();
        sockets.close();
      }
    }
  }
}
