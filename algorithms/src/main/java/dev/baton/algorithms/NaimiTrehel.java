package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Path reversal: a request travels from father to father to the last node that asked, and everybody
 * on the way takes the requester for its father.
 *
 * <ul>
 *   <li>Paper: M. Naimi, M. Trehel, A. Arnold, "A log (N) distributed mutual exclusion algorithm
 *       based on path reversal", J. Parallel and Distributed Computing 34(1), 1996.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: H(N − 1), which is ln N + 0.58, on average; at most N.
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/naimi-trehel.md.
 * </ul>
 *
 * <p>Invariant: the fathers form a forest. A root either waits, and is the last of those who do, or
 * has the token; when no REQUEST is under way there is one root. The nodes reached from the token's
 * holder by NEXT are the queue.
 */
public final class NaimiTrehel extends Node<NaimiTrehel.Msg> {

  public sealed interface Msg extends Message {}

  /** Req(k): node k wants to enter; its sender may be another that forwards it. */
  public record Request(int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("k", origin);
    }
  }

  /** Token. */
  public record Token() implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
    }
  }

  private static final Token TOKEN = new Token();

  /** FATHER: where a request goes; nobody at a root. */
  private int father;

  /** NEXT: the node that gets the token after this one. */
  private int next = NONE;

  /** TOKEN_PRESENT. */
  private boolean tokenPresent;

  /** REQUESTING: wants to enter, or is inside. */
  private boolean requesting;

  public NaimiTrehel(int self, Setup setup) {
    super(self, setup.n());
    tokenPresent = self == setup.holder();
    father = tokenPresent ? NONE : setup.holder();
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new NaimiTrehel(self, setup));
  }

  /** The call of the critical section. */
  @Override
  public void onRequest() {
    requesting = true;
    if (father == NONE) {
      assert tokenPresent : "a root that does not request has the token";
      enter();
    } else {
      send(father, new Request(self));
      father = NONE;
    }
  }

  /** The critical section is left. */
  @Override
  public void onRelease() {
    requesting = false;
    if (next != NONE) {
      pass(next);
      next = NONE;
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      // Req(k) is received.
      case Request(int k) -> {
        if (father != NONE) {
          send(father, message);
        } else if (requesting) {
          assert next == NONE : "two are next";
          next = k;
        } else {
          pass(k);
        }
        father = k;
      }
      // Token is received.
      case Token() -> {
        assert requesting && !tokenPresent;
        tokenPresent = true;
        enter();
      }
    }
  }

  private void pass(int to) {
    assert tokenPresent;
    tokenPresent = false;
    send(to, TOKEN);
  }

  @Override
  public int idlePermits() {
    return tokenPresent && !requesting ? 1 : 0;
  }

  @Override
  public void state(State s) {
    father = s.node("FATHER", father);
    next = s.node("NEXT", next);
    tokenPresent = s.flag("TOKEN_PRESENT", tokenPresent);
    requesting = s.flag("REQUESTING", requesting);
  }
}
