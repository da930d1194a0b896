package dev.baton.checker;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which silent events can lead back to where they began, as far as single nodes can tell.
 *
 * <p>Around such a cycle every node returns to its own state, and every message that is delivered
 * is also sent. So a transition is on no cycle if nothing leads from where it ends to where it
 * begins, or nothing sends what it delivers. Such transitions are struck out until there are no
 * more of them; if any transitions remain, only the global states can tell.
 */
final class LocalCycles implements Components.Graph {

  private final Tables tables;
  private final int locals;

  /** The transitions that are left, in order of the local states in which they begin. */
  private int[] left;

  /** Those of local state s: {@code left[start[s]] … left[start[s + 1] − 1]}. */
  private final int[] start;

  private LocalCycles(Tables tables, int locals, int transitions) {
    this.tables = tables;
    this.locals = locals;
    start = new int[locals + 1];
    IntList silent = new IntList();
    for (int t = 0; t < transitions; t++) {
      if (tables.isSilent(t)) {
        silent.add(t);
      }
    }
    keep(silent);
  }

  /** By transition: whether it may be on a cycle of silent transitions. */
  static BitSet suspects(Tables tables, int locals, int envelopes, int transitions) {
    LocalCycles cycles = new LocalCycles(tables, locals, transitions);
    int before;
    do {
      before = cycles.left.length;
      cycles.strike(envelopes);
    } while (0 < cycles.left.length && cycles.left.length < before);
    BitSet suspects = new BitSet(transitions);
    for (int t : cycles.left) {
      suspects.set(t);
    }
    return suspects;
  }

  private void strike(int envelopes) {
    int[] component = new int[locals];
    Components.find(this, s -> start[s] < start[s + 1], component, members -> false);
    boolean[] isSent = new boolean[envelopes];
    for (int t : left) {
      int sends = tables.sendsStart(t);
      for (int s = sends + 1; s <= sends + tables.sends[sends]; s++) {
        isSent[tables.sends[s]] = true;
      }
    }
    IntList kept = new IntList();
    for (int t : left) {
      boolean isBack = component[tables.local(t)] == component[tables.target(t)];
      if (isBack && (!tables.isDelivery(t) || isSent[tables.delivered(t)])) {
        kept.add(t);
      }
    }
    keep(kept);
  }

  private void keep(IntList transitions) {
    Arrays.fill(start, 0);
    for (int i = 0; i < transitions.size(); i++) {
      start[tables.local(transitions.get(i)) + 1]++;
    }
    for (int s = 0; s < locals; s++) {
      start[s + 1] += start[s];
    }
    int[] at = start.clone();
    left = new int[transitions.size()];
    for (int i = 0; i < left.length; i++) {
      int t = transitions.get(i);
      left[at[tables.local(t)]++] = t;
    }
  }

  // The local states, and the transitions that are left between them.

  @Override
  public int size() {
    return locals;
  }

  @Override
  public int firstEdge(int s) {
    return start[s];
  }

  @Override
  public int endOfEdges(int s) {
    return start[s + 1];
  }

  @Override
  public int target(int edge) {
    return tables.target(left[edge]);
  }
}
