package dev.baton.checker;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Trace;
import java.util.List;

/**
 * What a check found.
 *
 * @param property the property that is violated, or null
 * @param message what is wrong, in one sentence, or null
 * @param states distinct states
 * @param transitions events tried in them
 * @param depth the longest of the shortest schedules to a state, or {@link #NO_DEPTH}
 * @param maxBypass the most entries by others that a waiting node saw, or −1 if not counted
 * @param reduced whether schedules that make no difference were left out
 * @param schedule the shortest schedule to the violation; null if there is none, or if finding a
 *     shortest one takes too much memory; where the contract is broken, one that shows it
 * @param loop where in the schedule the part that repeats for ever begins, or −1
 */
public record Report(
    Check check,
    Verdict verdict,
    Property property,
    String message,
    long states,
    long transitions,
    int depth,
    int maxBypass,
    boolean reduced,
    List<Event> schedule,
    int loop) {

  /** The depth of a search that was not breadth first. */
  public static final int NO_DEPTH = -1;

  static final String OUT_OF_MEMORY = "The memory limit was reached.";

  /** The same report for another check, so that reports can be compared. */
  Report withCheck(Check other) {
    return new Report(
        other,
        verdict,
        property,
        message,
        states,
        transitions,
        depth,
        maxBypass,
        reduced,
        schedule,
        loop);
  }

  /** The report of the same search after a fair cycle has been found. */
  Report butStarves(String message, List<Event> schedule, int loop) {
    return new Report(
        check,
        Verdict.VIOLATED,
        Property.STARVATION,
        message,
        states,
        transitions,
        depth,
        maxBypass,
        reduced,
        schedule,
        loop);
  }

  /** The report on an algorithm that breaks the contract, and is not searched. */
  static Report breach(Check check, String message, List<Event> schedule) {
    return new Report(
        check, Verdict.VIOLATED, Property.CONTRACT, message, 0, 0, 0, -1, false, schedule, -1);
  }

  /** The same report when fresh nodes do otherwise than its schedule says. */
  Report butIsNotReplayed(String doubt) {
    return new Report(
        check,
        Verdict.VIOLATED,
        Property.CONTRACT,
        doubt,
        states,
        transitions,
        depth,
        -1,
        reduced,
        schedule,
        -1);
  }

  /** How a check can end. */
  public enum Verdict {
    HOLDS("holds"),
    VIOLATED("violated"),
    INCOMPLETE("incomplete");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The expected number of states that were mistaken for others because of equal fingerprints;
   * after a sweep it is less, since only states of one stratum are compared.
   */
  public double collisionBound() {
    return check.exact() ? 0 : 0.5 * states * states / 18446744073709551616.0;
  }

  /** Whether fresh nodes do what the schedule says, so that it can be shown as a trace. */
  public boolean isReplayed() {
    return schedule != null && property != Property.CONTRACT;
  }

  /** The schedule as a scenario file; null if it cannot be replayed. */
  public String trace() {
    if (!isReplayed()) {
      return null;
    }
    StringBuilder comment = new StringBuilder(property + " is violated: " + message);
    if (loop >= 0) {
      comment.append("\nThe last ").append(schedule.size() - loop);
      comment.append(" events can repeat for ever.");
    }
    return Trace.print(
        check.algorithm(), check.setup(), check.fifo(), comment.toString(), schedule);
  }

  /** The schedule as a table with one column per node. */
  public String table() {
    int n = check.setup().n();
    for (Event event : schedule) {
      n = Math.max(n, event.node() + 1);
    }
    int[] width = new int[n];
    String[] cells = new String[schedule.size()];
    for (int s = 0; s < cells.length; s++) {
      Event event = schedule.get(s);
      String text = event.toString();
      cells[s] = text.substring(text.indexOf(' ') + 1);
      width[event.node()] = Math.max(width[event.node()], cells[s].length());
    }
    StringBuilder table = new StringBuilder(pad("", 4));
    for (int i = 0; i < n; i++) {
      width[i] = Math.max(width[i], 6);
      table.append("  ").append(pad("node " + i, width[i]));
    }
    table.append('\n');
    for (int s = 0; s < cells.length; s++) {
      table.append(pad(Integer.toString(s + 1), 4));
      for (int i = 0; i < n; i++) {
        table.append("  ").append(pad(schedule.get(s).node() == i ? cells[s] : "", width[i]));
      }
      table.append('\n');
    }
    return stripTrailing(table);
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String stripTrailing(StringBuilder table) {
    StringBuilder stripped = new StringBuilder();
    for (String line : table.toString().split("\n")) {
      stripped.append(line.stripTrailing()).append('\n');
    }
    return stripped.toString();
  }
}
