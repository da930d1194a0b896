package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Call;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.WireException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks another process who it is, over a connection that this process makes for the purpose.
 * Connections between members are made by either side; what is said over this one comes from
 * whoever listens at the place, and with TLS from the owner of the certificate.
 */
public final class Envoy {

  private static final int PATIENCE_MILLIS = 2000;

  /** So many packets may come before the answer. */
  private static final int MOST_PACKETS = 8;

  private final Profile profile;
  private final AdmittedNames admitted;
  private final Guard guard;

  /**
   * @param profile of this process
   * @param admitted whose word counts besides that of the voters
   */
  public Envoy(Profile profile, AdmittedNames admitted, Guard guard) {
    this.profile = profile;
    this.admitted = admitted;
    this.guard = guard;
  }

  /**
   * What whoever listens there says of itself; null if nobody does, or if its word does not count:
   * it is of a cluster with another name, its certificate is not for the name that it gives, or
   * this name may not join. May take seconds.
   */
  public @Nullable Greeting ask(Endpoint there) {
    try (Socket socket = guard.socket()) {
      CompletableFuture.delayedExecutor(2 * PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
          .execute(() -> close(socket));
      socket.bind(new InetSocketAddress(profile.endpoint().address().getIpAddress(), 0));
      socket.connect(
          new InetSocketAddress(there.address().getIpAddress(), there.port()), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (socket instanceof SSLSocket secure) {
        secure.startHandshake();
      }
      call(socket);
      Greeting greeting = answer(new DataInputStream(socket.getInputStream()));
      return greeting != null && counts(socket, there, greeting) ? greeting : null;
    } catch (IOException | WireException e) {
      return null;
    }
  }

  private boolean counts(Socket socket, Endpoint there, Greeting greeting) {
    String cluster = profile.settings().cluster();
    return greeting.cluster().equals(cluster)
        && greeting.endpoint().equals(there)
        && admitted.admit(greeting.name(), profile.settings().voters())
        && guard.objection(socket, cluster, greeting.name()) == null;
  }

  /** As a connection of JGroups begins, which is known by the place that it gives. */
  private static void call(Socket socket) throws IOException {
    IpAddress here = new IpAddress(socket.getLocalAddress(), socket.getLocalPort());
    ByteArrayDataOutputStream first = new ByteArrayDataOutputStream();
    first.write(Connection.cookie, 0, Connection.cookie.length);
    first.writeShort(Version.version);
    first.writeShort(here.serializedSize());
    here.writeTo(first);
    Output packet = new Output();
    PeerNetwork.PACKETS.encode(new Call(), packet);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.write(first.buffer(), 0, first.position());
    out.writeInt(packet.size());
    out.write(packet.array(), 0, packet.size());
    out.flush();
  }

  private static @Nullable Greeting answer(DataInputStream in) throws IOException, WireException {
    for (int i = 0; i < MOST_PACKETS; i++) {
      int length = in.readInt();
      if (length < 0 || length > Sockets.LONGEST_OF_STRANGERS) {
        return null;
      }
      byte[] bytes = new byte[length];
      in.readFully(bytes);
      if (PeerNetwork.PACKETS.decode(new Input().wrap(bytes)) instanceof Hello(Greeting said)) {
        return said;
      }
    }
    return null;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
