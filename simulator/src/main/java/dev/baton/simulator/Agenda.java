package dev.baton.simulator;

import dev.baton.core.Message;
import java.util.Arrays;

/**
 * What is going to happen: every pending event with its details, in slots that are used again. The
 * queue orders the numbers of the slots.
 */
final class Agenda {

  /** In the place of a sender: what happens instead of a delivery. */
  static final int REQUEST = -1;

  static final int EXIT = -2;

  /** A timer or an exit that was taken back: nothing happens. */
  static final int NOTHING = -3;

  /** Timer t is {@code TIMER − t}. */
  static final int TIMER = -4;

  /** A node moves to another neighbourhood. */
  static final int MOVE = Integer.MIN_VALUE;

  private final EventQueue queue;
  private int[] from = new int[64];

  /** The node to which it happens; in a free slot the next free one. */
  private int[] to = new int[64];

  /** Messages; as objects, because a store into an array of an interface is checked slowly. */
  private Object[] message = new Object[64];

  private int firstFree = -1;
  private int used;

  /** How many events other than requests, moves and perpetual messages are pending. */
  private long busy;

  private int requests;
  private int moves;

  Agenda(EventQueue queue) {
    this.queue = queue;
  }

  /** Whether nothing is pending but requests, moves and perpetual messages. */
  boolean isQuiet() {
    return busy == 0;
  }

  boolean hasRequests() {
    return requests > 0;
  }

  /** Whether nothing is pending but moves. */
  boolean isEmpty() {
    return queue.size() == moves;
  }

  /** Returns the slot. */
  private int add(long time, int from, int to, Message message) {
    int slot = firstFree;
    if (slot < 0) {
      slot = used++;
      if (slot == this.from.length) {
        grow();
      }
    } else {
      firstFree = this.to[slot];
    }
    if (time < 0) {
      throw new IllegalArgumentException(
          "The simulated time runs over: write shorter times, or fewer entries.");
    }
    this.from[slot] = from;
    this.to[slot] = to;
    this.message[slot] = message;
    queue.add(time, slot);
    return slot;
  }

  private void grow() {
    int length = 2 * from.length;
    if (length > EventQueue.MOST_EVENTS) {
      throw new IllegalStateException("more than " + from.length + " events are pending");
    }
    from = Arrays.copyOf(from, length);
    to = Arrays.copyOf(to, length);
    message = Arrays.copyOf(message, length);
  }

  void addRequest(long time, int node) {
    requests++;
    add(time, REQUEST, node, null);
  }

  void addMove(long time, int node) {
    moves++;
    add(time, MOVE, node, null);
  }

  /** Returns the slot, by which the exit can be taken back. */
  int addExit(long time, int node) {
    busy++;
    return add(time, EXIT, node, null);
  }

  /** To one node, or to all others at once. Returns the slot. */
  int addMessage(long time, int from, int to, Message message) {
    if (!message.isPerpetual()) {
      busy++;
    }
    return add(time, from, to, message);
  }

  /** Returns the slot, by which the timer can be taken back. */
  int addTimer(long time, int node, int timer) {
    busy++;
    return add(time, TIMER - timer, node, null);
  }

  /** Takes a timer or an exit back. */
  void cancel(int slot) {
    from[slot] = NOTHING;
    busy--;
  }

  /** Takes the next event off the queue; returns its slot, to be read and then freed. */
  int poll() {
    return queue.poll();
  }

  long time() {
    return queue.time();
  }

  int from(int slot) {
    return from[slot];
  }

  int to(int slot) {
    return to[slot];
  }

  Message message(int slot) {
    return (Message) message[slot];
  }

  /** The event of this slot has been read. */
  void free(int slot) {
    int kind = from[slot];
    if (kind >= 0) {
      busy -= message(slot).isPerpetual() ? 0 : 1;
      message[slot] = null;
    } else if (kind == REQUEST) {
      requests--;
    } else if (kind == MOVE) {
      moves--;
    } else if (kind != NOTHING) {
      busy--;
    }
    to[slot] = firstFree;
    firstFree = slot;
  }
}
