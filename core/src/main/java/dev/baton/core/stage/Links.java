package dev.baton.core.stage;

import dev.baton.core.Node;
import dev.baton.core.Setup;

/**
 * Who has a link to whom, where links change. Both ends are told, one after the other, and nothing
 * else happens in between.
 */
final class Links {

  /** By node: to whom it has been told that it has a link. */
  private final boolean[][] has;

  /** By pair: whether what was sent on their link when it came up has arrived. */
  private final boolean[][] isSettled;

  /** The end that is still to be told, and of whom; {@link Node#NONE} if there is none. */
  private int untold = Node.NONE;

  private int other = Node.NONE;

  Links(Setup setup) {
    has = new boolean[setup.n()][setup.n()];
    isSettled = new boolean[setup.n()][setup.n()];
    for (int i = 0; i < has.length; i++) {
      for (int j = 0; j < has.length; j++) {
        has[i][j] = setup.areLinked(i, j);
        isSettled[i][j] = has[i][j];
      }
    }
  }

  boolean has(int i, int j) {
    return has[i][j];
  }

  /** The event by which the second end is told of a change; null if there is none. */
  Event due() {
    if (untold == Node.NONE) {
      return null;
    }
    return has[untold][other] ? new Event.LinkDown(untold, other) : new Event.LinkUp(untold, other);
  }

  /** A node is told of a link that has come up or gone down. */
  void change(int node, int neighbour) {
    boolean isSecond = untold == node && other == neighbour;
    assert isSecond || untold == Node.NONE : "another end is to be told first";
    has[node][neighbour] = !has[node][neighbour];
    isSettled[node][neighbour] = false;
    isSettled[neighbour][node] = false;
    untold = isSecond ? Node.NONE : neighbour;
    other = isSecond ? Node.NONE : node;
  }

  /** Whether a link is up at both ends but not settled. */
  boolean isNew(int i, int j) {
    return has[i][j] && has[j][i] && !isSettled[i][j];
  }

  void settle(int i, int j) {
    isSettled[i][j] = true;
    isSettled[j][i] = true;
  }

  /** Whether all nodes still reach each other over settled links without the one between two. */
  boolean isConnectedWithout(int a, int b) {
    boolean[] isReached = new boolean[has.length];
    int[] queue = new int[has.length];
    int size = 1;
    isReached[0] = true;
    for (int head = 0; head < size; head++) {
      int i = queue[head];
      for (int j = 0; j < has.length; j++) {
        boolean isThis = i == a && j == b || i == b && j == a;
        if (isSettled[i][j] && !isThis && !isReached[j]) {
          isReached[j] = true;
          queue[size++] = j;
        }
      }
    }
    return size == has.length;
  }
}
