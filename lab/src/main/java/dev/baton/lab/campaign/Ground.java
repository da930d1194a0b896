package dev.baton.lab.campaign;

import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Where the processes run, and the network between them. Places are numbered from 1. */
interface Ground extends AutoCloseable {

  /** For people. */
  String name();

  String host(int place);

  int port(int place);

  int consensusPort(int place);

  /** What to write before a command so that it runs there. */
  List<String> command(int place);

  /** Says what happens to packets from one place to another from now on. */
  void rule(int from, int to, LinkRule rule) throws IOException;

  @Override
  void close();

  /** All on one machine without namespaces: nothing happens to packets. */
  final class Loopback implements Ground {

    private final List<Integer> ports;

    Loopback(int places) {
      ports = Stream.generate(FreePorts::next).limit(places).toList();
    }

    @Override
    public String name() {
      return "loopback";
    }

    @Override
    public String host(int place) {
      return "127.0.0.1";
    }

    @Override
    public int port(int place) {
      return ports.get(place - 1);
    }

    @Override
    public int consensusPort(int place) {
      return port(place) + 1;
    }

    @Override
    public List<String> command(int place) {
      return List.of();
    }

    @Override
    public void rule(int from, int to, LinkRule rule) {
      throw new IllegalStateException("There is nothing between members on loopback.");
    }

    @Override
    public void close() {
      // Nothing was made.
    }
  }
}
