package dev.baton.checker;

import java.util.Arrays;
import java.util.List;

/** All reachable states and the events between them, kept in memory; for small systems. */
final class StateGraph extends EventGraph {

  private final Space space;

  /** State s: {@code vectors[start[s]] … vectors[start[s + 1] − 1]}. */
  private final IntList vectors = new IntList();

  private final IntList start = new IntList();

  /** By state: the event by which it was found first, and from where. */
  private final IntList parents = new IntList();

  private final IntList parentEdges = new IntList();
  private final LongTable numbers = new LongTable(1 << 12);
  private boolean isComplete = true;

  StateGraph(Space space, long memoryBytes) {
    this.space = space;
    int[] initial = space.initialVector();
    number(space.fingerprint(initial, initial.length), initial, initial.length, -1, -1);
    for (int s = 0; s < numbers.size() && isComplete; s++) {
      expand(s);
      isComplete = (s & 0xFF) != 0 || bytes() <= memoryBytes;
    }
    nextState();
  }

  private void expand(int s) {
    nextState();
    int[] vector = vector(s);
    space.successors(
        vector,
        vector.length,
        (via, node, code, t, fingerprint, next, length) -> {
          int target = number(fingerprint, next, length, s, edges());
          addEdge(target, node, code);
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

  @Override
  long bytes() {
    return super.bytes() + vectors.bytes() + 3 * start.bytes() + numbers.bytes();
  }

  /** Whether all of it fitted into memory. */
  boolean isComplete() {
    return isComplete;
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

  /** Puts the shortest path to a state, as edges, before those of {@code edges}. */
  void prependWayTo(int state, List<Integer> edges) {
    for (int s = state; parents.get(s) >= 0; s = parents.get(s)) {
      edges.add(0, parentEdges.get(s));
    }
  }
}
