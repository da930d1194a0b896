package dev.baton.algorithms;

import dev.baton.core.Node;
import dev.baton.core.Setup;

/**
 * A dynamic information structure: each site asks those whose permission is missing, and at the
 * start of each two sites one has the permission of the other already.
 *
 * <ul>
 *   <li>Paper: M. Singhal, "A dynamic information-structure mutual exclusion algorithm for
 *       distributed systems", IEEE Trans. Parallel and Distributed Systems 3(1), 1992.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 to 2(N − 1).
 *   <li>Departures: a repeated request has the number of the first.
 *   <li>Page: docs/algorithms/singhal-dynamic.md.
 * </ul>
 *
 * <p>The rules are those of {@link CarvalhoRoucairol}: the request set R is {@code missing}, the
 * inform set I is {@code deferred}. Only the start is new.
 */
final class SinghalDynamic {

  private SinghalDynamic() {}

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> site(self, setup.n()));
  }

  /** The staircase: site i has to ask 0 … i − 1. */
  static CarvalhoRoucairol site(int self, int n) {
    return new CarvalhoRoucairol(self, n, 0, self);
  }
}
