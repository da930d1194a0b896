package dev.baton.simulator;

/**
 * Pending events, the earliest first and those of the same time in the order in which they were
 * added. An event is a number below {@link #MOST_EVENTS} that is pending at most once; no event is
 * added to the past.
 */
public abstract class EventQueue {

  static final int EVENT_BITS = 28;

  public static final int MOST_EVENTS = 1 << EVENT_BITS;

  /** The time of the event that was polled last. */
  protected long time;

  EventQueue() {}

  public abstract void add(long time, int event);

  /** Takes the next event, and moves {@link #time} on to it. */
  public abstract int poll();

  public abstract int size();

  public final boolean isEmpty() {
    return size() == 0;
  }

  public final long time() {
    return time;
  }
}
