package dev.baton.cluster.epoch;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock in one epoch, as this member sees it: its node of the algorithm, and what travels with
 * every message of it, the highest fence and the highest request stamp.
 *
 * <p>Fencing by causality: a message carries the highest fence that its sender has seen, the
 * receiver keeps the maximum, and who enters takes one more. Between one holder's exit and the next
 * one's entry there is a chain of messages in any correct algorithm, so fences grow.
 */
final class Instance {

  /** Where messages go. */
  interface Wire {
    void send(int to, Message message, long fence, int stamp);
  }

  static final int NONE = Node.NONE;

  /** A new epoch is asked for long before these; see {@link #isExhausted}. */
  private static final long MOST_FENCES = 0xFFFF_FFFFL - (1 << 24);

  private static final int MOST_STAMPS = Integer.MAX_VALUE - (1 << 24);

  private final int self;
  private final int members;
  private final Node<Message> node;
  private final Outbox<Message> outbox;

  /** For each permit of the algorithm the slot that it stands for in this epoch. */
  private final int[] slotOf;

  /** Whether the node has failed at something: until the next epoch nothing more is asked of it. */
  private boolean broken;

  /** At what, until somebody has asked. */
  private @Nullable String failure;

  private long fence;
  private int stamp;

  /** When the node asked, as a stamp; 0 while it does not wait. */
  private int asked;

  /** The permit with which the node is inside, or NONE. */
  private int permit = NONE;

  private long permitFence;

  Instance(
      int self, int members, Node<Message> node, Outbox<Message> outbox, int[] slotOf, long fence) {
    this.self = self;
    this.members = members;
    this.node = node;
    this.outbox = outbox;
    this.slotOf = slotOf;
    this.fence = fence;
  }

  /** Takes over where {@link Replay} has left the node. */
  void resume(int stamp, int asked, int permit, long permitFence) {
    this.stamp = stamp;
    this.asked = asked;
    this.permit = permit;
    this.permitFence = permitFence;
  }

  boolean isWaiting() {
    return asked > 0 && permit == NONE;
  }

  boolean isInside() {
    return permit != NONE;
  }

  int asked() {
    return asked;
  }

  /** The slot with which the node is inside. */
  int slot() {
    return slotOf[permit];
  }

  /** The number that goes with the slot. */
  long permitFence() {
    return permitFence;
  }

  /** Whether a new epoch is needed: the numbers of this one come to an end, or the node fails. */
  boolean isExhausted() {
    return broken || (fence & 0xFFFF_FFFFL) > Integer.MAX_VALUE || stamp > Integer.MAX_VALUE / 2;
  }

  /** The slots that lie here unused. */
  List<Integer> unused() {
    List<Integer> slots = new ArrayList<>();
    if (broken) {
      // What it says of itself is worth nothing. A permit that nobody accounts for is made again.
      return slots;
    }
    Ints permits = node.unusedPermits();
    for (int i = 0; i < permits.size(); i++) {
      slots.add(slotOf[permits.get(i)]);
    }
    return slots;
  }

  void request(Wire wire) {
    assert asked == 0;
    asked = ++stamp;
    if (!broken) {
      try {
        outbox.clear();
        node.onRequest();
        act(wire);
      } catch (RuntimeException | AssertionError e) {
        fail(e);
      }
    }
  }

  private void fail(Throwable why) {
    broken = true;
    failure = why.toString();
  }

  /** At what the node has failed since the last call; null if at nothing. */
  @Nullable String takeFailure() {
    String last = failure;
    failure = null;
    return last;
  }

  void release(Wire wire) {
    assert isInside();
    permit = NONE;
    asked = 0;
    if (!broken) {
      try {
        outbox.clear();
        node.onRelease();
        act(wire);
      } catch (RuntimeException | AssertionError e) {
        fail(e);
      }
    }
  }

  /**
   * Whether anybody would hear of it if the node were released now. Else nobody else waits whose
   * request has arrived: since the algorithm forgets nobody, a message would have to go out for
   * them. Whoever waits later makes a message arrive here first.
   */
  boolean isWanted() {
    if (broken) {
      return true;
    }
    MessageTable messages = new MessageTable();
    Saver before = new Saver(messages);
    node.state(before);
    int askedBefore = asked;
    int permitBefore = permit;
    boolean[] heard = new boolean[1];
    release((to, message, highestFence, highestStamp) -> heard[0] = true);
    new Restorer(messages).restore(node, before.data(), 0);
    asked = askedBefore;
    permit = permitBefore;
    return heard[0];
  }

  /** This fence was used here without a message. */
  void used(long last) {
    fence = Math.max(fence, last);
  }

  /** Null, or why no node of the algorithm can have sent this to a node of it. */
  @Nullable String objection(Message message, long highestFence, int highestStamp) {
    if ((highestFence & 0xFFFF_FFFFL) > MOST_FENCES
        || highestStamp < 0
        || highestStamp > MOST_STAMPS) {
      return "its numbers leave no room for others";
    }
    // Some algorithms show permits as they show nodes.
    return MessageCheck.isSound(message, Math.max(members, slotOf.length))
        ? null
        : "it names a node that is not there";
  }

  /**
   * A message without objection. What it does to the node may still be more than that can take, and
   * it may be of another algorithm: which types are the node's own, only its casts say.
   */
  void receive(Wire wire, int from, Message message, long highestFence, int highestStamp) {
    fence = Math.max(fence, highestFence);
    stamp = Math.max(stamp, highestStamp);
    if (!broken) {
      try {
        outbox.clear();
        node.onMessage(from, message);
        act(wire);
      } catch (RuntimeException | AssertionError e) {
        fail(e);
      }
    }
  }

  /** Does what the node asked for; what it sends to itself arrives before anything else. */
  private void act(Wire wire) {
    Deque<Message> toItself = new ArrayDeque<>();
    collect(wire, toItself);
    while (!toItself.isEmpty()) {
      outbox.clear();
      node.onMessage(self, toItself.removeFirst());
      collect(wire, toItself);
    }
  }

  private void collect(Wire wire, Deque<Message> toItself) {
    if (outbox.timers() > 0) {
      throw new UnsupportedOperationException("an algorithm with timers cannot run live");
    }
    if (outbox.entered()) {
      assert permit == NONE && asked > 0 : "entered without having asked";
      permit = outbox.permit();
      permitFence = ++fence;
    }
    for (int i = 0; i < outbox.sends(); i++) {
      Message message = outbox.message(i);
      int to = outbox.to(i);
      if (to == self) {
        toItself.addLast(message);
      } else if (to != Outbox.ALL) {
        wire.send(to, message, fence, stamp);
      } else {
        for (int j = 0; j < members; j++) {
          if (j != self) {
            wire.send(j, message, fence, stamp);
          }
        }
      }
    }
  }
}
