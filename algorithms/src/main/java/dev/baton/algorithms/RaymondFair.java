package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Tree;

/**
 * Raymond's tree with one queue: every request goes all the way to the privilege, which carries the
 * queue and serves in the order of arrival.
 *
 * <ul>
 *   <li>Paper: K. Raymond, "A tree-based algorithm for distributed mutual exclusion", ACM TOCS
 *       7(1), 1989; the queue in the token as in Suzuki-Kasami, 1985.
 *   <li>Network: any tree that every node knows, FIFO channels.
 *   <li>Messages per entry: twice the distance to the privilege, also when all request.
 *   <li>Departures: this variant is ours. No node asks on behalf of others, so REQUEST_Q and ASKED
 *       are gone.
 *   <li>Page: docs/algorithms/raymond-fair.md.
 * </ul>
 */
public final class RaymondFair extends Node<RaymondFair.Msg> {

  public sealed interface Msg extends Message {}

  public record Request(int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("origin", origin);
    }
  }

  /** The privilege on its way to the first of those who wait for it. */
  public record Privilege(Ints queue) implements Msg {
    @Override
    public void show(State s) {
      s.type("PRIVILEGE");
      s.nodes("queue", queue);
    }
  }

  private final Tree tree;

  /** HOLDER: self, or the neighbour in whose direction the privilege lies. */
  private int holder;

  /** USING: the application here is inside. Invariant: then HOLDER is self. */
  private boolean using;

  /** The nodes that wait while the application here is inside. */
  private final Fifo queue = new Fifo();

  /** Requests that went from here towards the privilege, which has not been seen here since. */
  private final Fifo forwarded = new Fifo();

  public RaymondFair(int self, int n, Tree tree, int holder) {
    super(self, n);
    this.tree = tree;
    this.holder = holder;
  }

  static Node<?>[] nodes(Setup setup) {
    Tree tree = new Tree(setup.structure());
    int[] holder = setup.structure().towards(setup.holder());
    return setup.nodes(self -> new RaymondFair(self, setup.n(), tree, holder[self]));
  }

  @Override
  public void onRequest() {
    if (holder == self) {
      using = true;
      enter();
    } else {
      forward(new Request(self));
    }
  }

  private void forward(Request request) {
    forwarded.enqueue(request.origin);
    send(holder, request);
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request request -> {
        if (holder == self) {
          queue.enqueue(request.origin);
          assignPrivilege();
        } else if (holder != from) {
          forward(request);
        }
        // Otherwise it has crossed the privilege, and the sender has put it into the queue.
      }
      case Privilege privilege -> {
        holder = self;
        for (int i = 0; i < privilege.queue.size(); i++) {
          queue.enqueue(privilege.queue.get(i));
        }
        while (!forwarded.isEmpty()) {
          int origin = forwarded.dequeue();
          if (!queue.contains(origin)) {
            queue.enqueue(origin);
          }
        }
        assignPrivilege();
      }
    }
  }

  @Override
  public void onRelease() {
    using = false;
    assignPrivilege();
  }

  /** ASSIGN_PRIVILEGE. */
  private void assignPrivilege() {
    if (using || queue.isEmpty()) {
      return;
    }
    if (queue.get(0) == self) {
      queue.dequeue();
      using = true;
      enter();
    } else {
      holder = tree.next(self, queue.get(0));
      send(holder, new Privilege(queue.toInts()));
      queue.clear();
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
    s.nodes("queue", queue);
    s.nodes("forwarded", forwarded);
  }
}
