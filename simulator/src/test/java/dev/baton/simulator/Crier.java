package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Lets everybody in and makes noise about it, by all means that a node has: for systems with a
 * permit for each. Who arrives is told who is there, and asserts that it is so.
 */
final class Crier extends Node<Crier.Msg> {

  sealed interface Msg extends Message {}

  record Cry(int loudness) implements Msg {
    @Override
    public void show(State s) {
      s.type("CRY");
      s.counter("loudness", loudness);
    }
  }

  record Echo() implements Msg {
    @Override
    public void show(State s) {
      s.type("ECHO");
    }
  }

  static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "crier";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Crier(i, setup.n());
          }
          return nodes;
        }
      };

  static Setup setup(int n, int neighbourhoods, int outside) {
    return new Setup(n, 0, n, Graph.complete(n)).roaming(neighbourhoods, outside);
  }

  private int cries;
  private boolean wants;

  private Crier(int self, int n) {
    super(self, n);
  }

  @Override
  public void onRequest() {
    wants = true;
    broadcast(new Cry(++cries));
    setTimer(0, 2);
    enter();
  }

  @Override
  public void onRelease() {
    wants = false;
    send((self + 1) % n, new Echo());
    send(self, new Echo());
  }

  @Override
  public void onMessage(int from, Msg message) {
    if (message instanceof Cry(int loudness) && loudness % 3 == 0) {
      send(from, new Echo());
    }
  }

  @Override
  public void onTimer(int timer) {
    send((self + 2) % n, new Echo());
  }

  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    for (int j = 0; j < n; j++) {
      if (present[j] >= arrival || j == self && present[j] != 0) {
        throw new IllegalStateException("told of an arrival that is to come");
      }
    }
    broadcast(new Cry(0));
    if (wants) {
      enter();
    }
  }

  @Override
  public void onLeave() {
    broadcast(new Cry(1));
    send(self, new Echo());
    setTimer(1, 1);
  }

  @Override
  public void state(State s) {
    cries = s.counter("cries", cries);
    wants = s.flag("wants", wants);
  }
}
