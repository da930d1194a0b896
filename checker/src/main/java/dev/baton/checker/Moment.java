package dev.baton.checker;

import dev.baton.core.Node;
import dev.baton.core.stage.Event;

/** One global state, as a claim of the user sees it. */
public final class Moment {

  private final Check check;
  private final Locals locals;
  private final Tables tables;
  private final int[] vector;
  private final int head;
  private final int length;
  private Node<?>[] nodes;

  Moment(Check check, Locals locals, Tables tables, int[] vector, int head, int length) {
    this.check = check;
    this.locals = locals;
    this.tables = tables;
    this.vector = vector;
    this.head = head;
    this.length = length;
  }

  public boolean isWaiting(int i) {
    return tables.phase(vector[i]) == Locals.WAITING;
  }

  public boolean isInside(int i) {
    return tables.phase(vector[i]) == Locals.INSIDE;
  }

  /** How many nodes wait. */
  public int waiting() {
    return count(Locals.WAITING);
  }

  /** How many nodes are inside. */
  public int inside() {
    return count(Locals.INSIDE);
  }

  private int count(byte phase) {
    int count = 0;
    for (int i = 0; i < locals.n; i++) {
      count += tables.phase(vector[i]) == phase ? 1 : 0;
    }
    return count;
  }

  /** How many messages are under way. */
  public int inFlight() {
    return length - head;
  }

  /** The j-th message under way. */
  public Event.Deliver inFlight(int j) {
    int envelope = vector[head + j];
    int to = tables.channel[envelope] % locals.n;
    return (Event.Deliver) locals.event(to, Locals.DELIVER + envelope);
  }

  /** A copy of a node in this state. */
  public Node<?> node(int i) {
    if (nodes == null) {
      nodes = check.algorithm().nodes(check.setup());
    }
    locals.restore(nodes[i], vector[i]);
    return nodes[i];
  }
}
