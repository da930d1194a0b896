package dev.baton.checker;

/**
 * Nodes hear those to which they have a link, and links change. The vector holds for every node, as
 * bits, the neighbours to which it has been told that it has a link; then for every node those
 * higher ones to which the link is settled; then the number of changes still to come.
 */
final class LinkReach implements Reach {

  private final Check check;
  private final int n;
  private final int told;
  private final int settled;
  private final int changes;

  LinkReach(Check check, int n, int at) {
    this.check = check;
    this.n = n;
    told = at;
    settled = told + n;
    changes = settled + n;
  }

  @Override
  public int end() {
    return changes + 1;
  }

  @Override
  public void start(int[] vector) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        vector[told + i] |= check.setup().areLinked(i, j) ? 1 << j : 0;
      }
      vector[settled + i] = vector[told + i] & -1 << i;
    }
    vector[changes] = check.linkChanges();
  }

  private boolean isTold(int[] vector, int i, int j) {
    return (vector[told + i] & 1 << j) != 0;
  }

  @Override
  public boolean isChanging(int[] vector) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (isTold(vector, i, j) != isTold(vector, j, i)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void listMoves(Tables tables, int[] vector, int node, Events events) {}

  /**
   * The lower end is told that a link comes up or goes down; or the other end, if the lower one has
   * been told.
   */
  @Override
  public void listChanges(Tables tables, int[] vector, int length, Events events) {
    boolean isChanging = isChanging(vector);
    if (!isChanging && vector[changes] == 0) {
      return;
    }
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        boolean isUp = isTold(vector, i, j);
        if (isChanging && isUp != isTold(vector, j, i)) {
          events.add(j, (isUp ? Locals.LINK_UP : Locals.LINK_DOWN) + i);
        } else if (!isChanging && (!isUp || mayGoDown(tables, vector, length, i, j))) {
          events.add(i, (isUp ? Locals.LINK_DOWN : Locals.LINK_UP) + j);
        }
      }
    }
  }

  private boolean isUsed(Tables tables, int[] vector, int length, int a, int b) {
    for (int e = end(); e < length; e++) {
      int channel = tables.channel[vector[e]];
      if (channel == a * n + b || channel == b * n + a) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether nothing is under way on a link, and all nodes reach each other over settled links
   * without it.
   */
  private boolean mayGoDown(Tables tables, int[] vector, int length, int a, int b) {
    int reached = 1;
    for (int round = 0; round < n; round++) {
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          boolean isOpen = (vector[settled + i] & 1 << j) != 0 && !(i == a && j == b);
          int both = 1 << i | 1 << j;
          reached |= isOpen && (reached & both) != 0 ? both : 0;
        }
      }
    }
    return reached == (1 << n) - 1 && !isUsed(tables, vector, length, a, b);
  }

  @Override
  public int apply(Tables tables, int[] vector, int length, int node, int code) {
    if (Locals.LINK_UP <= code && code < Locals.DELIVER) {
      tell(vector, node, code);
    }
    return length;
  }

  /** Notes that a node has been told of a change; the first of two is counted. */
  private void tell(int[] vector, int i, int code) {
    int j = code - (code < Locals.LINK_DOWN ? Locals.LINK_UP : Locals.LINK_DOWN);
    vector[told + i] ^= 1 << j;
    vector[settled + Math.min(i, j)] &= ~(1 << Math.max(i, j));
    vector[changes] -= isTold(vector, i, j) != isTold(vector, j, i) ? 1 : 0;
  }

  @Override
  public boolean reaches(Tables tables, int[] vector, int sender, int channel) {
    int from = channel / n;
    int to = channel % n;
    return from == to || isTold(vector, from, to);
  }

  @Override
  public boolean losesMessages() {
    return false;
  }

  /** Links settle when what was sent on them when they came up has arrived. */
  @Override
  public void settle(Tables tables, int[] vector, int length) {
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        boolean isUp = isTold(vector, i, j) && isTold(vector, j, i);
        boolean isSettled = (vector[settled + i] & 1 << j) != 0;
        if (isUp && !isSettled && !isUsed(tables, vector, length, i, j)) {
          vector[settled + i] |= 1 << j;
        }
      }
    }
  }
}
