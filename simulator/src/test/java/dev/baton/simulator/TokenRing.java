package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** A token that runs around for ever: the smallest algorithm that never becomes quiet. */
final class TokenRing extends Node<TokenRing.Token> {

  record Token() implements Message {
    @Override
    public void show(State s) {
      s.type("TOKEN");
    }

    @Override
    public boolean isPerpetual() {
      return true;
    }
  }

  static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "token-ring";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new TokenRing(i, setup.n(), i == setup.holder());
          }
          return nodes;
        }
      };

  private static final Token TOKEN = new Token();

  private boolean waiting;
  private final boolean starts;

  private TokenRing(int self, int n, boolean starts) {
    super(self, n);
    this.starts = starts;
  }

  @Override
  public void onStart() {
    if (starts) {
      passOn();
    }
  }

  @Override
  public void onRequest() {
    waiting = true;
  }

  @Override
  public void onRelease() {
    passOn();
  }

  @Override
  public void onMessage(int from, Token message) {
    if (waiting) {
      waiting = false;
      enter();
    } else {
      passOn();
    }
  }

  private void passOn() {
    send(self + 1 == n ? 0 : self + 1, TOKEN);
  }

  @Override
  public void state(State s) {
    waiting = s.flag("waiting", waiting);
  }
}
