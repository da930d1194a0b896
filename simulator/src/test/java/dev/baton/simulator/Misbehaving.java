package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** Breaks the promise of mutual exclusion in one of several ways. */
final class Misbehaving extends Node<Misbehaving.Ping> {

  enum Way {
    /** Lets everyone in at once. */
    ENTERS_AT_ONCE,
    /** Lets somebody in who has not asked. */
    ENTERS_UNASKED,
    /** Lets nobody in. */
    NEVER_ENTERS,
    /** Lets nobody in, while a perpetual message runs around. */
    RUNS_IN_CIRCLES,
    THROWS,
    SENDS_NOWHERE,
    /** Everybody takes the second permit. */
    SHARES_A_PERMIT
  }

  record Ping() implements Message {
    @Override
    public void show(State s) {
      s.type("PING");
    }

    @Override
    public boolean isPerpetual() {
      return true;
    }
  }

  static Algorithm in(Way way) {
    return new Algorithm() {
      @Override
      public String id() {
        return "misbehaving";
      }

      @Override
      public Node<?>[] nodes(Setup setup) {
        Node<?>[] nodes = new Node<?>[setup.n()];
        for (int i = 0; i < nodes.length; i++) {
          nodes[i] = new Misbehaving(i, setup.n(), way);
        }
        return nodes;
      }
    };
  }

  private final Way way;

  private Misbehaving(int self, int n, Way way) {
    super(self, n);
    this.way = way;
  }

  @Override
  public void onStart() {
    if (way == Way.RUNS_IN_CIRCLES && self == 0) {
      send(1, new Ping());
    }
  }

  @Override
  public void onRequest() {
    switch (way) {
      case ENTERS_AT_ONCE -> enter();
      case ENTERS_UNASKED -> send((self + 1) % n, new Ping());
      case NEVER_ENTERS, RUNS_IN_CIRCLES -> {}
      case THROWS -> throw new IllegalStateException("the token is gone");
      case SENDS_NOWHERE -> send(n, new Ping());
      case SHARES_A_PERMIT -> enter(1);
    }
  }

  @Override
  public void onRelease() {}

  @Override
  public void onMessage(int from, Ping message) {
    if (way == Way.RUNS_IN_CIRCLES) {
      send((self + 1) % n, message);
    } else {
      enter();
    }
  }

  @Override
  public void state(State s) {}
}
