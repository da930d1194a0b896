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
 * <p>Keeps all states and events, and looks among the states in which a node waits for strongly
 * connected parts that can be walked fairly: whatever must happen is done inside the part, or does
 * not have to be done somewhere in it.
 */
final class FairCycles {

  private static final int NOTHING_DUE = -1;

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final int n;

  /** State s: {@code vectors[start[s]] … vectors[start[s + 1] − 1]}. */
  private final IntList vectors = new IntList();

  private final IntList start = new IntList();
  private final IntList parents = new IntList();
  private final IntList parentEdges = new IntList();
  private final LongTable numbers = new LongTable(1 << 12);

  /** Edges of state s: {@code edgeStart[s] … edgeStart[s + 1] − 1}. */
  private final IntList edgeStart = new IntList();

  private final IntList targets = new IntList();
  private final IntList nodes = new IntList();
  private final IntList codes = new IntList();

  private final Map<String, Integer> types = new HashMap<>();
  private boolean complete = true;
  private int starved = -1;
  private List<Event> schedule;
  private int loop = -1;

  FairCycles(Check check) {
    this.check = check;
    locals = new Locals(check.algorithm(), check.setup(), check.requests());
    space = new Space(check, locals);
    n = locals.n;
    build();
    for (int w = 0; w < n && complete && schedule == null; w++) {
      search(w);
    }
  }

  boolean isComplete() {
    return complete;
  }

  /** The way into the cycle and once around it, or null. */
  List<Event> schedule() {
    return schedule;
  }

  int loop() {
    return loop;
  }

  int starved() {
    return starved;
  }

  // The graph.

  private void build() {
    int[] initial = space.initialVector();
    number(initial, initial.length, -1, -1);
    for (int s = 0; s < numbers.size(); s++) {
      edgeStart.add(targets.size());
      int from = s;
      int[] vector = vector(s);
      space.successors(
          vector,
          0,
          vector.length,
          (via, node, code, t, next, length) -> {
            int edge = targets.size();
            targets.add(number(next, length, from, edge));
            nodes.add(node);
            codes.add(code);
          });
      if ((s & 0xFF) == 0 && bytes() > check.memoryBytes()) {
        complete = false;
        return;
      }
    }
    edgeStart.add(targets.size());
    start.add(vectors.size());
  }

  private long bytes() {
    return vectors.bytes() + 3 * targets.bytes() + 4 * start.bytes() + numbers.bytes();
  }

  private int number(int[] vector, int length, int parent, int edge) {
    int s = numbers.size();
    int known = numbers.putIfAbsent(space.fingerprint(vector, length), s);
    if (known != LongTable.ABSENT) {
      return known;
    }
    start.add(vectors.size());
    vectors.addAll(vector, 0, length);
    parents.add(parent);
    parentEdges.add(edge);
    return s;
  }

  private int[] vector(int s) {
    int end = s + 1 < start.size() ? start.get(s + 1) : vectors.size();
    return Arrays.copyOfRange(vectors.values(), start.get(s), end);
  }

  private boolean isWaiting(int s, int w) {
    return space.tables().phase[vectors.get(start.get(s) + w)] == Locals.WAITING;
  }

  // What must happen sooner or later.

  /** The duty that an event fulfils; a request is nobody's duty. */
  private int duty(int node, int code) {
    if (code == Locals.REQUEST) {
      return NOTHING_DUE;
    }
    if (code < Locals.DELIVER) {
      return node * Locals.DELIVER + code;
    }
    int envelope = code - Locals.DELIVER;
    int channel = space.tables().channel[envelope];
    int type = check.fifo() ? 0 : type(envelope);
    return n * Locals.DELIVER + type * n * n + channel;
  }

  private int type(int envelope) {
    String text = Text.of(locals.message(space.tables().message[envelope]));
    int end = text.indexOf('(');
    return types.computeIfAbsent(end < 0 ? text : text.substring(0, end), k -> types.size());
  }

  /** Whether an event that fulfils {@code duty} is possible in a state. */
  private boolean isDue(int s, int duty) {
    for (int e = edgeStart.get(s); e < edgeStart.get(s + 1); e++) {
      if (duty(nodes.get(e), codes.get(e)) == duty) {
        return true;
      }
    }
    return false;
  }

  // Strongly connected parts of the states in which w waits (Tarjan, without recursion).

  private int[] component;

