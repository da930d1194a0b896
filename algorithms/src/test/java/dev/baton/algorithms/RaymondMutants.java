package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Known-wrong variants of {@link Raymond}, among them the listing of the lecture notes. */
final class RaymondMutants extends Node<Raymond.Msg> {

  /** What is wrong. */
  enum Mutation {
    /** The queue gives its last element. */
    TAKES_LAST,
    /** Who gets the privilege while its own request is queued serves itself first. */
    SERVES_ITSELF_FIRST,
    /** HOLDER stays self when the privilege is sent away. */
    KEEPS_PRIVILEGE,
    /** The privilege is sent away although the application is inside. */
    PASSES_WHILE_USING,
    /** ASKED stays set when the privilege goes on. */
    NEVER_ASKS_AGAIN,
    /** A neighbour's request is queued, but not passed on. */
    DOES_NOT_FORWARD,
    /** After the privilege was sent away, nobody is asked to send it back. */
    DOES_NOT_CALL_BACK,
    /** The holder does not look at its queue when its application leaves. */
    FORGETS_QUEUE_ON_EXIT
  }

  static final List<Mutant> ALL =
      List.of(
          listing("listing", Set.of(), Graph.line(3), 1, DEADLOCK, STARVATION),
          listing(
              "listing-idle-case",
              Set.of(RaymondListing.Repair.IDLE_HOLDER_PASSES),
              Graph.line(3),
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              "listing-holder-enters",
              Set.of(RaymondListing.Repair.HOLDER_ENTERS),
              Graph.line(3),
              1,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              "listing-both-cases",
              Set.of(RaymondListing.Repair.IDLE_HOLDER_PASSES, RaymondListing.Repair.HOLDER_ENTERS),
              Graph.line(3),
              1,
              DEADLOCK,
              STARVATION),
          mutant(Mutation.TAKES_LAST, Graph.star(4), 2, 2, BYPASS),
          mutant(Mutation.SERVES_ITSELF_FIRST, Graph.line(4), 2, 3, BYPASS),
          mutant(Mutation.KEEPS_PRIVILEGE, Graph.line(3), 1, 1, SAFETY, DEADLOCK, STARVATION),
          mutant(Mutation.PASSES_WHILE_USING, Graph.line(3), 1, 1, SAFETY),
          mutant(Mutation.NEVER_ASKS_AGAIN, Graph.line(3), 2, 1, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.DOES_NOT_FORWARD, Graph.line(3), 1, 1, DEADLOCK, STARVATION),
          mutant(Mutation.DOES_NOT_CALL_BACK, Graph.line(3), 1, 1, DEADLOCK, STARVATION),
          mutant(Mutation.FORGETS_QUEUE_ON_EXIT, Graph.line(3), 1, 1, DEADLOCK, STARVATION));

  private static final Raymond.Request REQUEST = new Raymond.Request();
  private static final Raymond.Privilege PRIVILEGE = new Raymond.Privilege();

  private final Mutation mutation;

  private int holder;
  private boolean using;
  private boolean asked;
  private final Fifo requestQ = new Fifo();

  private RaymondMutants(int self, int n, int holder, Mutation mutation) {
    super(self, n);
    this.holder = holder;
    this.mutation = mutation;
  }

  private static Mutant mutant(
      Mutation mutation, Graph tree, int requests, int bypassBound, Property... caughtBy) {
    return new Mutant(
        "raymond/" + mutation.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, mutation),
        Setup.of(tree),
        requests,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  static Node<?>[] nodes(Setup setup, Mutation mutation) {
    int[] holder = setup.structure().towards(setup.holder());
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new RaymondMutants(i, setup.n(), holder[i], mutation));
    return nodes;
  }

  private static Mutant listing(
      String name,
      Set<RaymondListing.Repair> repairs,
      Graph tree,
      int requests,
      Property... caughtBy) {
    return new Mutant(
        "raymond/" + name,
        RaymondListing.with(repairs),
        Setup.of(tree),
        requests,
        true,
        tree.size() - 2,
        List.of(caughtBy));
  }

  @Override
  public void onRequest() {
    requestQ.enqueue(self);
    assignPrivilege();
    makeRequest();
  }

  @Override
  public void onRelease() {
    using = false;
    if (mutation != Mutation.FORGETS_QUEUE_ON_EXIT) {
      assignPrivilege();
      makeRequest();
    }
  }

  @Override
  public void onMessage(int from, Raymond.Msg message) {
    switch (message) {
      case Raymond.Request() -> {
        requestQ.enqueue(from);
        assignPrivilege();
        if (mutation != Mutation.DOES_NOT_FORWARD) {
          makeRequest();
        }
      }
      case Raymond.Privilege() -> {
        holder = self;
        assignPrivilege();
        makeRequest();
      }
    }
  }

  private void assignPrivilege() {
    if (holder != self || using && mutation != Mutation.PASSES_WHILE_USING || requestQ.isEmpty()) {
      return;
    }
    int next = takeNext();
    asked = mutation == Mutation.NEVER_ASKS_AGAIN && asked;
    if (next == self) {
      using = true;
      enter();
    } else {
      holder = mutation == Mutation.KEEPS_PRIVILEGE ? self : next;
      send(next, PRIVILEGE);
      asked |= mutation == Mutation.DOES_NOT_CALL_BACK && !requestQ.isEmpty();
    }
  }

  private int takeNext() {
    int wanted =
        switch (mutation) {
          case TAKES_LAST -> requestQ.get(requestQ.size() - 1);
          case SERVES_ITSELF_FIRST -> requestQ.contains(self) ? self : requestQ.get(0);
          default -> requestQ.get(0);
        };
    for (int i = requestQ.size(); i > 0; i--) {
      int id = requestQ.dequeue();
      if (id != wanted) {
        requestQ.enqueue(id);
      }
    }
    return wanted;
  }

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
