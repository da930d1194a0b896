package dev.baton.cluster.net;

import java.io.BufferedInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.blocks.cs.TcpConnection;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Names are bound to it, and not to the address that the other end gives: what
 * arrives is known by the connection over which it comes.
 */
final class Link extends TcpConnection {

  private static final int STREAM_BUFFER = 8 << 10;

  /** The header of a frame of HTTP/2, in bytes. */
  private static final int HTTP_FRAME = 9;

  /**
   * So many bytes fit into the buffers of a connection although its other end does not read; as
   * long as no more were sent since it was last heard of, a write does not wait.
   */
  static final int PROMPT_BYTES = 32 << 10;

  private final Executor threads;

  /** Where it stands while it is being made, since when; null if the other end has made it. */
  private final @Nullable Map<Link, Long> dialling;

  /** Where the other end listens, by its own account if it has made the connection. */
  private final Endpoint endpoint;

  private final AtomicInteger bytesSinceHeard = new AtomicInteger();
  private final long since = System.nanoTime();

  private volatile long heardAt = since;

  /** The name that is bound to it, or null: then frames over it are dropped. */
  private volatile @Nullable String name;

  /** Why nothing can be read any more; null as long as that is not so. */
  private volatile @Nullable IOException failure;

  /** Whether its other end has said who it is. */
  volatile boolean hasGreeted;

  // Only for the thread of the network.

  /** Whether the other end has bound this process's name. */
  boolean welcomes;

  /** Whether the other end has said that it does not want this process. */
  boolean wasTurnedAway;

  /** Whether its other end was asked who it is. */
  boolean wasCalled;

  long calledAt;

  /** Why its other end was turned away last; empty if it was not. */
  String objection = "";

  /**
   * To another process.
   *
   * @param threads for what may block
   */
  Link(Address to, TcpServer server, Executor threads, Map<Link, Long> dialling) throws Exception {
    super(to, server);
    this.threads = threads;
    this.dialling = dialling;
    endpoint = Endpoint.of(to);
    useLockToSend(true);
  }

  /** From another process: waits for its first word, the address at which it listens. */
  Link(Socket accepted, TcpServer server, Executor threads) throws Exception {
    super(accepted, server);
    this.threads = threads;
    dialling = null;
    endpoint = Endpoint.of(peerAddress());
    useLockToSend(true);
  }

  @Override
  protected void connect(Address to, boolean saysWhere) throws Exception {
    Map<Link, Long> begun = Objects.requireNonNull(dialling);
    begun.put(this, System.nanoTime());
    try {
      super.connect(to, saysWhere);
    } finally {
      begun.remove(this);
    }
  }

  /** What is read, with the connection from which it is. */
  private static final class Input extends DataInputStream {
    private final Link link;

    Input(Link link, InputStream in) {
      super(in);
      this.link = link;
    }
  }

  @Override
  protected DataInputStream createDataInputStream(InputStream in) {
    return new Input(this, new BufferedInputStream(new Watched(in), STREAM_BUFFER));
  }

  /** Over which connection this comes. */
  static Link of(DataInput in) {
    return ((Input) in).link;
  }

  /** The library keeps failures for itself; here they are kept for the log. */
  private final class Watched extends FilterInputStream {

    private boolean isBegun;

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int count = in.read(bytes, offset, length);
        if (!isBegun && count > 0) {
          isBegun = true;
          boolean isOfTls = bytes[offset] == Keys.HANDSHAKE || bytes[offset] == Keys.ALERT;
          if (isOfTls && !(sock instanceof SSLSocket)) {
            throw new Keys.PlainTextException("the other side speaks TLS");
          }
          if (isOfConsensus(bytes, offset, count)) {
            throw new ConsensusPortException();
          }
        }
        return count;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /**
   * Whether these are the first bytes of a server of HTTP/2: a frame of settings, which has a
   * length, the type 4, no flags and no stream. A packet has its version where the flags are.
   */
  private static boolean isOfConsensus(byte[] bytes, int offset, int count) {
    return count >= HTTP_FRAME
        && Arrays.equals(bytes, offset, offset + 2, new byte[2], 0, 2)
        && Arrays.equals(
            bytes, offset + 3, offset + HTTP_FRAME, new byte[] {4, 0, 0, 0, 0, 0}, 0, 6);
  }

  /** What listens there is not a member. */
  static final class ConsensusPortException extends IOException {
    private static final long serialVersionUID = 1;

    ConsensusPortException() {
      super("it is a consensus port, not that of a member, which is usually the one before it");
    }
  }

  Socket socket() {
    return sock;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** From now on the server knows it by an address that nobody can claim or wants to reach. */
  void stepAside() {
    peer_addr = UUID.randomUUID();
  }

  /** Whether this process has made it: then whoever answers is at the address. */
  boolean isDialled() {
    return dialling != null;
  }

  @Nullable String name() {
    return name;
  }

  void bind(@Nullable String bound) {
    name = bound;
  }

  @Nullable IOException failure() {
    return failure;
  }

  boolean isOpen() {
    return isConnected() && !isClosed();
  }

  long heardAt() {
    return heardAt;
  }

  long age(long now) {
    return now - since;
  }

  void heard(long now) {
    heardAt = now;
    if (name != null) {
      bytesSinceHeard.set(0);
    }
  }

  /** Whether so many more bytes can be sent without waiting; if so, they count as sent. */
  boolean isPromptFor(int bytes) {
    return bytesSinceHeard.addAndGet(bytes) <= PROMPT_BYTES;
  }

  /** Ends it without a word, and without waiting. */
  void hangUp() {
    // Closing a connection that is stuck may take long.
    threads.execute(this::closeNow);
  }

  void closeNow() {
    try {
      close(false);
    } catch (IOException e) {
      // It is closed.
    }
  }
}
