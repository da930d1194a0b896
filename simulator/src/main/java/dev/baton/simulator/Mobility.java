package dev.baton.simulator;

/** How nodes move between neighbourhoods. */
public sealed interface Mobility {

  /** Faster than this, many moves would fall on the same tick. */
  long MOST = 1000 * Ticks.PER_UNIT;

  /** Everybody stays. */
  record None() implements Mobility {
    @Override
    public String toString() {
      return "none";
    }
  }

  /**
   * Every node moves at random instants, on average this many millionths of a time per unit of
   * time: to another neighbourhood, each equally likely, or, if there is only one, out of it and in
   * again.
   */
  record Churn(long millionths) implements Mobility {
    @Override
    public String toString() {
      return "churn:" + Ticks.text(millionths);
    }
  }

  /**
   * The random waypoint model: every node walks in the unit square, straight to a random point, at
   * a random speed, pauses there, and walks on. Neighbourhoods are the cells of a grid. The walk
   * begins in its stationary state, as if it had been going on for ever.
   *
   * @param least the lowest speed, in millionths of a side per unit of time; above 0
   * @param most the highest speed; all between are equally likely for a leg
   * @param pause in ticks
   */
  record Waypoint(long least, long most, long pause) implements Mobility {
    @Override
    public String toString() {
      String speeds = "waypoint:" + Ticks.text(least) + "," + Ticks.text(most);
      return pause == 0 ? speeds : speeds + "," + Ticks.text(pause);
    }
  }

  /** Whether nobody ever moves. */
  default boolean isNone() {
    return this instanceof None;
  }

  /**
   * The mobility written as {@code none}, {@code churn:RATE}, {@code waypoint:MIN,MAX} or {@code
   * waypoint:MIN,MAX,PAUSE}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Mobility parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String[] words = colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1);
    long[] numbers = new long[words.length];
    boolean fits = true;
    for (int i = 0; i < words.length; i++) {
      numbers[i] = Ticks.parse(words[i]);
      fits &= numbers[i] >= 0;
    }
    Mobility mobility =
        switch (fits ? name : "") {
          case "none" -> numbers.length == 0 ? new None() : null;
          case "churn" -> churnOf(numbers);
          case "waypoint" -> waypointOf(numbers);
          default -> null;
        };
    if (mobility == null) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a mobility: write none, churn:0.05 (moves per node and unit of time) or"
              + " waypoint:0.01,0.03,10 (lowest speed, above 0, highest speed, optionally a"
              + " pause); at most 1000 moves or sides of the square per unit of time.");
    }
    return mobility;
  }

  private static Mobility churnOf(long[] numbers) {
    return numbers.length == 1 && numbers[0] <= MOST ? new Churn(numbers[0]) : null;
  }

  private static Mobility waypointOf(long[] numbers) {
    if (numbers.length < 2 || numbers.length > 3) {
      return null;
    }
    long least = numbers[0];
    long most = numbers[1];
    long pause = numbers.length == 3 ? numbers[2] : 0;
    return 0 < least && least <= most && most <= MOST ? new Waypoint(least, most, pause) : null;
  }
}
