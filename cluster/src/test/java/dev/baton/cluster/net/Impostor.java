package dev.baton.cluster.net;

import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;

/** Somebody who says that it listens where another does. */
final class Impostor implements AutoCloseable {

  private final Guard guard;
  private final int claimed;
  private final List<Socket> sockets = new ArrayList<>();

  /**
   * @param keyStore of the tests' certificates; null for one without TLS
   * @param claimed the port at which it says that it listens
   */
  Impostor(String keyStore, int claimed) {
    guard = keyStore == null ? Guard.NONE : Attacker.keys(keyStore);
    this.claimed = claimed;
  }

  /** Says where it listens, and nothing else. */
  Socket connect(int port) throws Exception {
    Socket socket = guard.socket();
    sockets.add(socket);
    socket.setSoTimeout(10_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    // The first word of JGroups.
    IpAddress place = new IpAddress(InetAddress.getByName("127.0.0.1"), claimed);
    out.write(Connection.cookie, 0, Connection.cookie.length);
    out.writeShort(Version.version);
    out.writeShort(place.serializedSize());
    place.writeTo(out);
    out.flush();
    return socket;
  }

  /** Says who it is as well; returns what is said to that, or null if the other end hangs up. */
  Packet introduce(int port, String name, Settings settings) throws Exception {
    return introduce(connect(port), name, settings);
  }

  Packet introduce(Socket socket, String name, Settings settings) throws Exception {
    Endpoint here = new Endpoint("127.0.0.1", claimed);
    Output hello = new Output();
    PeerNetwork.PACKETS.encode(
        new Packet.Hello(new Profile(name, "zone", here, 0, settings).greeting(true)), hello);
    return ask(
        socket,
        hello.toByteArray(),
        it -> it instanceof Packet.TurnedAway || it instanceof Packet.Welcome);
  }

  /** Sends a packet; returns the answer to it, or null if the other end hangs up. */
  static Packet ask(Socket socket, byte[] question, Predicate<Packet> isAnswer) throws Exception {
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    try {
      out.writeInt(question.length);
      out.write(question);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        byte[] bytes = in.readNBytes(in.readInt());
        Packet packet = PeerNetwork.PACKETS.decode(new Input().wrap(bytes, 0, bytes.length));
        if (isAnswer.test(packet)) {
          return packet;
        }
      }
    } catch (EOFException | SocketException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
