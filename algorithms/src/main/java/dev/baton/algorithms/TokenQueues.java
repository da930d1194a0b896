package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.State;

/**
 * What the local collector of {@link RequestCollectors} knows of the tokens in its group: for each
 * the nodes that it serves, which it visits in this order.
 *
 * <p>Invariant: the queue that travels with a token begins with these nodes, except for those that
 * it has served already. After them may follow nodes that other tokens have taken over.
 */
final class TokenQueues {

  private final Fifo[] queues;

  /** S of an equal division among all groups, rounded up. */
  private final int equal;

  TokenQueues(int k, int groups) {
    queues = new Fifo[k];
    for (int t = 0; t < k; t++) {
      queues[t] = new Fifo();
    }
    equal = (k + groups - 1) / groups;
  }

  /** The queue of a token, empty if it is not in the group. */
  Fifo of(int t) {
    return queues[t];
  }

  /**
   * T = N/S, rounded up: how many nodes each of these further tokens serves, if so many wait. N are
   * all nodes of the group that may be waiting. S is the number of its tokens, but not less than an
   * equal division gives it: it may get them yet, and what travels cannot be divided.
   */
  int share(int waiting, int more) {
    int n = waiting;
    int s = more;
    for (Fifo queue : queues) {
      n += queue.size();
      s += queue.isEmpty() ? 0 : 1;
    }
    s = Math.max(s, equal);
    return (n + s - 1) / s;
  }

  /** The token takes over the last node of the longest queue, unless that is its only one. */
  void help(int t) {
    Fifo longest = queues[t];
    for (Fifo queue : queues) {
      longest = queue.size() > longest.size() ? queue : longest;
    }
    if (longest.size() > 1) {
      for (int i = 1; i < longest.size(); i++) {
        longest.enqueue(longest.dequeue());
      }
      queues[t].enqueue(longest.dequeue());
    }
  }

  /** The token has come back before this rest, and keeps what nobody has taken over. */
  void keep(int t, Ints rest) {
    Fifo kept = new Fifo();
    for (int i = 0; i < rest.size(); i++) {
      if (queues[t].contains(rest.get(i))) {
        kept.enqueue(rest.get(i));
      }
    }
    queues[t] = kept;
  }

  /** How many nodes may be waiting behind the first of a queue. */
  int behind() {
    int behind = 0;
    for (Fifo queue : queues) {
      behind += Math.max(0, queue.size() - 1);
    }
    return behind;
  }

  void state(State s) {
    for (Fifo queue : queues) {
      s.nodes("queue", queue);
    }
  }
}
