package dev.baton.cluster.net;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.TcpServer;

/**
 * Another process, and what is to be sent to it. Whoever sends does not wait: not for a connection,
 * and not for a receiver that does not read. What does not fit into the queue is dropped.
 */
final class Peer {

  /**
   * So many bytes fit into the buffers of a connection although its other end does not read; as
   * long as no more were sent since it was last heard of, a write does not wait.
   */
  private static final int PROMPT_BYTES = 32 << 10;

  /** A connection's buffer for sending, in bytes. */
  static final int SEND_BUFFER = 4 * PROMPT_BYTES;

  private static final int LONGEST_QUEUE = 4096;

  private final Endpoint endpoint;
  private final Address address;
  private final TcpServer server;
  private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final ReentrantLock turn = new ReentrantLock();
  private final AtomicInteger bytesSinceHeard = new AtomicInteger();
  private final Thread sender;

  /** The name that is bound to the connection, or null: then its frames are dropped. */
  private volatile String name;

  private volatile long heardAt;

  /** The newest connection; null before the first. */
  private volatile Connection connection;

  private volatile long connectedAt;
  private volatile String failure = "no answer";
  private volatile boolean closed;

  // Only for the thread of the network.

  /** What it said of itself last, or null. */
  Greeting greeting;

  /** Whether it has bound this process's name. */
  boolean welcomes;

  /** Why it was turned away last, or null. */
  String objection;

  long calledAt;

  Peer(Endpoint endpoint, TcpServer server, long now) {
    this.endpoint = endpoint;
    this.server = server;
    address = endpoint.address();
    heardAt = now;
    connectedAt = now;
    calledAt = now - Long.MAX_VALUE / 2;
    sender = Thread.ofPlatform().daemon().name("baton-to-" + endpoint).unstarted(this::run);
    sender.start();
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Address address() {
    return address;
  }

  String name() {
    return name;
  }

  void bind(String bound) {
    name = bound;
  }

  long heardAt() {
    return heardAt;
  }

  void heard(long now) {
    heardAt = now;
    bytesSinceHeard.set(0);
  }

  /** Whoever is at the other end of a new connection must say its name first. */
  void connected(long now, Connection fresh) {
    name = null;
    connection = fresh;
    connectedAt = now;
    bytesSinceHeard.set(0);
  }

  /** How long nothing has come, although there is a connection. */
  long silentFor(long now) {
    return isConnected() ? Math.min(now - heardAt, now - connectedAt) : 0;
  }

  /** Why nothing could be sent last. */
  String failure() {
    return failure;
  }

  private boolean isConnected() {
    Connection current = connection;
    return current != null && current.isConnected() && !current.isClosed();
  }

  /** Sends at once if that cannot take long; else what is sent is copied. */
  boolean send(byte[] bytes, int size) {
    if (queue.isEmpty()
        && isConnected()
        && bytesSinceHeard.addAndGet(size) <= PROMPT_BYTES
        && turn.tryLock()) {
      try {
        // Not by way of the server, which would make a new connection if this one is closed.
        connection.send(bytes, 0, size);
        return true;
      } catch (Exception e) {
        lost(e);
        return true;
      } finally {
        turn.unlock();
      }
    }
    return queue.offer(Arrays.copyOf(bytes, size));
  }

  private void run() {
    try {
      while (!closed) {
        byte[] bytes = queue.take();
        turn.lock();
        try {
          write(bytes);
        } finally {
          turn.unlock();
        }
      }
    } catch (InterruptedException e) {
      // It was closed.
    }
  }

  private void write(byte[] bytes) {
    try {
      server.send(address, bytes, 0, bytes.length);
    } catch (Exception e) {
      lost(e);
    }
  }

  /** What was sent is lost, as any frame may be; the next one opens a new connection. */
  private void lost(Exception e) {
    failure = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Ends the connection without a word; the next frame opens another. */
  void disconnect() {
    Connection current = connection;
    if (current != null) {
      // Closing a connection that is stuck may take long, too.
      Thread.ofVirtual().start(() -> close(current));
    }
  }

  static void close(Connection connection) {
    try {
      connection.close(false);
    } catch (IOException e) {
      // It is closed.
    }
  }

  void close() {
    closed = true;
    name = null;
    sender.interrupt();
    disconnect();
  }
}
