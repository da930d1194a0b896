package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;

/** Known-wrong variants of {@link RaysuzFairStyle}. */
final class RaysuzFairStyleMutants extends Raysuz {

  /** What is wrong. */
  enum Mutation {
    /** The youngest of SuzQ goes first. */
    YOUNGEST_IN_CLUSTER,
    /** The youngest of RaymQ goes first. */
    YOUNGEST_OUTSIDE,
    /** A number is larger than all heard numbers only, and may be one's own last again. */
    SAME_NUMBER_AGAIN,
    /** A leader asks by the age of the request outside, although that number was served. */
    OUTSIDE_NUMBER_USED_UP,
    /**
     * A leader does not count the number that it gives OUTSIDE, and lowers it when the token comes.
     * No small system that was searched goes wrong by it, but a simulation does.
     */
    OUTSIDE_NUMBER_LOWERED,
    /** A request from outside that goes before others in RaymQ takes the place of the last. */
    DROPS_OVERTAKEN,
    /** A request that goes before others in SuzQ stands at its end, too. */
    QUEUES_TWICE
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Mutation.YOUNGEST_IN_CLUSTER, Graph.star(3), 2, 1, BYPASS),
          mutant(Mutation.YOUNGEST_OUTSIDE, Graph.star(4), 1, 2, BYPASS),
          mutant(Mutation.SAME_NUMBER_AGAIN, Graph.star(3), 2, 1, DEADLOCK, STARVATION, BYPASS),
          mutant(
              Mutation.OUTSIDE_NUMBER_USED_UP, Graph.line(3), 2, 2, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.DROPS_OVERTAKEN, Graph.line(4), 1, 4, DEADLOCK, STARVATION, BYPASS),
          mutant(Mutation.QUEUES_TWICE, Graph.star(3), 2, 1, SAFETY, DEADLOCK, STARVATION, BYPASS));

  private final Mutation mutation;
  private int highest;
  private final Fifo ages = new Fifo();

  private RaysuzFairStyleMutants(int self, Setup setup, Dsta.Clusters clusters, Mutation mutation) {
    super(self, setup, clusters);
    this.mutation = mutation;
  }

  /** Two requests per node, FIFO channels, node 0 has the token. */
  private static Mutant mutant(
      Mutation mutation, Graph graph, int depth, int bypassBound, Property... caughtBy) {
    return new Mutant(
        "raysuz-fair-style/" + mutation.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, mutation),
        new Setup(graph.size(), 0, 1, graph, depth),
        2,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  static Node<?>[] nodes(Setup setup, Mutation mutation) {
    Dsta.Clusters clusters = Dsta.divide(setup);
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new RaysuzFairStyleMutants(i, setup, clusters, mutation));
    return nodes;
  }

  private void hear(int number) {
    highest = Math.max(highest, number);
  }

  @Override
  void onInReq(int j, int sn) {
    hear(sn);
    super.onInReq(j, sn);
  }

  @Override
  void onExReq(int from, ExReq message) {
    hear(message.number());
    super.onExReq(from, message);
  }

  @Override
  void onInTok(InTok arrived) {
    for (int i = 0; i < arrived.last().size(); i++) {
      hear(arrived.last().get(i));
    }
    super.onInTok(arrived);
  }

  @Override
  void onExTok(ExTok message) {
    hear(((RaysuzFairStyle.AgedExTok) message).number());
    if (self == leader) {
      request[place(OUTSIDE)] = highest;
    }
    super.onExTok(message);
  }

  @Override
  int nextNumber(int j) {
    int next = super.nextNumber(j);
    if (j == OUTSIDE) {
      boolean keepsAge = mutation == Mutation.OUTSIDE_NUMBER_USED_UP;
      int number = keepsAge ? ages.get(0) : Math.max(next, ages.get(0));
      hear(mutation == Mutation.OUTSIDE_NUMBER_LOWERED ? 0 : number);
      return number;
    }
    if (mutation != Mutation.SAME_NUMBER_AGAIN || highest == 0) {
      highest++;
    }
    return highest;
  }

  @Override
  ExReq exReq() {
    return new RaysuzFairStyle.AgedExReq(ages.get(0));
  }

  @Override
  ExTok exTok() {
    return new RaysuzFairStyle.AgedExTok(highest);
  }

  @Override
  void enqueue(int j, int number) {
    int at = ages.size();
    boolean youngestFirst = mutation == Mutation.YOUNGEST_OUTSIDE;
    while (at > 0 && (youngestFirst || ages.get(at - 1) > number)) {
      at--;
    }
    if (mutation == Mutation.DROPS_OVERTAKEN && at < ages.size()) {
      Ints kept = raymQ.toInts();
      Ints keptAges = ages.toInts();
      raymQ.clear();
      ages.clear();
      for (int i = 0; i < kept.size() - 1; i++) {
        raymQ.enqueue(kept.get(i));
        ages.enqueue(keptAges.get(i));
      }
    }
    raymQ.insert(at, j);
    ages.insert(at, number);
  }

  @Override
  int dequeue() {
    ages.dequeue();
    return raymQ.dequeue();
  }

  @Override
  void enqueue(Fifo suzQ, int j) {
    int at = suzQ.size();
    while (at > 0 && isYounger(suzQ.get(at - 1), j)) {
      at--;
    }
    suzQ.insert(at, j);
    if (mutation == Mutation.QUEUES_TWICE && at + 1 < suzQ.size()) {
      suzQ.enqueue(j);
    }
  }

  private boolean isYounger(int k, int j) {
    if (mutation == Mutation.YOUNGEST_IN_CLUSTER) {
      return request[place(k)] <= request[place(j)];
    }
    int difference = request[place(k)] - request[place(j)];
    return difference > 0 || difference == 0 && j == OUTSIDE;
  }

  @Override
  public void state(State s) {
    super.state(s);
    highest = s.counter("highest", highest);
    s.counters("ages", ages);
  }
}
