package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * A token on a ring that rests while nobody wants it: requests run round the ring in one direction
 * to the token, which comes back in the other.
 *
 * <ul>
 *   <li>Paper: A. J. Martin, "Distributed mutual exclusion on a ring of processes", Science of
 *       Computer Programming 5, 1985.
 *   <li>Network: a ring in the order of the nodes' numbers; messages may overtake each other.
 *   <li>Messages per entry: twice the way to the token, N on average; 2 when all want to enter.
 *   <li>Departures: none; messages instead of the paper's communication channels.
 *   <li>Page: docs/algorithms/token-ring-parked.md.
 * </ul>
 *
 * <p>Invariant: there is one token. Whoever wants it, or has been asked for it, has asked its
 * predecessor, unless it has the token itself.
 */
public final class TokenRingParked extends Node<TokenRingParked.Msg> {

  public sealed interface Msg extends Message {}

  /** To the predecessor: send the token this way. */
  public record Request() implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
    }
  }

  /** To the successor: the token. */
  public record Token() implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
    }
  }

  private static final Request REQUEST = new Request();
  private static final Token TOKEN = new Token();

  private final int predecessor;
  private final int successor;

  private boolean hasToken;

  /** Has asked its predecessor, and the token has not come. */
  private boolean hasAsked;

  /** The successor has asked, and the token has not gone there. */
  private boolean isAsked;

  /** Has asked, and is not inside yet. */
  private boolean waiting;

  private boolean inside;

  public TokenRingParked(int self, Setup setup) {
    super(self, setup.n());
    predecessor = (self + n - 1) % n;
    successor = (self + 1) % n;
    hasToken = self == setup.holder();
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new TokenRingParked(self, setup));
  }

  @Override
  public void onRequest() {
    waiting = true;
    serve();
  }

  @Override
  public void onRelease() {
    inside = false;
    serve();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request() -> isAsked = true;
      case Token() -> {
        hasToken = true;
        hasAsked = false;
        if (waiting) {
          letIn();
        }
      }
    }
    serve();
  }

  /** Whoever comes first: the successor, if it has asked, then this node. */
  private void serve() {
    if (hasToken && !inside) {
      if (isAsked) {
        isAsked = false;
        hasToken = false;
        send(successor, TOKEN);
      } else if (waiting) {
        letIn();
      }
    }
    if (!hasToken && !hasAsked && (waiting || isAsked)) {
      hasAsked = true;
      send(predecessor, REQUEST);
    }
  }

  private void letIn() {
    waiting = false;
    inside = true;
    enter();
  }

  @Override
  public int idlePermits() {
    return hasToken && !inside ? 1 : 0;
  }

  @Override
  public void state(State s) {
    hasToken = s.flag("token", hasToken);
    hasAsked = s.flag("asked", hasAsked);
    isAsked = s.flag("isAsked", isAsked);
    waiting = s.flag("waiting", waiting);
    inside = s.flag("inside", inside);
  }
}
