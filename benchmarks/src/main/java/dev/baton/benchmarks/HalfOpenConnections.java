package dev.baton.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Many connections on which nothing happens, or a byte of a handshake now and then. Those that the
 * other end closes are replaced by new ones.
 */
final class HalfOpenConnections {

  static final int MOST = 2000;

  /** So many are opened in a second, at most. */
  static final int OPENED_PER_SECOND = 200;

  /** One in so many sends a byte a second; the others are silent. */
  static final int SLOW_SENDERS = 4;

  private static final int CONNECT_MILLIS = 1000;
  private static final int ROUND_MILLIS = 1000;

  /** One of them, with what it has yet to send; null if it is silent. */
  private record Held(SocketChannel channel, ByteBuffer left) {}

  private final List<Integer> ports;
  private final byte[] handshake;
  private final List<Held> all = new ArrayList<>();
  private final Thread thread;
  private volatile boolean ended;
  private volatile int largest;
  private long opened;

  /**
   * @param handshake the first bytes of one, for those that send slowly
   */
  HalfOpenConnections(List<Integer> ports, byte[] handshake) {
    this.ports = ports;
    this.handshake = handshake;
    thread = Thread.ofPlatform().daemon().start(this::run);
  }

  /** How many there were at the same time, at most. */
  int largest() {
    return largest;
  }

  private void run() {
    try {
      while (!ended) {
        long start = System.nanoTime();
        lookAfterAll();
        for (int i = 0; i < OPENED_PER_SECOND && all.size() < MOST && !ended; i++) {
          open();
        }
        largest = Math.max(largest, all.size());
        long left = ROUND_MILLIS - (System.nanoTime() - start) / 1_000_000;
        Thread.sleep(Math.max(0, left));
      }
    } catch (InterruptedException e) {
      // It is over.
    } finally {
      all.forEach(each -> close(each.channel));
    }
  }

  private void open() {
    int port = ports.get((int) (opened % ports.size()));
    boolean isSlow = opened / ports.size() % SLOW_SENDERS == 0;
    opened++;
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      channel
          .socket()
          .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      channel.configureBlocking(false);
      all.add(new Held(channel, isSlow ? ByteBuffer.wrap(handshake) : null));
    } catch (IOException e) {
      close(channel);
    }
  }

  /** Sends what is due, and forgets those that were closed. */
  private void lookAfterAll() {
    ByteBuffer read = ByteBuffer.allocate(1024);
    for (Iterator<Held> each = all.iterator(); each.hasNext(); ) {
      Held held = each.next();
      try {
        if (held.left != null && held.left.hasRemaining()) {
          ByteBuffer next = held.left.slice(held.left.position(), 1);
          held.left.position(held.left.position() + held.channel.write(next));
        }
        if (held.channel.read(read.clear()) >= 0) {
          continue;
        }
      } catch (IOException e) {
        // It was closed.
      }
      close(held.channel);
      each.remove();
    }
  }

  private static void close(SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  void end() throws InterruptedException {
    ended = true;
    thread.interrupt();
    thread.join();
  }
}
