package dev.baton.simulator;

import dev.baton.core.Message;
import java.util.Arrays;

/**
 * What is going to happen: every pending event with its details, in slots that are reused. The
 * queue orders the numbers of the slots.
 */
final class Agenda {

  /** In place of a sender: what happens instead of a delivery. */
  static final int REQUEST = -1;

  static final int EXIT = -2;

  /** A timer or an exit that was cancelled: nothing happens. */
  static final int NOTHING = -3;

  /** Timer t is {@code TIMER − t}. */
  static final int TIMER = -4;

  /** A node moves to another neighbourhood. */
  static final int MOVE = Integer.MIN_VALUE;

  /** A node crashes. */
  static final int CRASH = MOVE + 1;

  /** A request arrives at a node that may have to queue it. */
  static final int ARRIVAL = MOVE + 2;

  /** A pending event. */
  static final class Slot {
    final int number;

    /** The sender, or what happens instead of a delivery. */
    private int from;

    /** The node to which it happens. */
    private int to;

    /** Null unless it is a delivery. */
    private Message message;

    /** 1 if it keeps the system from being quiet, else 0. */
    private int weight;

    private Slot(int number) {
      this.number = number;
    }

    int from() {
      return from;
    }

    int to() {
      return to;
    }

    Message message() {
      return message;
    }

    int weight() {
      return weight;
    }
  }

  private final EventQueue queue;
  private Slot[] slots = new Slot[64];
  private int used;

  /** The numbers of free slots; the one that was freed last is used first. */
  private int[] free = new int[64];

  private int frees;

  /** How many events other than requests, moves and perpetual messages are pending. */
  private long busy;

  /** Requests and arrivals. */
  private int requests;

  /** Moves and crashes. */
  private int moves;

  Agenda(EventQueue queue) {
    this.queue = queue;
  }

  /** Whether nothing is pending but requests, moves and perpetual messages. */
  boolean isQuiet() {
    return busy == 0;
  }

  /** Whether nothing is pending but requests. */
  boolean hasOnlyRequests() {
    return queue.size() == requests;
  }

  boolean hasRequests() {
    return requests > 0;
  }

  /** Whether nothing is pending but moves and crashes. */
  boolean isEmpty() {
    return queue.size() == moves;
  }

  boolean hasMoves() {
    return moves > 0;
  }

  private Slot add(long time, int from, int to, Message message, int weight) {
    if (time < 0) {
      throw new IllegalArgumentException(
          "The simulated time overflows: write shorter times, or fewer entries.");
    }
    int number = frees > 0 ? free[--frees] : newSlot();
    Slot slot = slots[number];
    slot.from = from;
    slot.to = to;
    slot.message = message;
    slot.weight = weight;
    busy += weight;
    queue.add(time, number);
    return slot;
  }

  private int newSlot() {
    if (used == slots.length) {
      if (2 * used > EventQueue.MOST_EVENTS) {
        throw new IllegalStateException("more than " + used + " events are pending");
      }
      slots = Arrays.copyOf(slots, 2 * used);
      free = Arrays.copyOf(free, 2 * used);
    }
    slots[used] = new Slot(used);
    return used++;
  }

  void addRequest(long time, int node) {
    requests++;
    add(time, REQUEST, node, null, 0);
  }

  void addMove(long time, int node) {
    moves++;
    add(time, MOVE, node, null, 0);
  }

  void addArrival(long time, int node) {
    requests++;
    add(time, ARRIVAL, node, null, 0);
  }

  void addCrash(long time, int node) {
    moves++;
    add(time, CRASH, node, null, 0);
  }

  /** Returns the slot, by which the exit can be cancelled. */
  Slot addExit(long time, int node) {
    return add(time, EXIT, node, null, 1);
  }

  /** To one node, or to all others at once. Returns the slot. */
  Slot addMessage(long time, int from, int to, Message message) {
    return add(time, from, to, message, message.isPerpetual() ? 0 : 1);
  }

  /** Returns the slot, by which the timer can be cancelled. */
  Slot addTimer(long time, int node, int timer) {
    return add(time, TIMER - timer, node, null, 1);
  }

  /** Cancels a timer or an exit. */
  void cancel(Slot slot) {
    slot.from = NOTHING;
    slot.weight = 0;
    busy--;
  }

  /** Takes the next event, which can be read until another one is added. */
  Slot poll() {
    int number = queue.poll();
    free[frees++] = number;
    Slot slot = slots[number];
    busy -= slot.weight;
    if (slot.weight == 0) {
      uncount(slot.from);
    }
    return slot;
  }

  private void uncount(int what) {
    if (what == REQUEST || what == ARRIVAL) {
      requests--;
    } else if (what == MOVE || what == CRASH) {
      moves--;
    }
  }

  /** The time of the event that was polled last. */
  long time() {
    return queue.time();
  }
}
