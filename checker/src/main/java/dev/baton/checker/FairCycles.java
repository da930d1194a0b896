package dev.baton.checker;

import dev.baton.core.Text;
import dev.baton.simulator.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for a cycle in which some node waits for ever although every message under way is
 * delivered, every timer runs out and everybody inside leaves, sooner or later.
 *
 * <p>Looks, among the states in which a node waits, for strongly connected parts that can be walked
 * fairly: whatever must happen is done inside the part, or does not have to be done somewhere in
 * it.
 */
final class FairCycles {

  private static final int NOTHING_DUE = -1;

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final StateGraph graph;

  /** By state: the strongly connected part to which it belongs. */
  private final int[] part;

  private final Map<String, Integer> types = new HashMap<>();
  private int starved = -1;
  private List<Event> schedule;
  private int loop = -1;

  FairCycles(Check check) {
    this.check = check;
    locals = new Locals(check.algorithm(), check.setup(), check.requests());
    space = new Space(check, locals);
    graph = new StateGraph(space, check.memoryBytes());
    part = new int[graph.size()];
    for (int w = 0; w < locals.n && graph.isComplete() && schedule == null; w++) {
      int waiting = w;
      Parts.find(
          graph, s -> graph.isWaiting(s, waiting), part, members -> isExample(waiting, members));
    }
  }

  boolean isComplete() {
    return graph.isComplete();
  }

  /** The way into the cycle and once around it, or null. */
  List<Event> schedule() {
    return schedule;
  }

  /** Where in the schedule the cycle begins. */
  int loop() {
    return loop;
  }

  int starved() {
    return starved;
  }

  private boolean isExample(int waiting, IntList members) {
    if (!isFair(members)) {
      return false;
    }
    starved = waiting;
    describe(members);
    return true;
  }

  // What must happen sooner or later.

  /** The duty that an edge fulfils; to request, to move or to lose a link is nobody's duty. */
  private int duty(int edge) {
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
  private boolean isDue(int s, int duty) {
    for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
      if (duty(e) == duty) {
        return true;
      }
    }
    return false;
  }

  /** A part with a cycle in it, which meets every duty that its first state has. */
  private boolean isFair(IntList members) {
    int first = members.get(0);
    boolean hasEdge = false;
    for (int e = graph.firstEdge(first); e < graph.endOfEdges(first); e++) {
      hasEdge |= part[graph.target(e)] == part[first];
    }
    for (int e = graph.firstEdge(first); hasEdge && e < graph.endOfEdges(first); e++) {
      int duty = duty(e);
      if (duty != NOTHING_DUE && !isMet(members, duty)) {
        return false;
      }
    }
    return hasEdge;
  }

  /** Whether a duty is fulfilled inside the part, or is not due in one of its states. */
  private boolean isMet(IntList members, int duty) {
    for (int i = 0; i < members.size(); i++) {
      int s = members.get(i);
      if (!isDue(s, duty)) {
        return true;
      }
      for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
        if (duty(e) == duty && part[graph.target(e)] == part[s]) {
          return true;
        }
      }
    }
    return false;
  }

  // The example.

  private void describe(IntList members) {
    int first = members.get(0);
    for (int i = 1; i < members.size(); i++) {
      first = Math.min(first, members.get(i));
    }
    List<Integer> edges = new ArrayList<>();
    graph.prependWayTo(first, edges);
    loop = edges.size();
    int at = first;
    for (int e = graph.firstEdge(first); e < graph.endOfEdges(first); e++) {
      int duty = duty(e);
      if (duty != NOTHING_DUE) {
        at = walk(at, duty, -1, edges);
      }
    }
    if (edges.size() == loop) {
      at = walk(at, NOTHING_DUE, -1, edges);
    }
    walk(at, NOTHING_DUE, first, edges);
    replay(edges);
  }

  /**
   * The events of a way. States stand for others that differ by a shift of all clocks, so each
   * event is found again by where it leads.
   */
  private void replay(List<Integer> edges) {
    schedule = new ArrayList<>();
    int[][] vector = {space.initialVector()};
    for (int e : edges) {
      int steps = schedule.size() + 1;
      long wanted = graph.fingerprint(graph.target(e));
      int[] from = vector[0];
      space.successors(
          from,
          0,
          from.length,
          (via, node, code, t, fingerprint, next, length) -> {
            if (schedule.size() < steps && node == graph.node(e) && fingerprint == wanted) {
              schedule.add(locals.event(node, code));
              vector[0] = Arrays.copyOf(next, length);
            }
          });
    }
  }

  /**
   * Appends a shortest way inside the part from a state to {@code goal}; or, without a goal, to
   * where {@code duty} is not due or has just been fulfilled; or, without a duty, one step
   * anywhere. Returns where it ends.
   */
  private int walk(int from, int duty, int goal, List<Integer> edges) {
    if (from == goal || goal < 0 && duty != NOTHING_DUE && !isDue(from, duty)) {
      return from;
    }
    Map<Integer, Integer> cameBy = new HashMap<>();
    List<Integer> queue = new ArrayList<>(List.of(from));
    cameBy.put(from, -1);
    for (int head = 0; ; head++) {
      int s = queue.get(head);
      for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
        int t = graph.target(e);
        if (part[t] != part[from]) {
          continue;
        }
        if (goal >= 0 ? t == goal : isDone(e, duty)) {
          appendWay(e, cameBy, edges);
          return t;
        }
        if (!cameBy.containsKey(t)) {
          cameBy.put(t, e);
          queue.add(t);
        }
      }
    }
  }

  private boolean isDone(int edge, int duty) {
    return duty == NOTHING_DUE || duty(edge) == duty || !isDue(graph.target(edge), duty);
  }

  /** Appends the edges that led to {@code last}, and that one. */
  private void appendWay(int last, Map<Integer, Integer> cameBy, List<Integer> edges) {
    int at = edges.size();
    edges.add(last);
    for (int e = cameBy.get(graph.source(last)); e >= 0; e = cameBy.get(graph.source(e))) {
      edges.add(at, e);
    }
  }
}
