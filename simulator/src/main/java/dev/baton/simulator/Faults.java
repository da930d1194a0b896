package dev.baton.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * What fails in a run, for algorithms alone: nothing is repaired.
 *
 * @param loss in how many millionths of the cases a message between two nodes does not arrive
 * @param duplication in how many millionths of the cases it arrives once more, later
 * @param crashes the nodes that stop for ever
 */
public record Faults(long loss, long duplication, List<Crash> crashes) {

  public static final Faults NONE = new Faults(0, 0, List.of());

  /**
   * A node stops: it does and hears nothing from this time on, and whether it was inside no longer
   * matters.
   */
  public record Crash(int node, long ticks) {
    @Override
    public String toString() {
      return node + "@" + Ticks.text(ticks);
    }
  }

  public Faults {
    crashes = List.copyOf(crashes);
  }

  public boolean isNone() {
    return loss == 0 && duplication == 0 && crashes.isEmpty();
  }

  /**
   * The faults written as {@code 0.01}, {@code 0.01} and {@code 3@500,4@600}.
   *
   * @param loss a probability, or null
   * @param duplication a probability, or null
   * @param crashes nodes and times, or null
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static Faults parse(String loss, String duplication, String crashes) {
    return new Faults(
        probability("--loss", loss),
        probability("--duplicate", duplication),
        crashes == null ? List.of() : crashes(crashes));
  }

  private static long probability(String option, String text) {
    long millionths = text == null ? 0 : Ticks.parse(text);
    if (millionths < 0 || millionths >= Ticks.PER_UNIT) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a probability below 1: write "
              + option
              + " 0.01, for example, with at most six decimals.");
    }
    return millionths;
  }

  private static List<Crash> crashes(String text) {
    List<Crash> crashes = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      int at = each.indexOf('@');
      String node = at < 0 ? "" : each.substring(0, at);
      long ticks = at < 0 ? -1 : Ticks.parse(each.substring(at + 1));
      if (!node.matches("[0-9]{1,9}") || ticks < 0) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' does not say who crashes when: write --crash 3@500 (node 3 at time 500), and"
                + " several with commas.");
      }
      Crash crash = new Crash(Integer.parseInt(node), ticks);
      if (crashes.stream().anyMatch(it -> it.node == crash.node)) {
        throw new IllegalArgumentException(
            "Node " + node + " crashes twice: write it once in --crash " + text + ".");
      }
      crashes.add(crash);
    }
    return crashes;
  }

  /** As the options of the command line. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (loss > 0) {
      parts.add("loss " + Ticks.text(loss));
    }
    if (duplication > 0) {
      parts.add("duplicate " + Ticks.text(duplication));
    }
    if (!crashes.isEmpty()) {
      parts.add("crash " + String.join(",", crashes.stream().map(Crash::toString).toList()));
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }
}
