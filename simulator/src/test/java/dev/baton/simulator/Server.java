package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** Clients and a server with k permits, which is the last node and no client itself. */
final class Server extends Node<Server.Msg> {

  sealed interface Msg extends Message {}

  record Ask() implements Msg {
    @Override
    public void show(State s) {
      s.type("ASK");
    }
  }

  record Grant(int permit) implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
      s.counter("permit", permit);
    }
  }

  record Return(int permit) implements Msg {
    @Override
    public void show(State s) {
      s.type("RETURN");
      s.counter("permit", permit);
    }
  }

  static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "server";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          Node<?>[] nodes = new Node<?>[setup.n() + 1];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Server(i, nodes.length, i == setup.n() ? setup.permits() : 0);
          }
          return nodes;
        }
      };

  private final int server;
  private final Fifo free = new Fifo();
  private final Fifo queue = new Fifo();
  private int permit;

  private Server(int self, int n, int permits) {
    super(self, n);
    server = n - 1;
    for (int p = 0; p < permits; p++) {
      free.enqueue(p);
    }
  }

  @Override
  public void onRequest() {
    send(server, new Ask());
  }

  @Override
  public void onRelease() {
    send(server, new Return(permit));
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Ask() -> queue.enqueue(from);
      case Return(int p) -> free.enqueue(p);
      case Grant(int p) -> {
        permit = p;
        enter(p);
      }
    }
    if (!queue.isEmpty() && !free.isEmpty()) {
      send(queue.dequeue(), new Grant(free.dequeue()));
    }
  }

  @Override
  public void state(State s) {
    s.nodes("free", free);
    s.nodes("queue", queue);
    permit = s.counter("permit", permit);
  }
}
