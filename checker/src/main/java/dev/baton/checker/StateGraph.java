package dev.baton.checker;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** All reachable states and the events between them, kept in memory: for systems that are small. */
final class StateGraph {

  private final Space space;

  /** State s: {@code vectors[start[s]] … vectors[start[s + 1] − 1]}. */
  private final IntList vectors = new IntList();

  private final IntList start = new IntList();

  /** By state: the event by which it was found first, and from where. */
  private final IntList parents = new IntList();

  private final IntList parentEdges = new IntList();
  private final LongTable numbers = new LongTable(1 << 12);

  /** Edges of state s: {@code edgeStart[s] … edgeStart[s + 1] − 1}. */
  private final IntList edgeStart = new IntList();

  private final IntList targets = new IntList();
  private final IntList nodes = new IntList();
  private final IntList codes = new IntList();
  private boolean isComplete = true;

  StateGraph(Space space, long memoryBytes) {
    this.space = space;
    int[] initial = space.initialVector();
    number(initial, initial.length, -1, -1);
    for (int s = 0; s < numbers.size() && isComplete; s++) {
      expand(s);
      isComplete = (s & 0xFF) != 0 || bytes() <= memoryBytes;
    }
    edgeStart.add(targets.size());
  }

  private void expand(int s) {
    edgeStart.add(targets.size());
    int[] vector = vector(s);
    space.successors(
        vector,
        0,
        vector.length,
        (via, node, code, t, next, length) -> {
          targets.add(number(next, length, s, targets.size()));
          nodes.add(node);
          codes.add(code);
        });
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

  private long bytes() {
    return vectors.bytes() + 3 * targets.bytes() + 4 * start.bytes() + numbers.bytes();
  }

  /** Whether all of it found room. */
  boolean isComplete() {
    return isComplete;
  }

  int size() {
    return numbers.size();
  }

  long fingerprint(int s) {
    int[] vector = vector(s);
    return space.fingerprint(vector, vector.length);
  }

  private int[] vector(int s) {
    int end = s + 1 < start.size() ? start.get(s + 1) : vectors.size();
    return Arrays.copyOfRange(vectors.values(), start.get(s), end);
  }

  boolean isWaiting(int s, int node) {
    return space.tables().phase[vectors.get(start.get(s) + node)] == Locals.WAITING;
  }

  int firstEdge(int s) {
    return edgeStart.get(s);
  }

  int endOfEdges(int s) {
    return edgeStart.get(s + 1);
  }

  /** Where an edge leads. */
  int target(int edge) {
    return targets.get(edge);
  }

  /** Whose event an edge is. */
  int node(int edge) {
    return nodes.get(edge);
  }

  /** Which event an edge is, as {@link Locals} numbers them. */
  int code(int edge) {
    return codes.get(edge);
  }

  /** The state that an edge leaves. */
  int source(int edge) {
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

  /** Puts the shortest way to a state, as edges, before those of {@code edges}. */
  void prependWayTo(int state, List<Integer> edges) {
    for (int s = state; parents.get(s) >= 0; s = parents.get(s)) {
      edges.add(0, parentEdges.get(s));
    }
  }

  /**
   * Finds the strongly connected parts of the states that {@code includes} says (Tarjan's
   * algorithm, without recursion), until {@code isWanted} says that one of them is wanted.
   *
   * @param part afterwards, by state: the number of its part, or −1
   */
  void findParts(IntPredicate includes, int[] part, Predicate<IntList> isWanted) {
    Arrays.fill(part, -1);
    int[] index = new int[size()];
    int[] low = new int[size()];
    int[] edge = new int[size()];
    IntList path = new IntList();
    IntList stack = new IntList();
    int next = 1;
    for (int root = 0; root < size(); root++) {
      if (index[root] != 0 || !includes.test(root)) {
        continue;
      }
      int entering = root;
      while (entering >= 0 || path.size() > 0) {
        if (entering >= 0) {
          index[entering] = low[entering] = next++;
          edge[entering] = firstEdge(entering);
          path.add(entering);
          stack.add(entering);
        }
        int s = path.get(path.size() - 1);
        entering = nextToEnter(s, includes, part, index, low, edge);
        if (entering < 0) {
          path.removeLast();
          if (path.size() > 0) {
            int parent = path.get(path.size() - 1);
            low[parent] = Math.min(low[parent], low[s]);
          }
          if (low[s] == index[s] && isWanted.test(takePart(s, stack, part))) {
            return;
          }
        }
      }
    }
  }

  /** The next state to go down to from s, or −1 when all its edges have been looked at. */
  private int nextToEnter(
      int s, IntPredicate includes, int[] part, int[] index, int[] low, int[] edge) {
    while (edge[s] < endOfEdges(s)) {
      int t = target(edge[s]++);
      if (!includes.test(t)) {
        continue;
      }
      if (index[t] == 0) {
        return t;
      }
      if (part[t] < 0) {
        low[s] = Math.min(low[s], index[t]);
      }
    }
    return -1;
  }

  private static IntList takePart(int root, IntList stack, int[] part) {
    IntList members = new IntList();
    int m;
    do {
      m = stack.removeLast();
      part[m] = root;
      members.add(m);
    } while (m != root);
    return members;
  }
}
