package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import java.util.List;

/** What one process sends to another. */
public sealed interface Packet {

  /** Who are you? The answer is {@link Hello}. Whoever was quiet is asked, too. */
  record Call() implements Packet {}

  /** Binds a name to the connection over which it comes. */
  record Hello(Greeting greeting) implements Packet {}

  /** Your name is bound here; and these are others that I know. */
  record Welcome(List<Endpoint> others) implements Packet {}

  /** Your name is not bound here. */
  record TurnedAway(Reason reason) implements Packet {}

  /** Why a name is not bound. */
  enum Reason {
    NAME_TAKEN,
    OTHER_SETTINGS,
    NOT_TRUSTED,
    /** It is not among the names that may join. */
    NOT_ADMITTED
  }

  /** A frame, from a seat of the sender to one of the receiver. */
  record Envelope(Seat from, String to, int incarnation, Frame frame) implements Packet {}

  /** A question of the sender as a member; the answer is the {@link Reply} with its number. */
  record Ask(long number, Question question) implements Packet {}

  record Reply(long number, Answer answer) implements Packet {}
}
