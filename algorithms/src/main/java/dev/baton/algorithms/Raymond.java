package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Tree algorithm: every node knows in which direction the privilege lies, and asks its neighbour
 * there on behalf of its whole side of the tree.
 *
 * <ul>
 *   <li>Paper: K. Raymond, "A tree-based algorithm for distributed mutual exclusion", ACM TOCS
 *       7(1), 1989.
 *   <li>Network: any tree; messages may overtake each other.
 *   <li>Messages per entry: twice the distance to the privilege; about 4 when all request.
 *   <li>Departures: none from the paper; the lecture notes' listing breaks, see the page.
 *   <li>Page: docs/algorithms/raymond.md.
 * </ul>
 */
public final class Raymond extends Node<Raymond.Msg> {

  public sealed interface Msg extends Message {}

  public record Request() implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
    }
  }

  public record Privilege() implements Msg {
    @Override
    public void show(State s) {
      s.type("PRIVILEGE");
    }
  }

  private static final Request REQUEST = new Request();
  private static final Privilege PRIVILEGE = new Privilege();

  /** HOLDER: self, or the neighbour in whose direction the privilege lies. */
  private int holder;

  /** USING: the application here is inside. Invariant: then HOLDER is self. */
  private boolean using;

  /** ASKED: a REQUEST to HOLDER has not been answered yet. */
  private boolean asked;

  /** REQUEST_Q: neighbours, and perhaps self, that have asked and are not yet served. */
  private final Fifo requestQ = new Fifo();

  public Raymond(int self, int n, int holder) {
    super(self, n);
    this.holder = holder;
  }

  static Node<?>[] nodes(Setup setup) {
    int[] holder = setup.structure().towards(setup.holder());
    return setup.nodes(self -> new Raymond(self, setup.n(), holder[self]));
  }

  /** To enter the CS. */
  @Override
  public void onRequest() {
    requestQ.enqueue(self);
    assignPrivilege();
    makeRequest();
  }

  /** On exiting the CS. */
  @Override
  public void onRelease() {
    using = false;
    assignPrivilege();
    makeRequest();
  }

  /** Upon receipt of a REQUEST message. Upon receipt of a token message. */
  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request() -> requestQ.enqueue(from);
      case Privilege() -> holder = self;
    }
    assignPrivilege();
    makeRequest();
  }

  /** ASSIGN_PRIVILEGE. */
  private void assignPrivilege() {
    if (holder == self && !using && !requestQ.isEmpty()) {
      holder = requestQ.dequeue();
      asked = false;
      if (holder == self) {
        using = true;
        enter();
      } else {
        send(holder, PRIVILEGE);
      }
    }
  }

  /** MAKE_REQUEST. */
  private void makeRequest() {
    if (holder != self && !requestQ.isEmpty() && !asked) {
      send(holder, REQUEST);
      asked = true;
    }
  }

  @Override
  public int idlePermits() {
    return holder == self && !using ? 1 : 0;
  }

  @Override
  public void state(State s) {
    holder = s.node("HOLDER", holder);
    using = s.flag("USING", using);
    asked = s.flag("ASKED", asked);
    s.nodes("REQUEST_Q", requestQ);
  }
}
