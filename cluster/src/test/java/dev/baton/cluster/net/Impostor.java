package dev.baton.cluster.net;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;

/** Somebody who says that it listens where another does. */
final class Impostor implements AutoCloseable {

  private final Guard guard;
  private final int claimed;
  private final List<Socket> sockets = new ArrayList<>();

  Impostor(String keyStore, int claimed) {
    guard = Attacker.keys(keyStore);
    this.claimed = claimed;
  }

  void connect(int port) throws Exception {
    Socket socket = guard.socket();
    sockets.add(socket);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    // The first word of JGroups.
    IpAddress place = new IpAddress(InetAddress.getByName("127.0.0.1"), claimed);
    out.write(Connection.cookie, 0, Connection.cookie.length);
    out.writeShort(Version.version);
    out.writeShort(place.serializedSize());
    place.writeTo(out);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
