package dev.baton.cluster.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.wire.Output;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections before anybody has said who it is: refused with a reason, at both sides. */
@Tag("slow")
@Tag("hostile")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class HostileHandshakeTest extends NetworksUnderAttack {

  private static final Path STORES = Path.of("src/test/resources/tls");

  /** As it was when the certificates were made, so that one that has expired can be used. */
  private static Guard guard(String keys) {
    Instant then = Instant.parse("2025-01-01T12:00:00Z");
    return keys.equals("none")
        ? Guard.NONE
        : Keys.load(
            STORES.resolve(keys + ".p12"),
            STORES.resolve("trust.p12"),
            "for-tests".toCharArray(),
            then,
            it -> {});
  }

  @ParameterizedTest
  @CsvSource({
    "expired, EXPIRED, EXPIRED",
    "stranger, OTHER_AUTHORITY, OTHER_AUTHORITY",
    "twin, OTHER_AUTHORITY, NOT_ACCEPTED",
    "none, NO_TLS, NO_TLS",
    "of-bills, NOT_TRUSTED, NOT_TRUSTED",
  })
  void whoIsRefusedAndWhoRefusesSayWhy(String keys, Refused here, Refused there) {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    network("a", portOfA, guard("a"), portOfB);
    network("b", portOfB, guard(keys), portOfA);
    assertThat(within(20_000, () -> refusedBy("a").contains(here)))
        .as("%s", refusedBy("a"))
        .isTrue();
    assertThat(within(20_000, () -> refusedBy("b").contains(there)))
        .as("%s", refusedBy("b"))
        .isTrue();
  }

  /** Whoever is called by it says no more than that it does not like the certificate. */
  @Test
  void whoseCertificateHasExpiredIsNotToldOfAnotherAuthority() {
    int portOfA = FreePorts.next();
    network("a", portOfA, guard("a"));
    PeerNetwork b = network("b", FreePorts.next(), guard("expired"), portOfA);
    Endpoint a = new Endpoint("127.0.0.1", portOfA);
    assertThat(
            within(
                20_000, () -> b.failures().getOrDefault(a, "").startsWith(Refused.EXPIRED.text())))
        .as("%s", b.failures())
        .isTrue();
    assertThat(refusedBy("b")).isSubsetOf(Refused.EXPIRED, Refused.HUNG_UP);
  }

  /** Of two that call each other at once, one hangs up. */
  @Test
  void thatSomebodyWhoIsBeingCalledHangsUpIsNoNews() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    try (ServerSocket called = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      network("a", portOfA, guard("a"));
      network("b", portOfB, guard("b"), called.getLocalPort());
      called.accept();
      for (int port : new int[] {portOfB, portOfA}) {
        say(port, new byte[] {22, 3, 1, 1});
        say(port, "no TLS".getBytes(US_ASCII));
      }
      assertThat(within(20_000, () -> refusedBy("a").size() == 2)).isTrue();
      assertThat(within(20_000, () -> !refusedBy("b").isEmpty())).isTrue();
    }
    assertThat(refusedBy("a")).containsExactlyInAnyOrder(Refused.HUNG_UP, Refused.NO_TLS);
    assertThat(refusedBy("b")).containsExactly(Refused.NO_TLS);
  }

  private static void say(int port, byte[] word) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(word);
    }
  }

  /** Later it hears only that the connection is gone, which says nothing. */
  @ParameterizedTest
  @CsvSource({"stranger, OTHER_AUTHORITY", "twin, NOT_ACCEPTED", "none, NO_TLS"})
  void whoIsRefusedKeepsTheReason(String keys, Refused why) {
    int portOfA = FreePorts.next();
    network("a", portOfA, guard("a"));
    PeerNetwork b = network("b", FreePorts.next(), guard(keys), portOfA);
    Endpoint a = new Endpoint("127.0.0.1", portOfA);
    assertThat(within(20_000, () -> b.failures().getOrDefault(a, "").startsWith(why.text())))
        .as("%s", b.failures())
        .isTrue();
    long calls = refusedBy("b").size();
    assertThat(within(20_000, () -> refusedBy("b").size() > calls + 5)).isTrue();
    assertThat(b.failures().get(a)).startsWith(why.text());
  }

  /** Somebody who trusts the authority, and has no certificate at all. */
  @Test
  void whoHasNoCertificateIsRefused() throws Exception {
    int port = FreePorts.next();
    network("a", port, guard("a"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(
        KeyStore.getInstance(STORES.resolve("trust.p12").toFile(), "for-tests".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      assertThatThrownBy(
              () -> {
                socket.startHandshake();
                // With TLS 1.3 it hears only after the handshake that it is not wanted.
                if (socket.getInputStream().read() < 0) {
                  throw new SSLException("closed");
                }
              })
          .isInstanceOfAny(SSLException.class, SocketException.class);
    }
    assertThat(within(20_000, () -> refusedBy("a").contains(Refused.NO_CERTIFICATE)))
        .as("%s", refusedBy("a"))
        .isTrue();
  }

  @Test
  void whoIsNotWhoWasMeantIsNamedAmongTheFailures() {
    int portOfB = FreePorts.next();
    network("b", portOfB, guard("of-bills"));
    PeerNetwork a = network("a", FreePorts.next(), guard("a"), portOfB);
    Endpoint b = new Endpoint("127.0.0.1", portOfB);
    assertThat(
            within(
                20_000, () -> a.failures().get(b).equals("its certificate is for baton://bills/b")))
        .as("%s", a.failures())
        .isTrue();
  }

  /** What is neither TLS nor from a member ends its connection, and nothing else. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "none"})
  void randomBytesEndTheirConnectionAlone(String keys) throws Exception {
    int port = FreePorts.next();
    network("a", port, guard(keys));
    Random random = new Random(16);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      if (i % 3 == 0 && bytes.length > 5) {
        // The beginning of TLS, and of a member's first word.
        System.arraycopy(new byte[] {22, 3, 1, 0, (byte) i}, 0, bytes, 0, 5);
      } else if (i % 3 == 1 && bytes.length > 5) {
        System.arraycopy("bela".getBytes(US_ASCII), 0, bytes, 0, 4);
      }
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(bytes);
      } catch (SocketException e) {
        // It hung up before it had read everything.
      }
    }
    PeerNetwork b = network("b", FreePorts.next(), guard(keys.equals("a") ? "b" : keys), port);
    assertThat(within(20_000, () -> b.failures().isEmpty())).as("%s", b.failures()).isTrue();
  }

  /** Each byte in time for a limit that begins anew with each. */
  @Test
  void whoSendsOneByteAfterTheOtherIsGivenUp() throws Exception {
    int port = FreePorts.next();
    network("a", port, guard("a"));
    Socket slow = closing(new Socket(InetAddress.getLoopbackAddress(), port));
    slow.getOutputStream().write(new byte[] {22, 3, 1, 1, 0});
    assertThat(
            within(
                20_000,
                () -> {
                  drip(slow);
                  return refusedBy("a").contains(Refused.TOO_SLOW);
                }))
        .isTrue();
  }

  /** More than fits into a record of TLS: it is not waited for. */
  @Test
  void aFirstRecordThatIsTooLongIsRefused() throws Exception {
    int port = FreePorts.next();
    network("a", port, guard("a"));
    Socket socket = closing(new Socket(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write(new byte[] {22, 3, 1, 0x40, 1});
    assertThat(within(20_000, () -> !refusedBy("a").isEmpty())).isTrue();
    assertThat(refusedBy("a")).containsExactly(Refused.HANDSHAKE);
  }

  @Test
  void anOldVersionOfTlsIsNotSpoken() throws Exception {
    int port = FreePorts.next();
    network("a", port, guard("a"));
    SSLSocket socket = (SSLSocket) closing(guard("b").socket());
    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000);
    assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    assertThat(within(20_000, () -> !refusedBy("a").isEmpty())).isTrue();
  }

  /** Without TLS anybody comes so far as to say where it listens. */
  @Test
  void onlySomeMayBeWithoutAName() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Guard.NONE);
    // On a slow machine the first are given up before the last have come.
    for (int i = 0; i < 20 * Strangers.MOST && !refusedBy("a").contains(Refused.CROWDED); i++) {
      Socket socket = closing(new Impostor(null, 20_000 + i)).connect(port);
      // It is asked who it is, so its handshake, of which there may be few as well, is over.
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readNBytes(in.readInt());
    }
    assertThat(within(20_000, () -> refusedBy("a").contains(Refused.CROWDED))).isTrue();
    assertThat(within(20_000, () -> a.strangers() <= Strangers.MOST)).isTrue();
  }

  /** While the network is busy, what arrives waits; but not more than it states. */
  @Test
  void packetsThatWaitAreBounded() throws Exception {
    int port = FreePorts.next();
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger dropped = new AtomicInteger();
    closing(
        new PeerNetwork(
            new Profile("a", "zone", new Endpoint("127.0.0.1", port), 0, SETTINGS),
            List.of(),
            AdmittedNames.ALL,
            Guard.NONE,
            new PeerNetwork.Receiver() {
              @Override
              public boolean receive(String member, Packet.Envelope envelope, int bytes) {
                return true;
              }

              @Override
              public Standing standing() {
                try {
                  goOn.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return Standing.NONE;
              }

              @Override
              public void dropped() {
                dropped.incrementAndGet();
              }
            }));
    Output call = new Output();
    PeerNetwork.PACKETS.encode(new Packet.Call(), call);
    try {
      Socket socket = closing(new Impostor(null, FreePorts.next())).connect(port);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      for (int i = 0; i < PeerNetwork.LONGEST_INBOX + 100; i++) {
        out.writeInt(call.size());
        out.write(call.array(), 0, call.size());
      }
      out.flush();
      // One is being answered.
      assertThat(within(20_000, () -> dropped.get() >= 99)).as("%s", dropped).isTrue();
    } finally {
      goOn.countDown();
    }
  }

  /** There may be no memory left for a moment, or no thread. */
  @Test
  void anErrorDoesNotEndAccepting() throws Exception {
    int port = FreePorts.next();
    Queue<Link> accepted = new ConcurrentLinkedQueue<>();
    AtomicBoolean hasMemory = new AtomicBoolean();
    Sockets sockets =
        closing(
            new Sockets(
                new Endpoint("127.0.0.1", port),
                Guard.NONE,
                new Sockets.Events() {
                  @Override
                  public boolean isFamiliar(InetAddress address) {
                    if (!hasMemory.getAndSet(true)) {
                      throw new OutOfMemoryError("for the test");
                    }
                    return false;
                  }

                  @Override
                  public void connected(Link link) {
                    accepted.add(link);
                  }

                  @Override
                  public void arrived(Link from, Packet packet, int bytes) {}

                  @Override
                  public void closed(Link link) {}

                  @Override
                  public void refused(String who, Refused why, String detail) {}
                }));
    sockets.start();
    closing(new Socket(InetAddress.getLoopbackAddress(), port));
    assertThat(within(20_000, hasMemory::get)).isTrue();
    closing(new Impostor(null, FreePorts.next())).connect(port);
    assertThat(within(20_000, () -> !accepted.isEmpty())).isTrue();
  }

  /** The oldest give way: those that mean it are done long before. */
  @Test
  void thousandsOfHalfOpenConnectionsKeepNobodyOut() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, guard("a"));
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2000; i++) {
        sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      assertThat(within(20_000, () -> refusedBy("a").contains(Refused.CROWDED))).isTrue();
      assertThat(a.strangers()).isLessThanOrEqualTo(Handshakes.MOST_PER_ADDRESS);
      PeerNetwork b = network("b", FreePorts.next(), guard("b"), port);
      assertThat(within(20_000, () -> b.failures().isEmpty())).isTrue();
      // One deadline for all that a handshake takes.
      assertThat(within(20_000, () -> a.strangers() == 0)).isTrue();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Also if it takes long, and whoever crowds is at the same address. */
  @Test
  void whoHasBegunDoesNotGiveWayToTheSilent() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    Relay relay = closing(new Relay(port));
    Impostor b = closing(new Impostor("b", FreePorts.next()));
    FutureTask<Packet> answer = new FutureTask<>(() -> b.introduce(relay.port(), "b", SETTINGS));
    Thread.ofVirtual().start(answer);
    assertThat(relay.awaitAnswer()).isTrue();
    for (int i = 0; i < 2 * Handshakes.MOST_PER_ADDRESS; i++) {
      closing(new Socket(InetAddress.getLoopbackAddress(), port));
    }
    assertThat(
            within(
                20_000,
                () ->
                    Collections.frequency(refusedBy("a"), Refused.CROWDED)
                        > Handshakes.MOST_PER_ADDRESS))
        .isTrue();
    assertThat(a.strangers()).isLessThanOrEqualTo(Handshakes.MOST_PER_ADDRESS);
    relay.goOn();
    assertThat(answer.get(20, TimeUnit.SECONDS)).isInstanceOf(Packet.Welcome.class);
  }
}
