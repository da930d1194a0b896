package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;

/** Known-wrong variants of {@link Lamport}. */
final class LamportMutants extends Node<Lamport.Msg> {

  /** What is wrong. */
  enum Mutation {
    /** Nothing; for systems that the algorithm is not made for. */
    NONE,
    /** Enters when everybody has been heard, first in the queue or not. */
    IGNORES_QUEUE,
    /** Enters when first in the queue, without waiting for the others. */
    DOES_NOT_WAIT,
    /** Enters when all but one have been heard. */
    WAITS_FOR_ALL_BUT_ONE,
    /** Any message counts as heard, also one that is older than the own request. */
    HEARS_OLDER_MESSAGES,
    /** Requests with the same time both count as first. */
    IGNORES_TIES,
    /** A request of somebody else does not move the clock. */
    KEEPS_CLOCK,
    /** Nobody is told of the exit. */
    DOES_NOT_RELEASE,
    /** The last process moves its request behind every one that comes later. */
    LAST_GIVES_WAY
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Mutation.IGNORES_QUEUE, 2, 1, SAFETY),
          mutant(Mutation.DOES_NOT_WAIT, 2, 1, SAFETY),
          mutant(Mutation.WAITS_FOR_ALL_BUT_ONE, 3, 1, SAFETY),
          mutant(Mutation.HEARS_OLDER_MESSAGES, 2, 2, SAFETY),
          mutant(Mutation.IGNORES_TIES, 2, 1, SAFETY),
          mutant(Mutation.KEEPS_CLOCK, 2, 1, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.DOES_NOT_RELEASE, 2, 1, DEADLOCK, STARVATION),
          mutant(Mutation.LAST_GIVES_WAY, 3, 2, BYPASS),
          new Mutant(
              "lamport/overtaking",
              setup -> nodes(setup, Mutation.NONE),
              Mutant.complete(2),
              2,
              false,
              0,
              List.of(SAFETY, DEADLOCK, STARVATION)));

  private final Mutation mutation;

  private int clock = 1;
  private final int[] requestQueue;
  private final NodeSet heard;
  private boolean waiting;

  private LamportMutants(int self, int n, Mutation mutation) {
    super(self, n);
    this.mutation = mutation;
    requestQueue = new int[n];
    heard = new NodeSet(n);
  }

  private static Mutant mutant(Mutation mutation, int n, int requests, Property... caughtBy) {
    return new Mutant(
        "lamport/" + mutation.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, mutation),
        Mutant.complete(n),
        requests,
        true,
        n - 2,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Mutation mutation) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new LamportMutants(i, setup.n(), mutation));
    return nodes;
  }

  @Override
  public void onRequest() {
    waiting = true;
    request();
    enterIfFirst();
  }

  private void request() {
    clock++;
    requestQueue[self] = clock;
    heard.clear();
    broadcast(new Lamport.Request(clock));
  }

  @Override
  public void onMessage(int from, Lamport.Msg message) {
    if (waiting
        && (mutation == Mutation.HEARS_OLDER_MESSAGES
            || isBefore(requestQueue[self], self, message.time(), from))) {
      heard.add(from);
    }
    switch (message) {
      case Lamport.Request(int time) -> {
        if (mutation != Mutation.KEEPS_CLOCK) {
          clock = Math.max(clock, time + 1);
        }
        requestQueue[from] = time;
        send(from, new Lamport.Acknowledge(clock));
        if (mutation == Mutation.LAST_GIVES_WAY
            && waiting
            && self == n - 1
            && isBefore(requestQueue[self], self, time, from)) {
          request();
        }
      }
      case Lamport.Acknowledge(int time) -> {}
      case Lamport.Release(int time) -> requestQueue[from] = 0;
    }
    enterIfFirst();
  }

  @Override
  public void onRelease() {
    requestQueue[self] = 0;
    if (mutation != Mutation.DOES_NOT_RELEASE) {
      broadcast(new Lamport.Release(clock));
    }
  }

  private void enterIfFirst() {
    if (waiting && hasHeardEnough() && (mutation == Mutation.IGNORES_QUEUE || isFirst())) {
      waiting = false;
      heard.clear();
      enter();
    }
  }

  private boolean hasHeardEnough() {
    return switch (mutation) {
      case DOES_NOT_WAIT -> true;
      case WAITS_FOR_ALL_BUT_ONE -> heard.size() >= n - 2;
      default -> heard.size() == n - 1;
    };
  }

  private boolean isFirst() {
    for (int j = 0; j < n; j++) {
      if (requestQueue[j] != 0 && isBefore(requestQueue[j], j, requestQueue[self], self)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBefore(int time, int process, int otherTime, int other) {
    return time < otherTime
        || time == otherTime && process < other && mutation != Mutation.IGNORES_TIES;
  }

  @Override
  public void state(State s) {
    clock = s.clock("C", clock);
    s.clocks("queue", requestQueue);
    s.nodes("heard", heard);
    waiting = s.flag("waiting", waiting);
  }
}
