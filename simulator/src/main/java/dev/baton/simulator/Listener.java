package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.stage.Event;

/**
 * Watches a simulation: is told of every event before its handler runs, and of every effect
 * afterwards.
 */
public interface Listener {

  void onEvent(long ticks, Event event);

  /** A message is sent; a broadcast is reported once per recipient. */
  default void onSend(long ticks, int from, int to, Message message, long arrivalTicks) {}

  default void onEnter(long ticks, int node, int permit) {}
}
