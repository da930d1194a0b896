package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Tree;
import java.util.Arrays;
import java.util.List;

/** Known-wrong variants of {@link RaymondFair}. */
final class RaymondFairMutants extends Node<RaymondFair.Msg> {

  /** What is wrong. */
  enum Mutation {
    /** Nothing; for systems that the algorithm is not made for. */
    NONE,
    /** The last of the queue gets the privilege when the application leaves. */
    TAKES_LAST,
    /** The last of the queue gets the privilege, which is decided anew wherever it passes. */
    TAKES_LAST_ON_THE_WAY,
    /** HOLDER stays self when the privilege is sent away. */
    KEEPS_PRIVILEGE,
    /** The privilege is sent away although the application is inside. */
    PASSES_WHILE_USING,
    /** A request that crosses the privilege is dropped, and nobody has put it into the queue. */
    DROPS_CROSSING_REQUESTS,
    /** A request that crosses the privilege is sent after it instead of put into the queue. */
    CHASES_PRIVILEGE,
    /** What was forwarded is put into the queue even if it is there already. */
    QUEUES_TWICE,
    /** Requests that come while the application is inside are lost. */
    FORGETS_QUEUE
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Mutation.TAKES_LAST, Graph.star(4), 2, 2, BYPASS),
          mutant(Mutation.TAKES_LAST_ON_THE_WAY, Graph.star(4), 2, 2, STARVATION, BYPASS),
          mutant(
              Mutation.KEEPS_PRIVILEGE, Graph.line(3), 1, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.PASSES_WHILE_USING, Graph.line(3), 1, 1, SAFETY),
          mutant(Mutation.DROPS_CROSSING_REQUESTS, Graph.line(3), 1, 1, DEADLOCK, STARVATION),
          mutant(Mutation.CHASES_PRIVILEGE, Graph.line(3), Check.UNBOUNDED, 1, STARVATION),
          mutant(Mutation.QUEUES_TWICE, Graph.line(3), 1, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.FORGETS_QUEUE, Graph.line(3), 1, 1, DEADLOCK, STARVATION),
          new Mutant(
              "raymond-fair/overtaking",
              setup -> nodes(setup, Mutation.NONE),
              Setup.of(Graph.line(3)),
              2,
              false,
              1,
              List.of(SAFETY, DEADLOCK, STARVATION, BYPASS)));

  private final Tree tree;
  private final Mutation mutation;

  private int holder;
  private boolean using;
  private final Fifo queue = new Fifo();
  private final Fifo forwarded = new Fifo();

  private RaymondFairMutants(int self, int n, Tree tree, int holder, Mutation mutation) {
    super(self, n);
    this.tree = tree;
    this.holder = holder;
    this.mutation = mutation;
  }

  private static Mutant mutant(
      Mutation mutation, Graph tree, int requests, int bypassBound, Property... caughtBy) {
    return new Mutant(
        "raymond-fair/" + mutation.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, mutation),
        Setup.of(tree),
        requests,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Mutation mutation) {
    Tree tree = new Tree(setup.structure());
    int[] holder = setup.structure().towards(setup.holder());
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new RaymondFairMutants(i, setup.n(), tree, holder[i], mutation));
    return nodes;
  }

  @Override
  public void onRequest() {
    if (holder == self) {
      using = true;
      enter();
    } else {
      forward(new RaymondFair.Request(self));
    }
  }

  private void forward(RaymondFair.Request request) {
    if (mutation != Mutation.CHASES_PRIVILEGE) {
      forwarded.enqueue(request.origin());
    }
    send(holder, request);
  }

  @Override
  public void onMessage(int from, RaymondFair.Msg message) {
    switch (message) {
      case RaymondFair.Request request -> {
        if (holder == self) {
          if (mutation != Mutation.FORGETS_QUEUE || !using) {
            queue.enqueue(request.origin());
          }
          assignPrivilege();
        } else if (holder != from || mutation == Mutation.CHASES_PRIVILEGE) {
          forward(request);
        }
      }
      case RaymondFair.Privilege privilege -> {
        holder = self;
        for (int i = 0; i < privilege.queue().size(); i++) {
          queue.enqueue(privilege.queue().get(i));
        }
        queueForwarded();
        assignPrivilege();
      }
    }
  }

  private void queueForwarded() {
    while (!forwarded.isEmpty()) {
      int origin = forwarded.dequeue();
      boolean isMissing = !queue.contains(origin);
      if (mutation == Mutation.QUEUES_TWICE
          || isMissing && mutation != Mutation.DROPS_CROSSING_REQUESTS) {
        queue.enqueue(origin);
      }
    }
  }

  @Override
  public void onRelease() {
    using = false;
    if (mutation == Mutation.TAKES_LAST) {
      lastFirst();
    }
    assignPrivilege();
  }

  private void lastFirst() {
    for (int i = queue.size(); i > 1; i--) {
      queue.enqueue(queue.dequeue());
    }
  }

  private void assignPrivilege() {
    if (using && mutation != Mutation.PASSES_WHILE_USING || queue.isEmpty()) {
      return;
    }
    if (mutation == Mutation.TAKES_LAST_ON_THE_WAY) {
      lastFirst();
    }
    int next = queue.get(0);
    if (next == self) {
      queue.dequeue();
      using = true;
      enter();
    } else {
      int towards = tree.next(self, next);
      holder = mutation == Mutation.KEEPS_PRIVILEGE ? self : towards;
      send(towards, new RaymondFair.Privilege(queue.toInts()));
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
