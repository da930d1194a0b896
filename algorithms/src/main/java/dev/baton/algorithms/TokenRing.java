package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * A token runs round a ring for ever; whoever wants to enter waits until it comes by.
 *
 * <ul>
 *   <li>Paper: G. Le Lann, "Distributed systems: towards a formal approach", IFIP Congress 1977.
 *   <li>Network: a ring in the order of the nodes' numbers; messages may overtake each other.
 *   <li>Messages per entry: 1 when all want to enter; the fewer do, the more, without bound.
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/token-ring.md.
 * </ul>
 *
 * <p>Invariant: there is one token, under way or with the node that is inside.
 */
public final class TokenRing extends Node<TokenRing.Msg> {

  public sealed interface Msg extends Message {}

  /** The token, which moves also if nobody wants it. */
  public record Token() implements Msg {
    @Override
    public boolean isPerpetual() {
      return true;
    }

    @Override
    public void show(State s) {
      s.type("TOKEN");
    }
  }

  private static final Token TOKEN = new Token();

  private final int successor;
  private final boolean isFirst;

  /** Has asked, and is not inside yet. */
  private boolean waiting;

  public TokenRing(int self, Setup setup) {
    super(self, setup.n());
    successor = (self + 1) % n;
    isFirst = self == setup.holder();
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new TokenRing(self, setup));
  }

  @Override
  public void onStart() {
    if (isFirst) {
      pass();
    }
  }

  @Override
  public void onRequest() {
    if (n == 1) {
      enter();
    } else {
      waiting = true;
    }
  }

  @Override
  public void onRelease() {
    pass();
  }

  @Override
  public void onMessage(int from, Msg message) {
    if (waiting) {
      waiting = false;
      enter();
    } else {
      pass();
    }
  }

  /** Alone, a node keeps it. */
  private void pass() {
    if (n > 1) {
      send(successor, TOKEN);
    }
  }

  @Override
  public void state(State s) {
    waiting = s.flag("waiting", waiting);
  }
}
