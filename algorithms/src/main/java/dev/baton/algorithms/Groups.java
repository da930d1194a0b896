package dev.baton.algorithms;

import dev.baton.core.Setup;

/**
 * The nodes in groups of consecutive numbers, whose sizes differ by at most one, each with a local
 * request collector: its first node, and in the first holder's group the holder.
 */
final class Groups {

  private final int n;
  private final int count;
  private final int holder;

  /**
   * As many groups as the setup says, or else √n.
   *
   * @throws IllegalArgumentException with one sentence, if there are more groups than nodes
   */
  Groups(String id, Setup setup) {
    n = setup.n();
    count = setup.division() == 0 ? (int) Math.round(Math.sqrt(n)) : setup.division();
    holder = setup.holder();
    if (count > n) {
      throw new IllegalArgumentException(
          id + " cannot divide " + n + " nodes into " + count + " groups: write fewer --groups.");
    }
  }

  int count() {
    return count;
  }

  int groupOf(int node) {
    int larger = n % count * (n / count + 1);
    return node < larger ? node / (n / count + 1) : n % count + (node - larger) / (n / count);
  }

  /** LRC: the local request collector of a group. */
  int lrc(int group) {
    return groupOf(holder) == group ? holder : group * (n / count) + Math.min(group, n % count);
  }

  /** GRC: the global request collector, at the start. */
  int firstGrc() {
    return holder;
  }
}
