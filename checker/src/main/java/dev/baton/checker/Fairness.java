package dev.baton.checker;

import dev.baton.core.Text;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides whether a system can stay in a strongly connected component of its states for ever
 * although, sooner or later, every message under way is delivered, every timer runs out and every
 * node inside leaves: whatever must happen does happen inside the component, or is not due in one
 * of its states.
 */
final class Fairness {

  static final int NOTHING_DUE = -1;

  /** States and the events between them. An edge may lead out of the graph: to −1. */
  interface Graph extends Components.Graph {

    /** Whose event an edge is. */
    int node(int edge);

    /** Which event an edge is, as {@link Locals} numbers them. */
    int code(int edge);
  }

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final Graph graph;
  private final Map<String, Integer> types = new HashMap<>();

  Fairness(Check check, Locals locals, Space space, Graph graph) {
    this.check = check;
    this.locals = locals;
    this.space = space;
    this.graph = graph;
  }

  /** The duty that an edge fulfils. Requests, moves and changes of links are nobody's duty. */
  int duty(int edge) {
    int code = graph.code(edge);
    boolean isLink = Locals.LINK_UP <= code && code < Locals.DELIVER;
    if (code <= Locals.REQUEST || isLink) {
      return NOTHING_DUE;
    }
    if (code < Locals.DELIVER) {
      return graph.node(edge) * Locals.DELIVER + code;
    }
    int n = locals.n;
    int envelope = code - Locals.DELIVER;
    int type = check.fifo() ? 0 : type(envelope);
    return n * Locals.DELIVER + type * n * n + space.tables().channel[envelope];
  }

  private int type(int envelope) {
    String text = Text.of(locals.message(space.tables().message[envelope]));
    int end = text.indexOf('(');
    return types.computeIfAbsent(end < 0 ? text : text.substring(0, end), k -> types.size());
  }

  /** Whether an event that fulfils {@code duty} is possible in a state. */
  boolean isDue(int s, int duty) {
    for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
      if (duty(e) == duty) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether there is a cycle in a component, and every duty is met that its first state has.
   *
   * @param component by state: the number of its component
   */
  boolean isFair(int[] component, IntList members) {
    int first = members.get(0);
    boolean hasEdge = false;
    for (int e = graph.firstEdge(first); e < graph.endOfEdges(first); e++) {
      hasEdge |= isInside(component, e, first);
    }
    for (int e = graph.firstEdge(first); hasEdge && e < graph.endOfEdges(first); e++) {
      int duty = duty(e);
      if (duty != NOTHING_DUE && !isMet(component, members, duty)) {
        return false;
      }
    }
    return hasEdge;
  }

  /** Whether a duty is fulfilled inside the component, or is not due in one of its states. */
  private boolean isMet(int[] component, IntList members, int duty) {
    for (int i = 0; i < members.size(); i++) {
      int s = members.get(i);
      if (!isDue(s, duty)) {
        return true;
      }
      for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
        if (duty(e) == duty && isInside(component, e, s)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isInside(int[] component, int edge, int source) {
    int target = graph.target(edge);
    return target >= 0 && component[target] == component[source];
  }
}
