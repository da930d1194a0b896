package dev.baton.checker;

import java.util.BitSet;
import java.util.List;

/**
 * Silent events between states, as pairs of states: those that could be on a cycle as far as single
 * nodes can tell ({@link LocalCycles}).
 */
final class SilentEdges {

  private final IntChunks sources = new IntChunks();
  private final IntChunks targets = new IntChunks();

  void add(int source, int target) {
    sources.add(source);
    targets.add(target);
  }

  long bytes() {
    return sources.bytes() + targets.bytes();
  }

  /**
   * Whether some of them form a cycle. Repeatedly removes those that begin where none ends, or end
   * where none begins.
   *
   * @param states more than the number of any state
   */
  static boolean hasCycle(List<SilentEdges> all, int states) {
    long before;
    long left = count(all);
    do {
      before = left;
      BitSet begins = new BitSet(states);
      BitSet ends = new BitSet(states);
      for (SilentEdges edges : all) {
        edges.mark(begins, ends);
      }
      for (SilentEdges edges : all) {
        edges.keep(begins, ends);
      }
      left = count(all);
    } while (0 < left && left < before);
    return left > 0;
  }

  private static long count(List<SilentEdges> all) {
    return all.stream().mapToLong(edges -> edges.sources.size()).sum();
  }

  private void mark(BitSet begins, BitSet ends) {
    for (int e = 0; e < sources.size(); e++) {
      begins.set(sources.get(e));
      ends.set(targets.get(e));
    }
  }

  private void keep(BitSet begins, BitSet ends) {
    int kept = 0;
    for (int e = 0; e < sources.size(); e++) {
      if (ends.get(sources.get(e)) && begins.get(targets.get(e))) {
        sources.set(kept, sources.get(e));
        targets.set(kept++, targets.get(e));
      }
    }
    sources.truncate(kept);
    targets.truncate(kept);
  }
}
