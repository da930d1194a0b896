package dev.baton.cluster.net;

import java.net.ConnectException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Another process, and what is to be sent to it. Whoever sends does not wait: not for a connection,
 * and not for a receiver that does not read. What does not fit into the queue is dropped, and so is
 * what is for a member, unless the name of this member is bound to the connection.
 */
final class Peer {

  /** A connection's buffer for sending, in bytes. */
  static final int SEND_BUFFER = 4 * Link.PROMPT_BYTES;

  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  private static final int LONGEST_QUEUE = 4096;

  /** A thread that has nothing to write for so long ends. */
  private static final long IDLE_SECONDS = 3;

  /**
   * @param member whom it is for; null if for whoever is there
   */
  private record Queued(@Nullable String member, byte[] bytes) {}

  /** Told why a connection could not be made. */
  interface Failures {
    void failed(Peer peer, Exception e);

    /** Writes a line into the log, and holds nobody up. */
    default void log(Runnable line) {
      line.run();
    }
  }

  private final Endpoint endpoint;
  private final Address address;
  private final Sockets sockets;
  private final Failures failures;
  private final BlockingQueue<Queued> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final ReentrantLock turn = new ReentrantLock();

  /** The thread that writes what could not be written at once; null if there was nothing lately. */
  private final AtomicReference<@Nullable Thread> sender = new AtomicReference<>();

  private final long since;

  /** The newest connection to which a name was bound; null before the first. */
  private volatile @Nullable Link link;

  private volatile String failure = "no answer";

  /** Whether that says what to do about it. */
  private volatile boolean isTelling;

  private volatile boolean closed;

  // Only for the thread of the network.

  /** What it said of itself last, or null. */
  @Nullable Greeting greeting;

  long calledAt;

  Peer(Endpoint endpoint, Sockets sockets, Failures failures, long now) {
    this.endpoint = endpoint;
    this.sockets = sockets;
    this.failures = failures;
    address = endpoint.address();
    since = now;
    calledAt = now - Long.MAX_VALUE / 2;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Address address() {
    return address;
  }

  /** Its connection, if it has an open one that has a name; else null. */
  @Nullable Link link() {
    Link current = link;
    return current != null && current.name() != null && current.isOpen() ? current : null;
  }

  /** The name that is bound to its connection, or null. */
  @Nullable String name() {
    Link current = link();
    return current == null ? null : current.name();
  }

  /** A name was bound to this connection. */
  void use(Link bound) {
    link = bound;
    isTelling = false;
  }

  long heardAt() {
    Link current = link;
    return current == null ? since : current.heardAt();
  }

  /** Why nothing could be sent last. */
  String failure() {
    return failure;
  }

  /** Sends to a member if its name is bound to the connection at this moment. */
  boolean send(String member, byte[] bytes, int size) {
    Link current = link();
    if (current == null || !member.equals(current.name())) {
      return false;
    }
    if (queue.isEmpty() && current.isPromptFor(size) && turn.tryLock()) {
      try {
        // Not by way of the server, which would make a new connection if this one is closed.
        current.send(bytes, 0, size);
        return true;
      } catch (Exception e) {
        lost(e);
        return true;
      } finally {
        turn.unlock();
      }
    }
    return offer(new Queued(member, Arrays.copyOf(bytes, size)));
  }

  /** Sends to whoever is there, over a new connection if need be; but not behind others. */
  boolean call(byte[] bytes, int size) {
    return queue.isEmpty() && offer(new Queued(null, Arrays.copyOf(bytes, size)));
  }

  private boolean offer(Queued next) {
    boolean isQueued = queue.offer(next);
    awakeSender();
    return isQueued;
  }

  /** There is somebody to write what is queued: who ends looks once more after it has said so. */
  private void awakeSender() {
    if (sender.get() == null && !queue.isEmpty() && !closed) {
      Thread fresh = Thread.ofPlatform().daemon().name("baton-to-" + endpoint).unstarted(this::run);
      if (sender.compareAndSet(null, fresh)) {
        try {
          fresh.start();
        } catch (OutOfMemoryError e) {
          // There is no memory for a thread: whoever sends next tries again.
          sender.set(null);
          complain(e);
        }
      }
    }
  }

  private void run() {
    try {
      writeAll();
    } finally {
      sender.set(null);
      awakeSender();
    }
  }

  private void writeAll() {
    while (!closed) {
      try {
        Queued next = queue.poll(IDLE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
          return;
        }
        turn.lock();
        try {
          write(next);
        } finally {
          turn.unlock();
        }
      } catch (InterruptedException e) {
        // It was closed.
        return;
      } catch (RuntimeException | Error e) {
        // No memory, say: the frame is lost, as any may be, and the next one may get through.
        complain(e);
      }
    }
  }

  /** Says what can be said; the thread goes on in any case. */
  private void complain(Throwable e) {
    try {
      failure = e.toString();
      failures.log(() -> LOG.error("A frame to {} was not sent.", endpoint, e));
    } catch (RuntimeException | Error again) {
      failure = "no memory";
    }
  }

  private void write(Queued next) {
    try {
      if (next.member == null) {
        sockets.send(address, next.bytes);
        return;
      }
      Link current = link();
      if (current != null && next.member.equals(current.name())) {
        current.send(next.bytes, 0, next.bytes.length);
      }
    } catch (Exception e) {
      lost(e);
      if (next.member == null && !closed) {
        failures.failed(this, e);
      }
    }
  }

  /** What was sent is lost, as any frame may be; the next call opens a new connection. */
  private void lost(Exception e) {
    explain(e);
  }

  /**
   * A connection to it came to nothing. Who is refused may hear the reason once, and then only that
   * the connection is gone: the reason stays.
   */
  void explain(Exception e) {
    Refused why = sockets.refusal(e);
    if (isTelling && !why.isTelling() && !(e instanceof ConnectException)) {
      return;
    }
    isTelling = why.isTelling();
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    failure =
        e instanceof SSLException || why == Refused.NO_TLS ? why.text() + " (" + text + ")" : text;
  }

  /** It has answered, and is not taken for a member. */
  void turnedAway(String objection) {
    isTelling = true;
    failure = objection;
  }

  void close() {
    closed = true;
    Thread writing = sender.get();
    if (writing != null) {
      writing.interrupt();
    }
    Link current = link;
    if (current != null) {
      current.hangUp();
    }
  }
}
