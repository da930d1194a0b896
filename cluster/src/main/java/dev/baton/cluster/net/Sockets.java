package dev.baton.cluster.net;

import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.WireException;
import java.io.DataInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.BiConsumer;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.blocks.cs.Receiver;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.SocketFactory;

/**
 * The sockets: JGroups' server for TCP, set up for short messages that must not wait. What arrives
 * is read on the thread of its connection.
 */
final class Sockets implements Receiver, ConnectionListener, AutoCloseable {

  private static final int STREAM_BUFFER = 8 << 10;
  private static final int CONNECT_MILLIS = 2000;
  private static final int FIRST_WORD_MILLIS = 1000;

  private final TcpServer server;
  private final BiConsumer<Address, Packet> arrived;
  private final BiConsumer<Endpoint, Connection> connected;

  /**
   * Listens at an endpoint; nothing is read before {@link #start}.
   *
   * @param arrived told what comes from where; null for what cannot be read
   * @param connected told of every new connection, before anything comes over it
   */
  Sockets(
      Endpoint here,
      SocketFactory sockets,
      BiConsumer<Address, Packet> arrived,
      BiConsumer<Endpoint, Connection> connected) {
    this.arrived = arrived;
    this.connected = connected;
    InetAddress bind = here.address().getIpAddress();
    try {
      server =
          new TcpServer(
              new DefaultThreadFactory("baton", true),
              sockets,
              bind,
              here.port(),
              here.port(),
              null,
              0,
              0);
    } catch (Exception e) {
      throw new IllegalStateException(
          "Cannot listen at "
              + here
              + ": check that the address belongs to this machine and that the port is free.",
          e);
    }
    // Connections break; whoever sends sees it, and says so if it matters.
    server.log(new NoopLogImpl());
    server
        .setBufferedInputStreamSize(STREAM_BUFFER)
        .setBufferedOutputStreamSize(STREAM_BUFFER)
        .peerAddressReadTimeout(FIRST_WORD_MILLIS)
        .useLockToSend(true);
    server
        .usePeerConnections(true)
        .clientBindAddress(bind)
        .socketConnectionTimeout(CONNECT_MILLIS)
        .tcpNodelay(true)
        .sendBufferSize(Peer.SEND_BUFFER)
        .setMaxLength(Codec.LARGEST)
        .receiver(this)
        .addConnectionListener(this);
  }

  void start() {
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException("Cannot start the network: " + e.getMessage() + ".", e);
    }
  }

  /** Bounds how long a socket waits for bytes, above all in the handshake of TLS. */
  static void limitWaiting(Socket socket) {
    try {
      socket.setSoTimeout((int) (PeerNetwork.DEAD / 1_000_000));
    } catch (SocketException e) {
      throw new IllegalStateException("A socket has no time-out.", e);
    }
  }

  TcpServer server() {
    return server;
  }

  @Override
  public void receive(Address sender, byte[] bytes, int offset, int length) {
    arrived.accept(sender, read(bytes, offset, length));
  }

  @Override
  public void receive(Address sender, DataInput in, int length) throws IOException {
    if (length < 0) {
      throw new IOException("A packet has no negative length.");
    }
    // The server has compared the length with the largest that there is.
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    receive(sender, bytes, 0, length);
  }

  private static Packet read(byte[] bytes, int offset, int length) {
    try {
      return PeerNetwork.PACKETS.decode(new Input().wrap(bytes, offset, offset + length));
    } catch (WireException e) {
      return null;
    }
  }

  @Override
  public void connectionEstablished(Connection connection) {
    connected.accept(Endpoint.of(connection.peerAddress()), connection);
  }

  @Override
  public void connectionClosed(Connection connection) {}

  @Override
  public void close() {
    server.forAllConnections((to, connection) -> Peer.close(connection));
    server.stop();
  }
}
