package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;

/**
 * Whoever wants to enter sends a token of its own once round a ring, and enters when it is back; on
 * its way it is held by those who asked before.
 *
 * <ul>
 *   <li>Paper: Md. A. Razzaque, C. S. Hong, "Multi-token distributed mutual exclusion algorithm",
 *       AINA 2008, as the survey of the info-based algorithm describes it.
 *   <li>Network: a ring in the order of the nodes' numbers; messages may overtake each other.
 *   <li>Messages per entry: N.
 *   <li>Departures: see docs/algorithms/multi-token-ring.md; what a sequence number is was left
 *       open.
 *   <li>Page: docs/algorithms/multi-token-ring.md.
 * </ul>
 *
 * <p>A token is a permission of everybody whom it has passed: in effect this is the algorithm of
 * Ricart and Agrawala, asked in turn instead of all at once.
 */
public final class MultiTokenRing extends Node<MultiTokenRing.Msg> {

  public sealed interface Msg extends Message {}

  /** token(SN, i). */
  public record Token(int sn, int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.clock("SN", sn);
      s.node("i", origin);
    }

    private Timestamp stamp() {
      return new Timestamp(sn, origin);
    }
  }

  private final int successor;

  /** The highest SN seen. */
  private int highest = 1;

  /** This node's token, from its request to its exit; else null. */
  private Timestamp own;

  /** For each node the SN of its token that is held here, or 0. */
  private final int[] heldSn;

  /** Whose tokens are held here, in the order of their arrival. */
  private final Fifo held = new Fifo();

  public MultiTokenRing(int self, int n) {
    super(self, n);
    successor = (self + 1) % n;
    heldSn = new int[n];
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new MultiTokenRing(self, setup.n()));
  }

  @Override
  public void onRequest() {
    highest++;
    own = new Timestamp(highest, self);
    if (n == 1) {
      enter();
    } else {
      send(successor, new Token(highest, self));
    }
  }

  @Override
  public void onRelease() {
    own = null;
    while (!held.isEmpty()) {
      int origin = held.dequeue();
      send(successor, new Token(heldSn[origin], origin));
      heldSn[origin] = 0;
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    Token token = (Token) message;
    highest = Math.max(highest, token.sn);
    if (token.origin == self) {
      enter();
    } else if (own != null && own.isBefore(token.stamp())) {
      held.enqueue(token.origin);
      heldSn[token.origin] = token.sn;
    } else {
      send(successor, token);
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    own = s.timestamp("own", own);
    s.nodes("held", held);
    s.clocks("heldSN", heldSn);
  }
}
