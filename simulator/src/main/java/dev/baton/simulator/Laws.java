package dev.baton.simulator;

import java.util.function.UnaryOperator;

/** Reads distributions as they are written. */
final class Laws {

  /** The largest standard deviation of a logarithm, in millionths. */
  private static final long MOST_SIGMA = 5 * Ticks.PER_UNIT;

  /** The least and the largest shape, in millionths. */
  private static final long LEAST_SHAPE = Ticks.PER_UNIT / 10;

  private static final long MOST_SHAPE = 1000 * Ticks.PER_UNIT;

  private Laws() {}

  /** Says of a name where there are no files. */
  static String noFile(String name) {
    throw new IllegalArgumentException(
        "'" + name + "' would be a file, of which there are none here: write constant:1.");
  }

  /**
   * @param files gives what is in a file
   */
  static Distribution parse(String text, UnaryOperator<String> files) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    Distribution distribution =
        switch (name) {
          case "zones" -> new Distribution.Zoned(Zones.parse(rest, files.apply(rest)));
          case "sites" -> new Distribution.Sited(Sites.parse(rest, files.apply(rest), files));
          case "empirical" -> Empirical.parse(rest, files.apply(rest));
          default -> ofNumbers(text, name, rest);
        };
    if (distribution == null) {
      throw new IllegalArgumentException(sentence(text, name));
    }
    return distribution;
  }

  /** Null if it is not written in this way. */
  private static Distribution ofNumbers(String text, String name, String rest) {
    int comma = rest.indexOf(',');
    long first = Ticks.parse(comma < 0 ? rest : rest.substring(0, comma));
    long second = comma < 0 ? -1 : Ticks.parse(rest.substring(comma + 1));
    if (first < 0 || comma >= 0 && second < 0) {
      return null;
    }
    if (comma < 0) {
      return switch (name) {
        case "constant" -> new Distribution.Constant(first);
        case "exponential" -> new Distribution.Exponential(first);
        default -> null;
      };
    }
    double shape = Ticks.toUnits(second);
    boolean isShape = second >= LEAST_SHAPE && second <= MOST_SHAPE;
    return switch (name) {
      case "uniform" -> second < first ? null : new Distribution.Uniform(first, second);
      case "lognormal" -> second > MOST_SIGMA ? null : new Lognormal(text, first, shape);
      case "pareto" -> second <= Ticks.PER_UNIT || !isShape ? null : new Pareto(text, first, shape);
      case "weibull" -> isShape ? Weibull.of(text, first, shape) : null;
      case "gamma" -> isShape ? new GammaTimes(text, first, shape) : null;
      default -> null;
    };
  }

  private static String sentence(String text, String name) {
    String what = "'" + text + "' is not a time: ";
    return switch (name) {
      case "lognormal" ->
          what
              + "write lognormal:10,0.5 (the mean, and the standard deviation of the logarithm, at"
              + " most 5).";
      case "pareto" ->
          what + "write pareto:10,2.5 (the mean, and the shape, above 1 and at most 1000).";
      case "weibull", "gamma" ->
          what + "write " + name + ":10,2 (the mean, and the shape, from 0.1 to 1000).";
      default ->
          what
              + "write constant:1, uniform:0.5,1.5 or exponential:1, with at most six decimals, or"
              + " lognormal:1,0.5, pareto:1,2.5, weibull:1,2, gamma:1,2 or empirical:FILE.";
    };
  }
}
