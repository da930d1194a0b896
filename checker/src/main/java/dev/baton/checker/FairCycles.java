package dev.baton.checker;

import dev.baton.core.stage.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for a cycle in which some node waits for ever although, sooner or later, every message
 * under way is delivered, every timer runs out and every node inside leaves.
 *
 * <p>It searches the states in which a node waits for strongly connected components that have a
 * fair cycle.
 */
final class FairCycles {

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final StateGraph graph;
  private final Fairness fairness;

  /** By state: the strongly connected component to which it belongs. */
  private final int[] component;

  private int starved = -1;
  private List<Event> schedule;
  private int loop = -1;

  FairCycles(Check check) {
    this.check = check;
    locals = new Locals(check.algorithm(), check.setup(), check.requests());
    space = new Space(check, locals);
    graph = new StateGraph(space, check.memoryBytes());
    fairness = new Fairness(check, locals, space, graph);
    component = new int[graph.size()];
    for (int w = 0; w < locals.n && graph.isComplete() && schedule == null; w++) {
      int waiting = w;
      Components.find(
          graph,
          s -> graph.isWaiting(s, waiting),
          component,
          members -> isExample(waiting, members));
    }
  }

  boolean isComplete() {
    return graph.isComplete();
  }

  /** The schedule into the cycle and once around it, or null. */
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
    if (!fairness.isFair(component, members)) {
      return false;
    }
    starved = waiting;
    describe(members);
    return true;
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
      int duty = fairness.duty(e);
      if (duty != Fairness.NOTHING_DUE) {
        at = walk(at, duty, -1, edges);
      }
    }
    if (edges.size() == loop) {
      at = walk(at, Fairness.NOTHING_DUE, -1, edges);
    }
    walk(at, Fairness.NOTHING_DUE, first, edges);
    replay(edges);
  }

  /**
   * Finds the events of a path. A state stands for all that differ from it by a shift of all
   * clocks, so each event is found again by the state to which it leads.
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
   * Appends a shortest path inside the component from a state to {@code goal}; or, without a goal,
   * to where {@code duty} is not due or has just been fulfilled; or, without a duty, one step
   * anywhere. Returns where it ends.
   */
  private int walk(int from, int duty, int goal, List<Integer> edges) {
    if (from == goal || goal < 0 && duty != Fairness.NOTHING_DUE && !fairness.isDue(from, duty)) {
      return from;
    }
    Map<Integer, Integer> cameBy = new HashMap<>();
    List<Integer> queue = new ArrayList<>(List.of(from));
    cameBy.put(from, -1);
    for (int head = 0; ; head++) {
      int s = queue.get(head);
      for (int e = graph.firstEdge(s); e < graph.endOfEdges(s); e++) {
        int t = graph.target(e);
        if (component[t] != component[from]) {
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
    return duty == Fairness.NOTHING_DUE
        || fairness.duty(edge) == duty
        || !fairness.isDue(graph.target(edge), duty);
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
