package dev.baton.cluster.net;

import dev.baton.cluster.thread.SpareThreads;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.WireException;
import java.io.DataInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.blocks.cs.Receiver;
import org.jgroups.blocks.cs.TcpConnection;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets: JGroups' server for TCP, set up for short messages that must not wait. Connections
 * from others are accepted here, and reach the server when the other end has shown who it is. What
 * arrives is read on the thread of its connection.
 */
final class Sockets implements Receiver, ConnectionListener, AutoCloseable {

  /** What happens on them. */
  interface Events {
    /**
     * @param packet null if what has come is none
     * @param bytes how long it was
     */
    void arrived(Link from, @Nullable Packet packet, int bytes);

    /** Whether members are known to be at this address. */
    default boolean isFamiliar(InetAddress address) {
      return false;
    }

    /**
     * Whether this connection's certificate is that of somebody who may join; always without TLS.
     */
    default boolean mayJoin(Link link) {
      return true;
    }

    /** A new connection, before anything comes over it. */
    void connected(Link link);

    void closed(Link link);

    void refused(String who, Refused why, String detail);

    /** Writes a line into the log, and holds nobody up. */
    default void log(Runnable line) {
      line.run();
    }
  }

  /** The longest packet over a connection that has no name yet. */
  static final int LONGEST_OF_STRANGERS = 64 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);
  private static final int CONNECT_MILLIS = 2000;
  private static final int FIRST_WORD_MILLIS = 1000;
  private static final int BACKLOG = 512;
  private static final int STREAM_BUFFER = 8 << 10;

  /** How long only a connection of our own counts, when two say that they are at one address. */
  private static final long CONTEST = 5_000_000_000L;

  /**
   * So many threads of the platform at most accept and close connections; beyond these they are
   * virtual, so that somebody who opens many connections does not get as many threads.
   */
  private static final int MOST_THREADS = 64;

  private final Guard guard;
  private final Events events;

  /** While the application's virtual threads compute, connections come and go all the same. */
  private final Executor threads = new SpareThreads("baton-connection", MOST_THREADS);

  private final Factory factory = new Factory();
  private final Server server;
  private final Handshakes handshakes;

  /** Connections that are being made, since when. */
  private final Map<Link, Long> dialling = new ConcurrentHashMap<>();

  /** Addresses that two have given as theirs, since when. */
  private final Map<Address, Long> contested = new ConcurrentHashMap<>();

  /** The name that was shown at an address when it was last called. */
  private final Map<Address, String> answered = new ConcurrentHashMap<>();

  /** Listens at an endpoint; nothing is read before {@link #start}. */
  Sockets(Endpoint here, Guard guard, Events events) {
    this.guard = guard;
    this.events = events;
    handshakes = new Handshakes(new Accepted(), threads);
    InetAddress bind = here.address().getIpAddress();
    try {
      server = new Server(factory, bind, here.port());
      // Connections break; whoever sends sees it, and says so if it matters.
      server.log(new NoopLogImpl());
      server
          .setBufferedOutputStreamSize(STREAM_BUFFER)
          .peerAddressReadTimeout(FIRST_WORD_MILLIS)
          .useLockToSend(true);
      server
          .usePeerConnections(true)
          .clientBindAddress(bind)
          .socketConnectionTimeout(CONNECT_MILLIS)
          .tcpNodelay(true)
          .sendBufferSize(Peer.SEND_BUFFER)
          .receiver(this)
          .addConnectionListener(this);
    } catch (Exception e) {
      factory.leavePort();
      throw new IllegalStateException(
          "Cannot listen at "
              + here
              + ": check that the address belongs to this machine and that the port is free.",
          e);
    } catch (Error e) {
      factory.leavePort();
      throw e;
    }
  }

  /** JGroups' server, with our own way to accept. */
  private final class Server extends TcpServer {

    Server(Factory factory, InetAddress bind, int port) throws Exception {
      super(new DefaultThreadFactory("baton", true), factory, bind, port, port, null, 0, 0);
      acceptor = Thread.ofPlatform().daemon().name("baton-accept").unstarted(this::accept);
    }

    @Override
    protected TcpConnection createConnection(Address to) throws Exception {
      return new Link(to, this, threads, dialling);
    }

    private void accept() {
      while (!srv_sock.isClosed()) {
        try {
          handshakes.begin(srv_sock.accept());
        } catch (IOException | RuntimeException | Error e) {
          // Accepting goes on whatever happens: there may be too many files, or no memory.
          if (!srv_sock.isClosed()) {
            complain("A connection could not be accepted.", e);
            LockSupport.parkNanos(this, 50_000_000);
          }
        }
      }
    }

    @Nullable Link current(Address address) {
      Connection connection = conns.get(address);
      return connection instanceof Link link && link.isOpen() ? link : null;
    }

    /** The server keeps a lock for every address that was ever given. */
    void forget(Address address) {
      if (!conns.containsKey(address)) {
        locks.remove(address);
      }
    }
  }

  private final class Factory extends DefaultSocketFactory {

    /** Known here from before it has the port: the server may not come to be. */
    private @Nullable ServerSocket listening;

    void leavePort() {
      try {
        if (listening != null) {
          listening.close();
        }
      } catch (IOException e) {
        // It is closed.
      }
    }

    @Override
    public Socket createSocket(String service) throws IOException {
      Socket socket = guard.socket();
      socket.setSoTimeout((int) (PeerNetwork.DEAD / 1_000_000));
      return socket;
    }

    /** TLS begins after a connection was accepted. */
    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
      ServerSocket made =
          new ServerSocket() {
            @Override
            public void bind(SocketAddress where, int backlog) throws IOException {
              super.bind(where, BACKLOG);
            }
          };
      listening = made;
      return made;
    }
  }

  /** Connections from others. */
  private final class Accepted implements Handshakes.Next {

    @Override
    public void finish(Socket socket, Runnable spoken) throws Exception {
      socket.setSoTimeout((int) (PeerNetwork.DEAD / 1_000_000));
      try {
        admit(new Link(guard.secure(socket, spoken), server, threads));
      } catch (Keys.PlainTextException e) {
        explain(socket);
        throw e;
      }
    }

    /** Waits until the other end has hung up: what is unread would undo what was written. */
    private void explain(Socket socket) {
      try {
        socket.getOutputStream().write(guard.wordToForeigners());
        socket.shutdownOutput();
        socket.getInputStream().readNBytes(LONGEST_OF_STRANGERS);
      } catch (IOException e) {
        // It does not want to know.
      }
    }

    @Override
    public boolean isFamiliar(InetAddress address) {
      return events.isFamiliar(address);
    }

    @Override
    public void failed(Socket socket, Exception failure) {
      Refused why = guard.refusal(failure);
      // Of two that call each other at once one hangs up, as soon as it has got the other's call.
      if (why != Refused.HUNG_UP || !isCalled(socket.getInetAddress())) {
        refused(socket, why, String.valueOf(failure.getMessage()));
      }
    }

    @Override
    public void refused(Socket socket, Refused why, String detail) {
      events.refused("from " + socket.getInetAddress().getHostAddress(), why, detail);
    }

    @Override
    public void broken(Throwable why) {
      complain("A connection from another process came to nothing.", why);
    }
  }

  /** Says what can be said; the thread goes on in any case. */
  private void complain(String what, Throwable e) {
    try {
      events.log(() -> LOG.error(what, e));
    } catch (RuntimeException | Error again) {
      // There is no memory for a line either.
    }
  }

  /**
   * Hands a connection on to the server, which knows it by the address that its other end gives.
   * With TLS nobody gets the place of another. Who may not join gets none, and is only listened to
   * until it is turned away. Where two that may join say that they are at one address, the one that
   * answers there has it.
   */
  private void admit(Link link) throws Exception {
    if (!events.mayJoin(link)) {
      link.stepAside();
    } else if (isDisputed(link)) {
      link.hangUp();
      events.refused(
          "'" + shownName(link) + "' from " + link.socket().getInetAddress().getHostAddress(),
          Refused.PLACE_TAKEN,
          link.endpoint().toString());
      return;
    }
    server.handleIncomingConnection(link.peerAddress(), link);
  }

  /** Whether another is, or may be, at the address that a new connection gives. */
  private boolean isDisputed(Link link) {
    Address claimed = link.peerAddress();
    long now = System.nanoTime();
    Link current = server.current(claimed);
    if (current != null && !shownName(current).equals(shownName(link))) {
      if (!hasAnswered(current)) {
        contested.put(claimed, now);
        current.hangUp();
      }
      return true;
    }
    Long since = contested.get(claimed);
    return since != null && now - since < CONTEST && !hasAnswered(link);
  }

  /** Whether this name has answered at the address when it was called, now or earlier. */
  private boolean hasAnswered(Link link) {
    return link.isDialled() || shownName(link).equals(answered.get(link.peerAddress()));
  }

  /** Whether somebody there is being called, or has been. */
  private boolean isCalled(InetAddress there) {
    return Stream.concat(
            dialling.keySet().stream().map(Link::peerAddress), answered.keySet().stream())
        .anyMatch(it -> it instanceof IpAddress address && there.equals(address.getIpAddress()));
  }

  private String shownName(Link link) {
    return guard.shownName(link.socket());
  }

  void start() {
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException("Cannot start the network: " + e.getMessage() + ".", e);
    }
  }

  /** Gives up what takes too long. */
  void expire(long now) {
    handshakes.expire(now);
    dialling.forEach(
        (link, since) -> {
          if (now - since > Handshakes.LONGEST) {
            link.hangUp();
          }
        });
    contested.values().removeIf(since -> now - since >= CONTEST);
  }

  /** Sends over the connection to this address, and makes one if there is none; may wait. */
  void send(Address to, byte[] bytes) throws Exception {
    server.send(to, bytes, 0, bytes.length);
  }

  /** There is nothing to keep about an address any more. */
  void forget(Address address) {
    server.forget(address);
    answered.remove(address);
  }

  Refused refusal(Exception failure) {
    return guard.refusal(failure);
  }

  /** How many connections have not shown yet who they are. */
  int unfinished() {
    return handshakes.size();
  }

  @Override
  public void receive(Address sender, byte[] bytes, int offset, int length) {
    throw new AssertionError("everything is read from a stream");
  }

  @Override
  public void receive(Address sender, DataInput in, int length) throws IOException {
    Link link = Link.of(in);
    boolean isStranger = link.name() == null;
    if (length < 0 || length > (isStranger ? LONGEST_OF_STRANGERS : Codec.LARGEST)) {
      if (isStranger) {
        events.refused("from " + link.endpoint(), Refused.TOO_LONG, length + " bytes");
      }
      throw new IOException("A packet has " + length + " bytes.");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    events.arrived(link, read(bytes), length);
  }

  private static @Nullable Packet read(byte[] bytes) {
    try {
      return PeerNetwork.PACKETS.decode(new Input().wrap(bytes, 0, bytes.length));
    } catch (WireException e) {
      return null;
    }
  }

  @Override
  public void connectionEstablished(Connection connection) {
    Link link = (Link) connection;
    if (link.isDialled()) {
      answered.put(link.peerAddress(), shownName(link));
    }
    events.connected(link);
  }

  @Override
  public void connectionClosed(Connection connection) {
    events.closed((Link) connection);
  }

  @Override
  public void close() {
    // First: others want the port, and there may be no memory for the rest. Also if the server was
    // never started, when stopping does nothing.
    factory.leavePort();
    try {
      server.forAllConnections((to, connection) -> ((Link) connection).closeNow());
    } finally {
      try {
        server.stop();
      } finally {
        handshakes.close();
      }
    }
  }
}
