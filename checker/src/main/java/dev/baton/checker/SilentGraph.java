package dev.baton.checker;

/** Where the events that stay within a stratum lead; its states are numbered from 0. */
final class SilentGraph implements Components.Graph {

  private static final int MOST_EDGES = Integer.MAX_VALUE - (1 << 24);

  /** By source: where its edges begin among the targets. */
  private final IntChunks starts = new IntChunks();

  private final IntChunks targets = new IntChunks();

  /** Forgets all edges. */
  void clear() {
    starts.truncate(0);
    targets.truncate(0);
  }

  /** Adds an edge; its source must not be less than that of the edge before. */
  void add(int source, int target) {
    closeUpTo(source);
    targets.add(target);
  }

  /** The states before this one have no more edges. */
  private void closeUpTo(int source) {
    while (starts.size() <= source) {
      starts.add(targets.size());
    }
  }

  /** Whether the numbers of edges are nearly used up. */
  boolean isFull() {
    return targets.size() > MOST_EDGES;
  }

  long bytes() {
    return starts.bytes() + targets.bytes();
  }

  /**
   * Whether edges lead back to where they began: removes states to which nothing leads, one by one.
   */
  boolean hasCycle(int states) {
    closeUpTo(states); // The end of the last state's edges.
    int[] incoming = new int[states];
    for (int e = 0; e < targets.size(); e++) {
      incoming[targets.get(e)]++;
    }
    IntList free = new IntList();
    int gone = 0;
    for (int first = 0; first < states; first++) {
      if (incoming[first] == 0) {
        free.add(first);
      }
      while (free.size() > 0) {
        int s = free.removeLast();
        incoming[s] = -1;
        gone++;
        for (int e = starts.get(s); e < starts.get(s + 1); e++) {
          int target = targets.get(e);
          if (--incoming[target] == 0 && target < first) {
            free.add(target);
          }
        }
      }
    }
    return gone < states;
  }

  // After hasCycle, when all edges are known.

  /** Whether an edge leads from a state to itself. */
  boolean hasLoop(int s) {
    for (int e = firstEdge(s); e < endOfEdges(s); e++) {
      if (target(e) == s) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int size() {
    return starts.size() - 1;
  }

  @Override
  public int firstEdge(int s) {
    return starts.get(s);
  }

  @Override
  public int endOfEdges(int s) {
    return starts.get(s + 1);
  }

  @Override
  public int target(int edge) {
    return targets.get(edge);
  }
}
