package dev.baton.checker;

import java.util.Arrays;

/** States, numbered from 0, and the events between them, which are edges. */
class EventGraph implements Fairness.Graph {

  /** Edges of state s: {@code starts[s] … starts[s + 1] − 1}. */
  private final IntList starts = new IntList();

  private final IntList targets = new IntList();
  private final IntList nodes = new IntList();
  private final IntList codes = new IntList();

  /** Begins the edges of the next state; called once more after the last one. */
  final void nextState() {
    starts.add(targets.size());
  }

  final void addEdge(int target, int node, int code) {
    targets.add(target);
    nodes.add(node);
    codes.add(code);
  }

  final int edges() {
    return targets.size();
  }

  long bytes() {
    return starts.bytes() + 3 * targets.bytes();
  }

  @Override
  public final int size() {
    return starts.size() - 1;
  }

  @Override
  public final int firstEdge(int s) {
    return starts.get(s);
  }

  @Override
  public final int endOfEdges(int s) {
    return starts.get(s + 1);
  }

  @Override
  public final int target(int edge) {
    return targets.get(edge);
  }

  @Override
  public final int node(int edge) {
    return nodes.get(edge);
  }

  @Override
  public final int code(int edge) {
    return codes.get(edge);
  }

  /** The state that an edge leaves. */
  final int source(int edge) {
    int s = Arrays.binarySearch(starts.values(), 0, starts.size(), edge);
    if (s < 0) {
      return -s - 2;
    }
    // States without edges share their start with the next one.
    while (starts.get(s + 1) == edge) {
      s++;
    }
    return s;
  }
}
