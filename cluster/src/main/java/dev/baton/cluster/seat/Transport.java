package dev.baton.cluster.seat;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;

/** Carries frames from one seat to others. A frame may be lost, late, doubled or out of order. */
public interface Transport extends AutoCloseable {

  /** Where frames arrive; must not block. */
  interface Receiver {
    void receive(Seat from, int incarnation, Frame frame);

    /**
     * The same for a frame of so many bytes from another process. Returns false if too much waits
     * already, and the frame is dropped.
     */
    boolean receive(Seat from, int incarnation, Frame frame, int bytes);
  }

  /**
   * Sends without waiting.
   *
   * @param incarnation of the receiver, or {@link dev.baton.cluster.epoch.Member#ANY}
   */
  void send(Seat from, String to, int incarnation, Frame frame);

  /** Nothing is sent or received any more. */
  @Override
  void close();
}
