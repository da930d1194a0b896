package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Asks all others and waits for all their answers, as Ricart and Agrawala do: 2(n − 1) messages.
 */
final class AskEveryone extends Node<AskEveryone.Msg> {

  sealed interface Msg extends Message {}

  record Request(int time) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("time", time);
    }
  }

  record Reply() implements Msg {
    @Override
    public void show(State s) {
      s.type("REPLY");
    }
  }

  static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "ask-everyone";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new AskEveryone(i, setup.n());
          }
          return nodes;
        }
      };

  private static final Reply REPLY = new Reply();

  private int highest;

  /** The time of the own request, 0 if there is none. */
  private int asked;

  private int missing;

  /** Null until the first is deferred: most nodes of a large quiet system never need it. */
  private NodeSet deferred;

  private AskEveryone(int self, int n) {
    super(self, n);
  }

  @Override
  public void onRequest() {
    asked = ++highest;
    missing = n - 1;
    broadcast(new Request(asked));
    if (missing == 0) {
      enter();
    }
  }

  @Override
  public void onRelease() {
    asked = 0;
    if (deferred != null) {
      for (int j = deferred.next(0); j != NONE; j = deferred.next(j + 1)) {
        send(j, REPLY);
      }
      deferred.clear();
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int time) -> {
        highest = Math.max(highest, time);
        if (asked > 0 && (asked < time || asked == time && self < from)) {
          deferred = deferred == null ? new NodeSet(n) : deferred;
          deferred.add(from);
        } else {
          send(from, REPLY);
        }
      }
      case Reply() -> {
        if (--missing == 0) {
          enter();
        }
      }
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    asked = s.clock("asked", asked);
    missing = s.counter("missing", missing);
  }
}
