package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Saver;
import java.util.Arrays;

/**
 * Finds out how many rounds a perpetual message makes until the next request, without running them.
 *
 * <p>While nobody requests and every message takes the same time, a system that returns to an
 * earlier state, with the same message under way, goes through the same events again and again. So
 * one round is run, and its counts are added as many times as the round fits before the next
 * request.
 */
final class IdleRounds {

  private final Node<Message>[] nodes;
  private final HeapQueue queue;
  private final Traffic traffic;
  private final Network network;
  private final Saver saver = new Saver(new MessageTable());

  // The mark: the delivery that a round begins with.

  private boolean isMarked;
  private int from;
  private int to;
  private long message;
  private long time;
  private long events;
  private int[] state;
  private long[] sent;
  private long[] relayed;

  IdleRounds(Node<Message>[] nodes, HeapQueue queue, Traffic traffic, Network network) {
    this.nodes = nodes;
    this.queue = queue;
    this.traffic = traffic;
    this.network = network;
  }

  /** Something other than the perpetual message has happened. */
  void forget() {
    isMarked = false;
  }

  /**
   * A perpetual message is about to be delivered, and only requests are pending: returns how many
   * rounds it makes before the first of them, and counts them.
   */
  long skip(int sender, int recipient, Message token, long now, long eventsNow) {
    if (!isMarked || sender != from || recipient != to) {
      if (!isMarked) {
        mark(sender, recipient, token, now, eventsNow);
      }
      return 0;
    }
    int[] before = state;
    boolean isSame = traffic.measure(token) == message && Arrays.equals(save(), before);
    long rounds = isSame ? (queue.nextTime() - 1 - now) / (now - time) : 0;
    if (rounds <= 0) {
      mark(sender, recipient, token, now, eventsNow);
      return 0;
    }
    traffic.repeat(sent, rounds);
    network.repeat(relayed, rounds);
    isMarked = false;
    return rounds;
  }

  /** The time that the last round took. */
  long period(long now) {
    return now - time;
  }

  /** The events of the last round. */
  long events(long eventsNow) {
    return eventsNow - events;
  }

  private void mark(int sender, int recipient, Message token, long now, long eventsNow) {
    isMarked = true;
    from = sender;
    to = recipient;
    message = traffic.measure(token);
    time = now;
    events = eventsNow;
    state = save();
    sent = traffic.counts();
    relayed = network.counts();
  }

  private int[] save() {
    saver.clear();
    for (Node<Message> node : nodes) {
      node.state(saver);
    }
    return Arrays.copyOf(saver.data(), saver.size());
  }
}
