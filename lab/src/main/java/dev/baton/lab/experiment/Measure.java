package dev.baton.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Set;

/** Something that trials measure, with its unit. */
public enum Measure {
  MESSAGES("messages per entry"),
  HOPS("links per entry"),
  BITS("bits per entry"),
  DELAY("units of time"),
  RESPONSE("units of time"),
  TURNAROUND("units of time"),
  LATENCY("units of time"),
  WAITING("units of time for each unit inside"),
  THROUGHPUT("entries per unit of time"),
  JAIN("1 is equal"),
  BYPASS("entries"),
  LOAD("share of all messages"),
  LOST("messages per entry"),
  VIOLATED("share of trials"),
  LEAST("messages for one entry"),
  MOST("messages for one entry"),
  LINKS("links for one entry, at most"),
  TRAFFIC("bits over links for one entry, at most"),
  TRANSMITTED("bits over links per entry"),
  SLOWEST("units of time"),
  LATEST("units of time"),
  TIME("units of time"),
  TOTAL("messages"),
  INVERSIONS("pairs");

  private final String unit;

  Measure(String unit) {
    this.unit = unit;
  }

  public String unit() {
    return unit;
  }

  @JsonValue
  @Override
  public String toString() {
    return Constants.of(this);
  }

  /** What the trials of a cell can measure. */
  static Set<Measure> of(Cell cell) {
    String probe = cell.option("probe");
    if (probe == null) {
      Set<Measure> measures = EnumSet.range(MESSAGES, VIOLATED);
      String workload = cell.option("workload");
      if (workload == null || !workload.matches("(open|on-off|arrivals):.*")) {
        measures.remove(LATENCY);
      }
      return measures;
    }
    return switch (probe) {
      case "single", "pairs" ->
          EnumSet.of(MESSAGES, LEAST, MOST, HOPS, LINKS, TRAFFIC, TRANSMITTED, RESPONSE, SLOWEST);
      case "handover" -> EnumSet.of(DELAY, LATEST);
      case "order" -> EnumSet.of(INVERSIONS);
      case "rounds", "chase" -> EnumSet.of(TOTAL);
      case "search" -> EnumSet.of(MOST, TOTAL);
      case "check" -> EnumSet.of(VIOLATED, BYPASS);
      case "rush" -> EnumSet.of(TIME, TOTAL);
      default -> EnumSet.noneOf(Measure.class);
    };
  }

  /** What stands at an axis. */
  String label() {
    String what =
        switch (this) {
          case DELAY -> "delay from exit to entry";
          case RESPONSE -> "response time";
          case LATENCY -> "time from arrival to entry";
          case LEAST -> "least";
          case MOST -> "most";
          case LATEST -> "longest delay from exit to entry";
          default -> toString();
        };
    return unit.startsWith(what) ? unit : what + " (" + unit + ")";
  }

  @JsonCreator
  static Measure of(String name) {
    return Constants.constant(values(), "measure", name);
  }
}
