package dev.baton.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * All that outsiders do to a cluster, at once and at stated rates. There are three of them:
 * <i>nobody</i> has no certificate, the <i>stranger</i> has one of another authority, and {@link
 * Mallory} has one of the right authority, but is neither a voter nor admitted.
 */
final class Outsiders {

  /** Connections a second on which no handshake is finished. */
  static final int CONNECTIONS = 200;

  /** Handshakes a second, by the three in turn. */
  static final int HANDSHAKES = 20;

  /** So many of a kind are under way; further ones are left out. */
  private static final int MOST_UNDER_WAY = 400;

  private static final int ANSWER_MILLIS = 500;
  private static final int OUTSIDERS = 3;

  /** What one connection says, without TLS or instead of it. */
  private enum Opening {
    NOTHING,
    RANDOM,
    TRUNCATED,
    OVERSIZED,
    REPLAYED,
    WITHOUT_TLS
  }

  /** What mallory says to a member, after the first word. */
  private enum Saying {
    HELLO,
    REPLAYED,
    TRUNCATED,
    OVERSIZED,
    NEGATIVE,
    RANDOM
  }

  private interface Attempt {
    void make(long number) throws IOException;
  }

  /** What they have done, as it travels from their process. */
  record Done(
      long millis,
      long connections,
      long handshakes,
      long halfOpen,
      long refusedByMembers,
      long refusedByVoters,
      long bound,
      long cpuMillis) {

    static Done of(long[] n) {
      return new Done(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
    }

    /** Both, one after the other. */
    Done and(Done other) {
      return new Done(
          millis + other.millis,
          connections + other.connections,
          handshakes + other.handshakes,
          Math.max(halfOpen, other.halfOpen),
          refusedByMembers + other.refusedByMembers,
          refusedByVoters + other.refusedByVoters,
          bound + other.bound,
          cpuMillis + other.cpuMillis);
    }

    long[] numbers() {
      return new long[] {
        millis,
        connections,
        handshakes,
        halfOpen,
        refusedByMembers,
        refusedByVoters,
        bound,
        cpuMillis
      };
    }
  }

  private final List<Integer> ports;
  private final TlsClient nobody;
  private final TlsClient stranger;
  private final Mallory mallory;
  private final byte[] handshake;
  private final byte[] hello;
  private final HalfOpenConnections halfOpen;
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong handshakes = new AtomicLong();
  private final long cpuBefore = cpuMillis();
  private final long start = System.nanoTime();
  private volatile boolean ended;

  /**
   * @param ports of members and of their consensus, in turn
   */
  Outsiders(Path certificates, List<Integer> ports) throws IOException, GeneralSecurityException {
    this.ports = ports;
    nobody = new TlsClient(null);
    stranger = new TlsClient(Certificates.keys(certificates, Certificates.STRANGER));
    mallory = new Mallory(Certificates.keys(certificates, Certificates.MALLORY));
    handshake = mallory.tls().firstPacket();
    // It says that it listens where the first member does.
    hello = Mallory.hello(ports.getFirst());
    halfOpen = new HalfOpenConnections(ports, handshake);
    pace(CONNECTIONS, connections, this::connect);
    pace(HANDSHAKES, handshakes, this::handshake);
  }

  private static long cpuMillis() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1_000_000;
  }

