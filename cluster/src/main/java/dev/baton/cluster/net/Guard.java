package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.wire.Bytes;
import java.util.List;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;

/** Says who one is, and whether others are who they say. */
public sealed interface Guard permits Guard.Insecure, Keys {

  /** Everybody is believed. */
  Guard NONE = new Insecure();

  Hello sign(Greeting greeting);

  /** Null, or what is wrong in a few words. */
  String objection(Hello hello);

  SocketFactory sockets();

  /** Plain sockets, and no signatures. */
  final class Insecure implements Guard {

    private Insecure() {}

    @Override
    public Hello sign(Greeting greeting) {
      return new Hello(greeting, List.of(), Bytes.NONE);
    }

    @Override
    public String objection(Hello hello) {
      return null;
    }

    @Override
    public SocketFactory sockets() {
      DefaultSocketFactory factory = new DefaultSocketFactory();
      factory.setSocketConfigurator(Sockets::limitWaiting);
      return factory;
    }
  }
}
