package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Packet.Envelope;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** Networks over the loopback interface without members behind them, for tests that attack them. */
abstract class NetworksUnderAttack {

  /** Those of the cluster {@code orders}, whose voters are a, b and c. */
  static final Settings SETTINGS =
      new Settings("orders", 3_000_000, List.of("a", "b", "c"), List.of());

  private final List<AutoCloseable> open = new ArrayList<>();
  private final Map<String, Queue<Refused>> refused = new ConcurrentHashMap<>();

  /** Who has sent a frame to any of the networks, in the order of their arrival. */
  final Queue<String> received = new ConcurrentLinkedQueue<>();

  /** One that lets everybody join. */
  final PeerNetwork network(String name, int port, Guard guard, int... peers) {
    return network(name, port, guard, AdmittedNames.ALL, peers);
  }

  final PeerNetwork network(
      String name, int port, Guard guard, AdmittedNames admitted, int... peers) {
    return closing(
        new PeerNetwork(
            new Profile(name, "zone", new Endpoint("127.0.0.1", port), 0, SETTINGS),
            IntStream.of(peers).mapToObj(it -> new Endpoint("127.0.0.1", it)).toList(),
            admitted,
            guard,
            new PeerNetwork.Receiver() {
              @Override
              public boolean receive(String member, Envelope envelope, int bytes) {
                return received.add(member);
              }

              @Override
              public void refused(Refused why) {
                refusedBy(name).add(why);
              }
            }));
  }

  final Attacker attacker(String keys, int port) {
    return closing(Attacker.start(keys, port));
  }

  /** Closes it after the test. */
  final <T extends AutoCloseable> T closing(T it) {
    open.add(it);
    return it;
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  final Queue<Refused> refusedBy(String name) {
    return refused.computeIfAbsent(name, it -> new ConcurrentLinkedQueue<>());
  }

  static boolean within(long millis, BooleanSupplier condition) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  /** One more byte after a while, of somebody who takes its time. */
  static void drip(Socket socket) {
    try {
      Thread.sleep(200);
      socket.getOutputStream().write(1);
    } catch (IOException | InterruptedException e) {
      // It is closed.
    }
  }

  static void send(PeerNetwork from, String name, String to, Frame frame) {
    from.send(to, new Seat(name, 1, 1), to, 1, frame);
  }

  /** Sends frames again and again; returns whether one has arrived in time. */
  final boolean isHeard(PeerNetwork from, String name, String to) {
    received.clear();
    return within(
        20_000,
        () -> {
          send(from, name, to, new Frame.Seal(1));
          return received.contains(name);
        });
  }
}
