package dev.baton.simulator;

import java.util.Arrays;

/**
 * An event queue for times that are multiples of a quantum: a timing wheel.
 *
 * <p>Each slot of the wheel is one point in time, and lists its events in the order of insertion; a
 * bitmap says which slots have any. Events more than one turn ahead wait in a heap, and move into
 * their slot as soon as it is less than a turn away: before anything else can be added to it.
 */
public final class WheelQueue extends EventQueue {

  private static final int NONE = -1;

  private final long quantum;
  private final int slots;
  private final long turn;

  /** First and last event of each slot; {@link #NONE} where empty. */
  private final int[] first;

  private final int[] last;
  private final long[] occupied;

  /** The event after this one in its slot. */
  private int[] next = new int[64];

  private final HeapQueue far = new HeapQueue();
  private int slot;
  private int size;

  /**
   * A wheel of one slot per quantum.
   *
   * @param slots a power of two, at least 64
   */
  public WheelQueue(long quantum, int slots) {
    assert quantum > 0 && slots >= 64 && Integer.bitCount(slots) == 1;
    this.quantum = quantum;
    this.slots = slots;
    turn = quantum * slots;
    first = new int[slots];
    last = new int[slots];
    occupied = new long[slots >> 6];
    Arrays.fill(first, NONE);
  }

  @Override
  public int size() {
    return size + far.size();
  }

  @Override
  public void add(long time, int event) {
    long ahead = time - this.time;
    assert ahead >= 0 && ahead % quantum == 0 : ahead + " ticks are not a multiple of " + quantum;
    if (ahead >= turn) {
      far.add(time, event);
    } else {
      append(slot + (int) (ahead / quantum) & slots - 1, event);
    }
  }

  private void append(int s, int event) {
    if (event >= next.length) {
      next = Arrays.copyOf(next, Math.max(2 * next.length, event + 1));
    }
    next[event] = NONE;
    if (first[s] == NONE) {
      first[s] = event;
      occupied[s >> 6] |= 1L << s;
    } else {
      next[last[s]] = event;
    }
    last[s] = event;
    size++;
  }

  @Override
  public int poll() {
    if (first[slot] == NONE) {
      moveOn();
    }
    int event = first[slot];
    first[slot] = next[event];
    if (first[slot] == NONE) {
      occupied[slot >> 6] &= ~(1L << slot);
    }
    size--;
    return event;
  }

  /** Turns the wheel to the next time at which there is an event. */
  private void moveOn() {
    if (size > 0) {
      turn(nextOccupied() - slot & slots - 1);
    } else {
      assert far.size() > 0 : "poll from an empty queue";
      turn((far.nextTime() - time) / quantum);
    }
  }

  private void turn(long steps) {
    slot = (int) (slot + steps) & slots - 1;
    time += steps * quantum;
    while (far.size() > 0 && far.nextTime() - time < turn) {
      long ahead = far.nextTime() - time;
      append(slot + (int) (ahead / quantum) & slots - 1, far.poll());
    }
  }

  private int nextOccupied() {
    int word = slot >> 6;
    long bits = occupied[word] & -1L << slot;
    while (bits == 0) {
      word = word + 1 & occupied.length - 1;
      bits = occupied[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }
}
