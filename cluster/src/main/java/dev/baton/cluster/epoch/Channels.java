package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.core.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one member in one epoch: exactly once, nothing lost, in order per pair. Messages
 * are numbered, acknowledged, and sent again until they are.
 */
final class Channels {

  /** Above this many unacknowledged messages a new epoch is needed. */
  private static final int MOST = 10_000;

  /** Of messages that have overtaken others so many bytes are kept of each peer, about. */
  static final int MOST_EARLY = 8 << 20;

  /** What is known of one peer. */
  private static final class Peer {
    private long sent;
    private final Deque<Carry> unacknowledged = new ArrayDeque<>();

    /** When the oldest of them was sent first, or became the oldest. */
    private long since;

    private long sentAgain;
    private long received;

    /** Messages that have overtaken others. */
    private final Map<Long, Carry> early = new HashMap<>();

    /** How many bytes they take, about. */
    private int weight;
  }

  private final long epoch;
  private final Timing timing;
  private final Peer[] peers;

  Channels(long epoch, int members, Timing timing) {
    this.epoch = epoch;
    this.timing = timing;
    peers = new Peer[members];
    for (int i = 0; i < members; i++) {
      peers[i] = new Peer();
    }
  }

  /** The next message to a peer. */
  Carry send(long now, int to, LockId lock, Message message, long fence, int stamp) {
    Peer peer = peers[to];
    Carry carry = new Carry(epoch, ++peer.sent, lock, message, fence, stamp);
    if (peer.unacknowledged.isEmpty()) {
      peer.since = now;
      peer.sentAgain = now;
    }
    peer.unacknowledged.addLast(carry);
    return carry;
  }

  /** The messages whose turn has come. */
  List<Carry> receive(int from, Carry carry) {
    Peer peer = peers[from];
    if (carry.number() <= peer.received) {
      return List.of();
    }
    if (carry.number() > peer.received + 1) {
      keep(peer, carry);
      return List.of();
    }
    List<Carry> ready = new ArrayList<>();
    for (Carry next = carry; next != null; next = take(peer, peer.received + 1)) {
      ready.add(next);
      peer.received++;
    }
    return ready;
  }

  /** What there is no room for is sent again. */
  private static void keep(Peer peer, Carry carry) {
    int weight = Weight.of(carry);
    if (peer.weight + weight <= MOST_EARLY
        && peer.early.putIfAbsent(carry.number(), carry) == null) {
      peer.weight += weight;
    }
  }

  private static @Nullable Carry take(Peer peer, long number) {
    Carry carry = peer.early.remove(number);
    if (carry != null) {
      peer.weight -= Weight.of(carry);
    }
    return carry;
  }

  /** Up to which number everything has arrived. */
  long received(int from) {
    return peers[from].received;
  }

  void acknowledged(long now, int by, long number) {
    Peer peer = peers[by];
    while (!peer.unacknowledged.isEmpty() && peer.unacknowledged.getFirst().number() <= number) {
      peer.unacknowledged.removeFirst();
      peer.since = now;
    }
  }

  /**
   * What must be sent to a peer again.
   *
   * @param roundTrip how long answers take
   */
  List<Carry> again(long now, int to, long roundTrip) {
    Peer peer = peers[to];
    if (peer.unacknowledged.isEmpty() || now - peer.sentAgain < timing.resend(roundTrip)) {
      return List.of();
    }
    peer.sentAgain = now;
    return List.copyOf(peer.unacknowledged);
  }

  /** The same for these peers, which are all. */
  List<Effect.SendAgain> again(long now, List<Seat> seats, long roundTrip) {
    List<Effect.SendAgain> again = new ArrayList<>();
    for (int i = 0; i < peers.length; i++) {
      Seat peer = seats.get(i);
      for (Carry carry : again(now, i, roundTrip)) {
        again.add(new Effect.SendAgain(peer.name(), peer.incarnation(), carry));
      }
    }
    return again;
  }

  /** Those of these peers, which are all, that have not acknowledged messages for too long. */
  List<Seat> stuck(long now, List<Seat> seats) {
    List<Seat> stuck = new ArrayList<>();
    for (int i = 0; i < peers.length; i++) {
      boolean isLate = now - peers[i].since > 2 * timing.suspectAfter();
      if (isLate && !peers[i].unacknowledged.isEmpty()) {
        stuck.add(seats.get(i));
      }
    }
    return stuck;
  }

  /** Whether everything that was sent is acknowledged. */
  boolean isQuiet() {
    for (Peer peer : peers) {
      if (!peer.unacknowledged.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  boolean isFull() {
    for (Peer peer : peers) {
      if (peer.unacknowledged.size() > MOST) {
        return true;
      }
    }
    return false;
  }
}
