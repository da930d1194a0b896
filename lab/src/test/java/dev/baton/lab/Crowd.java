package dev.baton.lab;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** Nodes that roam and greet, and enter at once; for systems with a permit for each. */
public final class Crowd extends Node<Crowd.Hello> {

  record Hello() implements Message {
    @Override
    public void show(State s) {
      s.type("HELLO");
    }
  }

  public static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "crowd";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Crowd(i, setup.n());
          }
          return nodes;
        }
      };

  public static Setup setup(int n) {
    return new Setup(n, 0, n, Graph.complete(n));
  }

  private boolean wants;

  private Crowd(int self, int n) {
    super(self, n);
  }

  @Override
  public void onRequest() {
    wants = true;
    broadcast(new Hello());
    enter();
  }

  @Override
  public void onRelease() {
    wants = false;
    send((self + 1) % n, new Hello());
  }

  @Override
  public void onMessage(int from, Hello hello) {}

  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    broadcast(new Hello());
    if (wants) {
      enter();
    }
  }

  @Override
  public void onLeave() {}

  @Override
  public void state(State s) {
    wants = s.flag("wants", wants);
  }
}
