package dev.baton.core;

/**
 * One participant of a mutual exclusion algorithm: a deterministic state machine without threads,
 * clock or I/O.
 *
 * <p>A harness (simulator, checker, cluster) feeds it events one at a time. The node changes its
 * fields and records effects in the {@link Outbox}; the harness acts upon them after the handler
 * has returned. Same state and same event, same outcome.
 *
 * @param <M> the algorithm's sealed message type
 */
public abstract class Node<M extends Message> {

  /** Stands for "no node" wherever a node's number is expected. */
  public static final int NONE = -1;

  /** This node's number, 0 … n − 1. */
  protected final int self;

  /** How many nodes there are. */
  protected final int n;

  private Outbox<M> outbox;

  protected Node(int self, int n) {
    assert 0 <= self && self < n : "node " + self + " of " + n;
    this.self = self;
    this.n = n;
  }

  /** Tells the node where to record its effects. Called once by the harness, before any event. */
  public final void attach(Outbox<M> outbox) {
    this.outbox = outbox;
  }

  // Events, fed one at a time by a harness.

  /** Called before everything else, for algorithms that act without being asked. */
  public void onStart() {}

  /** The application wants to enter. Not called again before {@link #onRelease}. */
  public abstract void onRequest();

  /** The application has left. Called only after {@link #enter}. */
  public abstract void onRelease();

  /** A message has arrived. */
  public abstract void onMessage(int from, M message);

  /** A timer set by {@link #setTimer} has run out. */
  public void onTimer(int timer) {
    throw new UnsupportedOperationException(getClass().getName() + " sets no timers");
  }

  /**
   * This node has arrived in a neighbourhood. If its application was waiting or inside when it left
   * the last one, it waits now.
   *
   * @param arrival the number of this arrival; arrivals are numbered in their order, from 1
   * @param present by node: the number of its arrival if it is in this neighbourhood now, else 0;
   *     valid until the handler returns
   */
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    throw new UnsupportedOperationException(getClass().getName() + " has a fixed membership");
  }

  /**
   * This node is about to leave its neighbourhood. The messages it sends now still go out; those
   * that are under way to it are lost.
   */
  public void onLeave() {
    throw new UnsupportedOperationException(getClass().getName() + " has a fixed membership");
  }

  /**
   * A link to this neighbour has come up; it is told the same before anything else happens. Only
   * where {@link Algorithm#usesLinks}.
   */
  public void onLinkUp(int neighbour) {
    throw new UnsupportedOperationException(getClass().getName() + " has fixed links");
  }

  /**
   * The link to this neighbour has gone down, while nothing was under way on it. The neighbour is
   * told the same before anything else happens.
   */
  public void onLinkDown(int neighbour) {
    throw new UnsupportedOperationException(getClass().getName() + " has fixed links");
  }

  // Effects, acted upon after the handler has returned.

  /**
   * Sends to one node. Where nodes roam, the message is lost unless the recipient is in the same
   * neighbourhood; where links change, unless there is a link to it.
   */
  protected final void send(int to, M message) {
    if (to < 0) {
      throw new IllegalArgumentException(self + " sends to " + to + ", which is not a node");
    }
    outbox.send(to, message);
  }

  /** Sends to every other node; where nodes roam, to those now in the same neighbourhood. */
  protected final void broadcast(M message) {
    outbox.send(Outbox.ALL, message);
  }

  /** Lets the application in, where there is one permit or permits have no names. */
  protected final void enter() {
    outbox.enter(0);
  }

  /** Lets the application in with this permit, 0 … k − 1. */
  protected final void enter(int permit) {
    outbox.enter(permit);
  }

  /**
   * Asks for {@link #onTimer} after this many units of time; replaces a pending timer with the same
   * name.
   */
  protected final void setTimer(int timer, int delay) {
    assert delay >= 0;
    outbox.timer(timer, delay);
  }

  protected final void cancelTimer(int timer) {
    outbox.timer(timer, Outbox.CANCEL);
  }

  /**
   * How many permits lie here unused; always 0 where permission is not something that a node can
   * hold.
   */
  public int idlePermits() {
    return 0;
  }

  /** The names of the permits that lie here unused; where there is one permit, its name is 0. */
  public Ints unusedPermits() {
    return idlePermits() == 0 ? Ints.EMPTY : Ints.zeros(1);
  }

  /**
   * Shows every mutable field to {@code s}, in a fixed order: saves, restores, hashes and prints a
   * node.
   */
  public abstract void state(State s);

  public final int self() {
    return self;
  }
}
