package dev.baton.core;

import java.util.Arrays;

/**
 * The effects of one event, in the order in which the handler asked for them. One outbox serves all
 * nodes of a run: the harness clears it, feeds an event, and reads it.
 *
 * @param <M> the algorithm's message type
 */
public final class Outbox<M extends Message> {

  /** Recipient of a broadcast: everyone but the sender. */
  public static final int ALL = -2;

  /** The delay that means that a timer is cancelled. */
  public static final int CANCEL = -1;

  private int sends;
  private Send[] send = {new Send(), new Send()};

  /**
   * Reused by every event. Objects, because an array of messages would check the type of each one
   * stored, which is slow.
   */
  private static final class Send {
    private int to;
    private Message message;
  }

  private int timers;
  private int[] timer = new int[2];
  private int[] delay = new int[2];

  private int permit = Node.NONE;

  /** An empty outbox. */
  public Outbox() {}

  void send(int recipient, M message) {
    if (sends == send.length) {
      send = Arrays.copyOf(send, 2 * sends);
      for (int i = sends; i < send.length; i++) {
        send[i] = new Send();
      }
    }
    Send s = send[sends++];
    s.to = recipient;
    s.message = message;
  }

  void enter(int permit) {
    if (this.permit != Node.NONE) {
      throw new IllegalStateException("one event entered twice");
    }
    this.permit = permit;
  }

  void timer(int id, int after) {
    if (timers == timer.length) {
      timer = Arrays.copyOf(timer, 2 * timers);
      delay = Arrays.copyOf(delay, 2 * timers);
    }
    timer[timers] = id;
    delay[timers++] = after;
  }

  public void clear() {
    sends = 0;
    timers = 0;
    permit = Node.NONE;
  }

  /** How many messages were sent; a broadcast counts as one. */
  public int sends() {
    return sends;
  }

  /** The recipient of the i-th message: a node, or {@link #ALL}. */
  public int to(int i) {
    return send[i].to;
  }

  @SuppressWarnings("unchecked") // Only send() fills the array.
  public M message(int i) {
    return (M) send[i].message;
  }

  /** How many timers were set or cancelled. */
  public int timers() {
    return timers;
  }

  public int timer(int i) {
    return timer[i];
  }

  /** The delay of the i-th timer, or {@link #CANCEL}. */
  public int delay(int i) {
    return delay[i];
  }

  public boolean entered() {
    return permit != Node.NONE;
  }

  /** The permit with which the application entered, or {@link Node#NONE}. */
  public int permit() {
    return permit;
  }
}
