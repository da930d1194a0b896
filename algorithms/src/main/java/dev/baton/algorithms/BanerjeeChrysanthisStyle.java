package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * An arbiter collects requests into a list; the token goes down the list, and the last of it is the
 * next arbiter, of which everybody is told.
 *
 * <ul>
 *   <li>Paper: S. Banerjee, P. K. Chrysanthis, "A new token passing distributed mutual exclusion
 *       algorithm", ICDCS 1996, from its abstract and descriptions.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 at the arbiter, else N + 1 for one alone; 3 when all want to enter.
 *   <li>Departures: the arbiter collects until it has left and somebody has asked, instead of for a
 *       fixed time; NEW-ARBITER has a number; no recovery of a lost token.
 *   <li>Page: docs/algorithms/banerjee-chrysanthis-style.md.
 * </ul>
 *
 * <p>Invariant: the token has the highest number there is, and the last of its list is the arbiter.
 * The arbiter does not change while the list is not empty.
 */
public final class BanerjeeChrysanthisStyle extends Node<BanerjeeChrysanthisStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** A node wants to enter; its sender may be another that forwards it. */
  public record Request(int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("origin", origin);
    }
  }

  /** NEW-ARBITER: who collects from now on; the higher number is the later. */
  public record NewArbiter(int arbiter, int number) implements Msg {
    @Override
    public void show(State s) {
      s.type("NEW_ARBITER");
      s.node("arbiter", arbiter);
      s.counter("number", number);
    }
  }

  /** The token, and Q: the nodes that get it after its receiver. */
  public record Token(Ints q, int number) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.nodes("Q", q);
      s.counter("number", number);
    }
  }

  /** The arbiter, as far as this node knows. */
  private int arbiter;

  /** How many arbiters there were before that one. */
  private int number;

  /** What the arbiter has collected. */
  private final Fifo collected = new Fifo();

  /** The token while it is here, else null. */
  private Token token;

  private boolean inside;

  public BanerjeeChrysanthisStyle(int self, Setup setup) {
    super(self, setup.n());
    arbiter = setup.holder();
    if (self == arbiter) {
      token = new Token(Ints.EMPTY, 0);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new BanerjeeChrysanthisStyle(self, setup));
  }

  @Override
  public void onRequest() {
    if (token != null) {
      inside = true;
      enter();
    } else {
      assert arbiter != self : "an arbiter without token waits for it";
      send(arbiter, new Request(self));
    }
  }

  @Override
  public void onRelease() {
    inside = false;
    if (!token.q.isEmpty()) {
      pass(token.q, token.number);
    } else if (!collected.isEmpty()) {
      dispatch();
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int origin) -> {
        if (arbiter != self) {
          send(arbiter, message);
        } else {
          collected.enqueue(origin);
          if (token != null && !inside) {
            dispatch();
          }
        }
      }
      case NewArbiter(int named, int its) -> learn(named, its);
      case Token arrived -> {
        assert token == null : "two tokens";
        token = arrived;
        int size = token.q.size();
        learn(size == 0 ? self : token.q.get(size - 1), token.number);
        inside = true;
        enter();
      }
    }
  }

  private void learn(int named, int its) {
    if (its > number) {
      arbiter = named;
      number = its;
    }
  }

  /** The end of collecting: the last who asked is the next arbiter. */
  private void dispatch() {
    arbiter = collected.get(collected.size() - 1);
    number++;
    broadcast(new NewArbiter(arbiter, number));
    pass(collected.toInts(), number);
    collected.clear();
  }

  /** Sends the token to the first of the list. */
  private void pass(Ints list, int its) {
    Fifo rest = new Fifo(list);
    int first = rest.dequeue();
    send(first, new Token(rest.toInts(), its));
    token = null;
  }

  @Override
  public int idlePermits() {
    return token != null && !inside ? 1 : 0;
  }

  @Override
  public void state(State s) {
    arbiter = s.node("arbiter", arbiter);
    number = s.counter("number", number);
    s.nodes("collected", collected);
    token = s.message("token", token);
    inside = s.flag("inside", inside);
  }
}
