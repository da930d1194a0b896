package dev.baton.simulator;

import dev.baton.core.Setup;
import dev.baton.core.stage.Whereabouts;
import java.util.Arrays;

/**
 * Who is in each neighbourhood, as lists, so that the cost of an event depends only on the nodes
 * that it concerns.
 */
final class Members {

  private final Whereabouts whereabouts;

  /** By neighbourhood: who is there, in the order of the nodes' numbers. */
  private final int[][] members;

  private final int[] size;

  /** What a node that joins is shown; zeros in between. */
  private final int[] present;

  Members(Setup setup, int nodes) {
    whereabouts = new Whereabouts(setup, nodes);
    members = new int[setup.neighbourhoods()][4];
    size = new int[setup.neighbourhoods()];
    present = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      if (!whereabouts.isOutside(i)) {
        add(i);
      }
    }
  }

  Whereabouts whereabouts() {
    return whereabouts;
  }

  int neighbourhoods() {
    return size.length;
  }

  /** How many are in a neighbourhood. */
  int size(int where) {
    return size[where];
  }

  int get(int where, int i) {
    return members[where][i];
  }

  void leave(int node) {
    int b = whereabouts.of(node);
    int at = Arrays.binarySearch(members[b], 0, size[b], node);
    System.arraycopy(members[b], at + 1, members[b], at, --size[b] - at);
    whereabouts.leave(node);
  }

  void join(int node, int where) {
    whereabouts.join(node, where);
    add(node);
  }

  private void add(int node) {
    int b = whereabouts.of(node);
    if (size[b] == members[b].length) {
      members[b] = Arrays.copyOf(members[b], 2 * size[b]);
    }
    int at = -1 - Arrays.binarySearch(members[b], 0, size[b], node);
    System.arraycopy(members[b], at, members[b], at + 1, size[b]++ - at);
    members[b][at] = node;
  }

  /** By node: the number of its arrival if it is in this neighbourhood; until {@link #hide}. */
  int[] show(int where) {
    for (int i = 0; i < size[where]; i++) {
      int node = members[where][i];
      present[node] = whereabouts.arrival(node);
    }
    return present;
  }

  void hide(int where) {
    for (int i = 0; i < size[where]; i++) {
      present[members[where][i]] = 0;
    }
  }
}
