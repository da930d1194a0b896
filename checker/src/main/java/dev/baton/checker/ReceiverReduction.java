package dev.baton.checker;

import dev.baton.core.Node;
import java.util.Arrays;

/**
 * The reduction: a node that has a message waiting from everybody who ever sends to it goes first,
 * and only its own events are tried in that state.
 *
 * <p>This misses nothing where channels are FIFO. Events of different nodes can be exchanged, and
 * nobody else can add to what this node may do next: every channel to it already has its first
 * message. So in any schedule the node's first event is one that is tried here, and can be done at
 * once instead. A schedule that goes wrong without any event of this node still does so after one
 * of the messages has been delivered to it: a delivery lets nobody out. A state without messages
 * under way cannot be reached at all without delivering them, so every such state is found as it
 * is.
 *
 * <p>Two things could break this, and {@link Search} and {@link Sweep} look for both. Who sends to
 * whom is not declared but observed: when a search meets a new sender, it begins again. And
 * deliveries that lead back to where they began could put the other events off for ever: where
 * there is such a cycle the search is repeated in full.
 */
final class ReceiverReduction {

  /** By node: how many others send to it. */
  private final int[] senders;

  /** By node: from how many others a message is waiting. */
  private final int[] waiting;

  ReceiverReduction(int[] senders) {
    this.senders = senders;
    waiting = new int[senders.length];
  }

  /** A copy for another thread, with working memory of its own. */
  ReceiverReduction copy() {
    return new ReceiverReduction(senders);
  }

  /** Whether these are still all the senders that have been seen. */
  boolean fits(int[] seen) {
    return Arrays.equals(senders, seen);
  }

  /** The node that goes first, or {@link Node#NONE}. */
  int first(int[] channels, int[] vectors, int from, int to) {
    int n = senders.length;
    Arrays.fill(waiting, 0);
    int before = -1;
    for (int j = from; j < to; j++) {
      int channel = channels[vectors[j]];
      int receiver = channel % n;
      if (channel != before
          && channel / n != receiver
          && ++waiting[receiver] == senders[receiver]) {
        return receiver;
      }
      before = channel;
    }
    return Node.NONE;
  }
}
