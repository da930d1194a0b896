package dev.baton.simulator;

import java.util.function.UnaryOperator;

/** Reads workloads as they are written. */
final class Loads {

  private Loads() {}

  /**
   * @param files gives what is in a file
   */
  static Workload parse(String text, UnaryOperator<String> files) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    long number = Ticks.parse(rest);
    Workload workload =
        switch (name) {
          case "isolated" -> colon < 0 ? new Workload.Isolated() : null;
          case "burst" -> colon < 0 ? new Workload.Burst() : null;
          case "saturated" -> colon < 0 ? new Workload.Saturated() : null;
          case "think" ->
              number >= 0
                  ? new Workload.Think(number)
                  : hasLaw(rest) ? new Workload.ThinkLaw(law(rest, files)) : null;
          case "contention" ->
              number > 0 && number <= Workload.Contention.ALL
                  ? new Workload.Contention(number)
                  : null;
          case "open" ->
              number > 0
                  ? new Workload.Open(new Distribution.Exponential(number))
                  : hasLaw(rest) ? open(law(rest, files)) : null;
          case "on-off" -> onOff(rest);
          case "arrivals" -> rest.isEmpty() ? null : ArrivalList.parse(rest, files.apply(rest));
          default -> null;
        };
    if (workload == null) {
      throw new IllegalArgumentException(sentence(text, name));
    }
    return workload;
  }

  private static boolean hasLaw(String rest) {
    return rest.indexOf(':') > 0;
  }

  private static Distribution law(String text, UnaryOperator<String> files) {
    Distribution law = Laws.parse(text, files);
    if (law.isPerLink()) {
      throw new IllegalArgumentException(
          "'" + text + "' is the time of a message: write think:10, for example.");
    }
    return law;
  }

  private static Workload open(Distribution gap) {
    return gap.mean() == 0 ? null : new Workload.Open(gap);
  }

  /** Null if it is not written in this way. */
  private static Workload onOff(String rest) {
    String[] words = rest.split(",", -1);
    if (words.length != 3) {
      return null;
    }
    long on = Ticks.parse(words[0]);
    long off = Ticks.parse(words[1]);
    long gap = Ticks.parse(words[2]);
    return on > 0 && off >= 0 && gap > 0 ? new Workload.OnOff(on, off, gap) : null;
  }

  private static String sentence(String text, String name) {
    String what = "'" + text + "' is not a workload: ";
    return switch (name) {
      case "open" ->
          what + "write open:50 (the mean time between two arrivals at a node), or a law of it.";
      case "on-off" ->
          what
              + "write on-off:20,80,2 (the mean length of a burst and of a pause, and the mean time"
              + " between two arrivals at a node in a burst).";
      case "arrivals" -> what + "write arrivals:FILE, with lines of a time and a node.";
      default ->
          what
              + "write isolated, burst, saturated, think:10 (mean idle time), contention:50"
              + " (percent, above 0 and at most 100), open:50 (mean time between two arrivals at a"
              + " node), on-off:20,80,2 or arrivals:FILE.";
    };
  }
}
