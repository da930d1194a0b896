package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Raysuz with both queues in order of age: a request's number is a logical time, and the oldest
 * request goes first, in its cluster and between clusters.
 *
 * <ul>
 *   <li>Paper: the Raysuz paper, 4.6 and 5, which leave it to the extension of S. Kanrar and N.
 *       Chaki, "FAPP: A New Fairness Algorithm for Priority Process Mutual Exclusion in Distributed
 *       Systems", Journal of Networks 5(1), 2010.
 *   <li>Network: any connected graph, divided by {@link Dsta}; messages may overtake each other.
 *   <li>Messages per entry: as Raysuz, a little more when all request.
 *   <li>Departures: the papers give no listing. Priority is age; nothing is asked for twice.
 *   <li>Page: docs/algorithms/raysuz-fair-style.md.
 * </ul>
 */
public final class RaysuzFairStyle extends Raysuz {

  /** ExReq with the number of the oldest request that its sender knows of on its side. */
  public record AgedExReq(int number) implements ExReq {
    @Override
    public void show(State s) {
      s.type("EXREQ");
      s.counter("n", number);
    }
  }

  /** ExTok with the largest number that its sender has heard. */
  public record AgedExTok(int number) implements ExTok {
    @Override
    public void show(State s) {
      s.type("EXTOK");
      s.counter("n", number);
    }
  }

  /**
   * The largest number heard or given here. The next request here is younger than all of these.
   * Invariant: no element of RequestArray is larger.
   */
  private int highest;

  /** The numbers of those in RaymQ. Invariant: they do not decrease. */
  private final Fifo ages = new Fifo();

  RaysuzFairStyle(int self, Setup setup, Dsta.Clusters clusters) {
    super(self, setup, clusters);
  }

  static Node<?>[] nodes(Setup setup) {
    Dsta.Clusters clusters = Dsta.divide(setup);
    return setup.nodes(self -> new RaysuzFairStyle(self, setup, clusters));
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

  /** What was heard outside becomes OUTSIDE's number, so that LastArray tells the members. */
  @Override
  void onExTok(ExTok message) {
    hear(((AgedExTok) message).number);
    if (self == leader) {
      request[place(OUTSIDE)] = highest;
    }
    super.onExTok(message);
  }

  /** A leader asks its cluster by the age of the request outside, unless that number is used up. */
  @Override
  int nextNumber(int j) {
    int next = j == OUTSIDE ? Math.max(super.nextNumber(j), ages.get(0)) : highest + 1;
    hear(next);
    return next;
  }

  @Override
  ExReq exReq() {
    return new AgedExReq(ages.get(0));
  }

  @Override
  ExTok exTok() {
    return new AgedExTok(highest);
  }

  /** Behind those in RaymQ that are older or equally old. */
  @Override
  void enqueue(int j, int number) {
    int at = ages.size();
    while (at > 0 && ages.get(at - 1) > number) {
      at--;
    }
    raymQ.insert(at, j);
    ages.insert(at, number);
  }

  @Override
  int dequeue() {
    ages.dequeue();
    return raymQ.dequeue();
  }

  /** Behind those in SuzQ that are older, as far as is known here. */
  @Override
  void enqueue(Fifo suzQ, int j) {
    int at = suzQ.size();
    while (at > 0 && isYounger(suzQ.get(at - 1), j)) {
      at--;
    }
    suzQ.insert(at, j);
  }

  /** Among equals OUTSIDE goes first, whose request has come the longer way. */
  private boolean isYounger(int k, int j) {
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
