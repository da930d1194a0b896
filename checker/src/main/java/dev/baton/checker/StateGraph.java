package dev.baton.checker;

import java.util.Arrays;
import java.util.List;

/** All reachable states and the events between them, kept in memory: for systems that are small. */
final class StateGraph implements Fairness.Graph {

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
    number(space.fingerprint(initial, initial.length), initial, initial.length, -1, -1);
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
        (via, node, code, t, fingerprint, next, length) -> {
          targets.add(number(fingerprint, next, length, s, targets.size()));
          nodes.add(node);
          codes.add(code);
        });
  }

  private int number(long fingerprint, int[] vector, int length, int parent, int edge) {
    int s = numbers.size();
    int known = numbers.putIfAbsent(fingerprint, s);
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

  @Override
  public int size() {
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
    return space.tables().phase(vectors.get(start.get(s) + node)) == Locals.WAITING;
  }

  @Override
  public int firstEdge(int s) {
    return edgeStart.get(s);
  }

  @Override
  public int endOfEdges(int s) {
    return edgeStart.get(s + 1);
  }

  @Override
  public int target(int edge) {
    return targets.get(edge);
  }

  @Override
  public int node(int edge) {
    return nodes.get(edge);
  }

  @Override
  public int code(int edge) {
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
}