  private void search(int w) {
    int count = numbers.size();
    component = new int[count];
    Arrays.fill(component, -1);
    int[] index = new int[count];
    int[] low = new int[count];
    int[] edge = new int[count];
    int[] path = new int[count];
    int[] stack = new int[count];
    int stackSize = 0;
    int next = 1;
    for (int root = 0; root < count; root++) {
      if (index[root] != 0 || !isWaiting(root, w)) {
        continue;
      }
      int depth = 0;
      path[depth++] = root;
      index[root] = low[root] = next++;
      stack[stackSize++] = root;
      edge[root] = edgeStart.get(root);
      while (depth > 0) {
        int s = path[depth - 1];
        if (edge[s] < edgeStart.get(s + 1)) {
          int t = targets.get(edge[s]++);
          if (!isWaiting(t, w)) {
            continue;
          }
          if (index[t] == 0) {
            index[t] = low[t] = next++;
            stack[stackSize++] = t;
            edge[t] = edgeStart.get(t);
            path[depth++] = t;
          } else if (component[t] < 0) {
            low[s] = Math.min(low[s], index[t]);
          }
          continue;
        }
        depth--;
        if (depth > 0) {
          int parent = path[depth - 1];
          low[parent] = Math.min(low[parent], low[s]);
        }
        if (low[s] == index[s]) {
          List<Integer> members = new ArrayList<>();
          int m;
          do {
            m = stack[--stackSize];
            component[m] = s;
            members.add(m);
          } while (m != s);
          if (isFair(members)) {
            starved = w;
            describe(members);
            return;
          }
        }
      }
    }
  }

  private boolean isFair(List<Integer> members) {
    int first = members.get(0);
    boolean hasEdge = false;
    for (int e = edgeStart.get(first); e < edgeStart.get(first + 1); e++) {
      hasEdge |= component[targets.get(e)] == component[first];
    }
    if (!hasEdge) {
      return false;
    }
    for (int e = edgeStart.get(first); e < edgeStart.get(first + 1); e++) {
      int duty = duty(nodes.get(e), codes.get(e));
      if (duty != NOTHING_DUE && !isMet(members, duty)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a duty is fulfilled inside the part, or is not due in one of its states. */
  private boolean isMet(List<Integer> members, int duty) {
    for (int s : members) {
      if (!isDue(s, duty)) {
        return true;
      }
      for (int e = edgeStart.get(s); e < edgeStart.get(s + 1); e++) {
        if (duty(nodes.get(e), codes.get(e)) == duty && component[targets.get(e)] == component[s]) {
          return true;
        }
      }
    }
    return false;
  }

  // The example.

  private void describe(List<Integer> members) {
    int first = members.stream().mapToInt(Integer::intValue).min().getAsInt();
    List<Integer> edges = new ArrayList<>();
    for (int s = first; parents.get(s) >= 0; s = parents.get(s)) {
      edges.add(0, parentEdges.get(s));
    }
    loop = edges.size();
    int at = first;
    for (int e = edgeStart.get(first); e < edgeStart.get(first + 1); e++) {
      int duty = duty(nodes.get(e), codes.get(e));
      if (duty != NOTHING_DUE) {
        at = walk(at, duty, -1, edges);
      }
    }
    if (edges.size() == loop) {
      at = walk(at, NOTHING_DUE, -1, edges);
    }
    walk(at, NOTHING_DUE, first, edges);
    schedule = new ArrayList<>();
    for (int e : edges) {
      schedule.add(locals.event(nodes.get(e), codes.get(e)));
    }
  }

  /**
   * Appends a shortest way inside the part from a state to {@code goal}; or, without a goal, to
   * where {@code duty} is not due or has just been fulfilled; or, without a duty, one step
   * anywhere.
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
      for (int e = edgeStart.get(s); e < edgeStart.get(s + 1); e++) {
        int t = targets.get(e);
        if (component[t] != component[from]) {
          continue;
        }
        boolean isThere =
            goal >= 0
                ? t == goal
                : duty == NOTHING_DUE
                    || duty(nodes.get(e), codes.get(e)) == duty
                    || !isDue(t, duty);
        if (isThere) {
          int at = edges.size();
          edges.add(e);
          while (cameBy.get(s) >= 0) {
            edges.add(at, cameBy.get(s));
            s = source(cameBy.get(s));
          }
          return t;
        }
        if (!cameBy.containsKey(t)) {
          cameBy.put(t, e);
          queue.add(t);
        }
      }
    }
  }

  /** The state that an edge leaves. */
  private int source(int edge) {
    int s = Arrays.binarySearch(edgeStart.values(), 0, edgeStart.size(), edge);
    if (s < 0) {
      return -s - 2;
    }
    // States without edges share their start with the next one.
    while (edgeStart.get(s + 1) == edge) {
      s++;
    }
    return s;
  }
}