  /** Makes so many attempts a second, each in a thread of its own. */
  private void pace(int perSecond, AtomicLong made, Attempt attempt) {
    long period = 1_000_000_000L / perSecond;
    Semaphore room = new Semaphore(MOST_UNDER_WAY);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              long next = System.nanoTime();
              for (long i = 0; !ended; i++) {
                // What was missed in the last second is made up for, and no more.
                next = Math.max(next + period, System.nanoTime() - 1_000_000_000L);
                LockSupport.parkNanos(next - System.nanoTime());
                long number = i;
                room.acquireUninterruptibly();
                Thread.ofVirtual().start(() -> make(attempt, number, made, room));
              }
            });
  }

  private void make(Attempt attempt, long number, AtomicLong made, Semaphore room) {
    try {
      attempt.make(number);
    } catch (IOException e) {
      // It was hung up on, as it should be.
    } finally {
      made.incrementAndGet();
      room.release();
    }
  }

  private void connect(long number) throws IOException {
    Opening opening = Opening.values()[(int) (number % Opening.values().length)];
    int port = ports.get((int) (number / Opening.values().length % ports.size()));
    try (Socket socket = TlsClient.plain(port, ANSWER_MILLIS)) {
      socket.getOutputStream().write(bytes(opening));
      if (opening != Opening.NOTHING && opening != Opening.TRUNCATED) {
        socket.getInputStream().read(new byte[4096]);
      }
    }
  }

  private byte[] bytes(Opening opening) {
    return switch (opening) {
      case NOTHING -> new byte[0];
      case RANDOM -> random(300);
      case TRUNCATED -> Arrays.copyOf(handshake, handshake.length / 2);
      case OVERSIZED -> {
        // A record of TLS that says it is as long as can be said.
        byte[] bytes = random(1 << 15);
        System.arraycopy(new byte[] {22, 3, 1, -1, -1}, 0, bytes, 0, 5);
        yield bytes;
      }
      case REPLAYED -> handshake;
      case WITHOUT_TLS -> hello;
    };
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    ThreadLocalRandom.current().nextBytes(bytes);
    return bytes;
  }

  private void handshake(long number) throws IOException {
    int index = (int) (number / OUTSIDERS % ports.size());
    int port = ports.get(index);
    boolean isConsensus = index % 2 == 1;
    // The next time that it is this one's turn at this port, it says something else.
    long turn = number / OUTSIDERS / ports.size();
    switch ((int) (number % OUTSIDERS)) {
      case 0 -> enter(nobody, port, isConsensus);
      case 1 -> enter(stranger, port, isConsensus);
      default -> {
        if (!isConsensus) {
          mallory.say(port, bytes(Saying.values()[(int) (turn % Saying.values().length)]));
        } else if (turn % 2 == 0) {
          mallory.call(port, turn / 2, random(100));
        } else {
          enter(mallory.tls(), port, true);
        }
      }
    }
  }

  /** Sends something after the handshake, in case that nobody minds. */
  private void enter(TlsClient client, int port, boolean isConsensus) throws IOException {
    String[] protocol = isConsensus ? new String[] {"h2"} : new String[0];
    try (Socket socket = client.connect(port, ANSWER_MILLIS, protocol)) {
      socket.getOutputStream().write(isConsensus ? random(1000) : hello);
      socket.getInputStream().read(new byte[4096]);
    }
  }

  private byte[] bytes(Saying saying) throws IOException {
    int somewhere = ThreadLocalRandom.current().nextInt(1, 1 << 16);
    return switch (saying) {
      case HELLO -> Mallory.hello(somewhere);
      case REPLAYED -> hello;
      case TRUNCATED -> Arrays.copyOf(hello, hello.length / 2);
      case OVERSIZED -> Mallory.withFirstWord(somewhere, 1 << 20, random(1 << 15));
      case NEGATIVE -> Mallory.withFirstWord(somewhere, -1, random(100));
      case RANDOM -> Mallory.withFirstWord(somewhere, 100, random(100));
    };
  }

  /** Stops, and tells what was done. */
  Done end() throws InterruptedException {
    ended = true;
    halfOpen.end();
    mallory.end();
    return new Done(
        (System.nanoTime() - start) / 1_000_000,
        connections.get(),
        handshakes.get(),
        halfOpen.largest(),
        mallory.refusedByMembers(),
        mallory.refusedByVoters(),
        mallory.bound(),
        cpuMillis() - cpuBefore);
  }
}
