package dev.baton.simulator;

import dev.baton.core.Message;

/**
 * Who can hear whom in a run, and how that changes: with {@link NoMovement} everyone always hears
 * everyone, with {@link Roaming} nodes move between neighbourhoods, and with {@link MovingLinks}
 * links come and go as nodes move.
 */
sealed interface Movement permits NoMovement, Roaming, MovingLinks {

  /** Puts every node where it begins, at time 0 and before anyone requests. */
  void start();

  /** Moves a node, as planned for this moment. */
  void move(int node);

  /**
   * Begins a round of a workload that waits for quiet, if nobody waits or is inside: where nodes
   * move, messages may be under way at any time.
   */
  void beginRound();

  /** How many times a node has moved to another neighbourhood. */
  long moves();

  /** How many messages have been lost because their recipient could not hear the sender. */
  long lost();

  // Messages.

  /** Lets a message set out; returns false if it is lost, because there is no link. */
  boolean send(int from, int to);

  /** Puts a message under way; returns false if it is lost, because the recipient is elsewhere. */
  boolean carry(long arrival, int from, int to, Message message);

  /** How many others a broadcast of this node is for. */
  int others(int node);

  /** The i-th of the others, in the order of their numbers. */
  int other(int node, int i);

  /** Whether one event may stand for a whole broadcast, if all its copies arrive together. */
  boolean bundlesBroadcasts();

  /** Puts a broadcast under way as one event. */
  void carryToOthers(long arrival, int from, Message message);

  /**
   * Delivers the message of a slot of the agenda to those that can still hear it.
   *
   * @param run the simulation, which the compiler then knows to be the caller
   */
  void deliver(Simulation run, int slot, int from, int to, Message message);

  // Applications.

  /** A node has entered; the slot is that of its exit. */
  void onEnter(int node, Agenda.Slot exit);

  /** A request, an exit or a timer has been handled: looks whether somebody now waits in vain. */
  void watch(int node);
}
