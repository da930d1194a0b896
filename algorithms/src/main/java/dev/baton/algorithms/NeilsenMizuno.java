package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * A request travels along the edges of a tree to the last who asked, and turns every edge that it
 * takes; the token goes to it directly.
 *
 * <ul>
 *   <li>Paper: M. L. Neilsen, M. Mizuno, "A DAG-based algorithm for distributed mutual exclusion",
 *       ICDCS 1991.
 *   <li>Network: a tree for requests, direct links for the token; messages may overtake each other.
 *   <li>Messages per entry: the way to the last who asked, and 1 for the token; at most 3 on a
 *       star.
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/neilsen-mizuno.md.
 * </ul>
 *
 * <p>Invariant: every node but the sinks points along one edge of the tree, and following these one
 * comes to a sink. A sink either waits, and is the last of those who do, or has the token; when no
 * REQUEST is under way there is one. The nodes reached from the token's holder by NEXT are the
 * queue.
 */
public final class NeilsenMizuno extends Node<NeilsenMizuno.Msg> {

  public sealed interface Msg extends Message {}

  /** REQUEST(X, Y): node Y wants to enter, and its neighbour X, the sender, says so. */
  public record Request(int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("Y", origin);
    }
  }

  /** PRIVILEGE: the token. */
  public record Privilege() implements Msg {
    @Override
    public void show(State s) {
      s.type("PRIVILEGE");
    }
  }

  private static final Privilege PRIVILEGE = new Privilege();

  /** LAST: the neighbour in whose direction the last request went; nobody at a sink. */
  private int last;

  /** NEXT: the node that gets the token after this one. */
  private int next = NONE;

  /** HOLDING: has the token and does not use it. */
  private boolean holding;

  /**
   * @param last the neighbour on the way to the first holder; {@link Node#NONE} at the holder
   *     itself
   */
  public NeilsenMizuno(int self, Setup setup, int last) {
    super(self, setup.n());
    holding = self == setup.holder();
    this.last = holding ? NONE : last;
  }

  static Node<?>[] nodes(Setup setup) {
    int[] last = setup.structure().towards(setup.holder());
    return setup.nodes(self -> new NeilsenMizuno(self, setup, last[self]));
  }

  @Override
  public void onRequest() {
    if (holding) {
      holding = false;
      enter();
    } else {
      send(last, new Request(self));
      last = NONE;
    }
  }

  @Override
  public void onRelease() {
    if (next == NONE) {
      holding = true;
    } else {
      send(next, PRIVILEGE);
      next = NONE;
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int origin) -> {
        if (last != NONE) {
          send(last, message);
        } else if (holding) {
          holding = false;
          send(origin, PRIVILEGE);
        } else {
          assert next == NONE : "two are next";
          next = origin;
        }
        last = from;
      }
      case Privilege() -> enter();
    }
  }

  @Override
  public int idlePermits() {
    return holding ? 1 : 0;
  }

  @Override
  public void state(State s) {
    last = s.node("LAST", last);
    next = s.node("NEXT", next);
    holding = s.flag("HOLDING", holding);
  }
}
