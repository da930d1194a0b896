package dev.baton.web;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import java.util.List;
import java.util.Set;

/**
 * A run that can be looked at: what happened and when, which messages went where, and how each node
 * looked after each event.
 *
 * @param fifo whether messages between two nodes keep their order
 * @param start the fields of each node before the first event
 * @param held by node: how many permits were there before the first event
 * @param tokens the types of messages that carry a permit
 * @param end in one sentence, how the run ends
 */
public record Recording(
    Algorithm algorithm,
    Setup setup,
    boolean fifo,
    List<String> start,
    List<Integer> held,
    List<Moment> moments,
    List<Sent> messages,
    Set<String> tokens,
    String end) {

  /** Stands for "no event", "no message" or "no permit". */
  public static final int NONE = -1;

  public Recording {
    start = List.copyOf(start);
    held = List.copyOf(held);
    moments = List.copyOf(moments);
    messages = List.copyOf(messages);
    tokens = Set.copyOf(tokens);
  }

  /**
   * An event, and what it did.
   *
   * @param time in units of the simulation; the number of the event where there is no time
   * @param message the number of the message that arrived, or {@link #NONE}
   * @param permit the permit with which the node entered, or {@link #NONE}
   * @param held how many permits are at the node afterwards, used and unused
   * @param state the fields of the node afterwards
   * @param violation what went wrong, in one sentence; null if nothing did
   */
  public record Moment(
      double time, Event event, int message, int permit, int held, String state, String violation) {

    /** Whose event it is. */
    public int node() {
      return event.node();
    }

    public boolean enters() {
      return permit != NONE;
    }
  }

  /**
   * A message.
   *
   * @param type its name in the paper
   * @param text the same with its fields
   * @param sentBy the number of the event that sent it, or {@link #NONE} if it was there before
   * @param endedBy the event with which it arrived or was lost, or {@link #NONE} if it is under way
   * @param isLost whether its receiver left before it came, or the network lost it
   */
  public record Sent(
      int from, int to, String type, String text, int sentBy, int endedBy, boolean isLost) {}

  /** How many nodes there are, those that ask for nothing among them. */
  public int size() {
    return start.size();
  }

  public boolean isToken(Sent message) {
    return tokens.contains(message.type);
  }

  /** Whether there is a token, even one that stays where it is. */
  public boolean hasToken() {
    boolean isAmongTokens =
        Catalog.entry(CatalogLibrary.baseOf(algorithm.id())).family().hasToken();
    return !tokens.isEmpty() || isAmongTokens && held.stream().anyMatch(permits -> permits > 0);
  }

  /** When an event was; 0 before the first. */
  public double time(int event) {
    return event == NONE ? 0 : moments.get(event).time;
  }
}
