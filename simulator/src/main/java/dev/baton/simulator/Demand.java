package dev.baton.simulator;

import dev.baton.core.Ints;
import java.util.Arrays;

/**
 * How much more often some nodes ask than others. Weights say how often they do so relative to one
 * another; on average over the nodes, they ask as often as without.
 */
public sealed interface Demand {

  /** All nodes ask equally often. */
  record Even() implements Demand {
    @Override
    public String toString() {
      return "even";
    }
  }

  /**
   * Zipf's law: the weight of the node with rank r, from 1, is r to the power −exponent. Chance
   * gives each node its rank, in each trial anew, so that hot nodes are not always those where a
   * token starts or a tree has its root.
   *
   * @param millionths the exponent
   */
  record Zipf(long millionths) implements Demand {
    @Override
    public String toString() {
      return "zipf:" + Ticks.text(millionths);
    }
  }

  /** The weight of each node, in millionths. */
  record Weights(Ints millionths) implements Demand {
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("weights:");
      for (int i = 0; i < millionths.size(); i++) {
        text.append(i == 0 ? "" : ",").append(Ticks.text(millionths.get(i)));
      }
      return text.toString();
    }
  }

  /**
   * The demand written as {@code even}, {@code zipf:EXPONENT} or {@code weights:W,W,…}.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Demand parse(String text) {
    int colon = text.indexOf(':');
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    Demand demand =
        switch (colon < 0 ? text : text.substring(0, colon)) {
          case "even" -> colon < 0 ? new Even() : null;
          case "zipf" -> zipfOf(rest);
          case "weights" -> weightsOf(rest);
          default -> null;
        };
    if (demand == null) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a demand: write even, zipf:1 (the exponent, at most 10) or weights:3,1,1"
              + " (one for each node, from 0 to 1000, not all of them 0).");
    }
    return demand;
  }

  private static Demand zipfOf(String rest) {
    long exponent = Ticks.parse(rest);
    return exponent < 0 || exponent > 10 * Ticks.PER_UNIT ? null : new Zipf(exponent);
  }

  private static Demand weightsOf(String rest) {
    String[] words = rest.split(",", -1);
    int[] weights = new int[words.length];
    int most = 0;
    for (int i = 0; i < words.length; i++) {
      long weight = Ticks.parse(words[i]);
      if (weight < 0 || weight > 1000 * Ticks.PER_UNIT) {
        return null;
      }
      weights[i] = (int) weight;
      most = Math.max(most, weights[i]);
    }
    return most == 0 ? null : new Weights(Ints.of(weights));
  }

  /**
   * The weights of so many nodes in one trial; null if they are equal.
   *
   * @throws IllegalArgumentException with one sentence, if there are weights of another number
   */
  default double[] weights(int n, long seed) {
    return switch (this) {
      case Even even -> null;
      case Zipf(long exponent) -> zipf(n, Ticks.toUnits(exponent), seed);
      case Weights(Ints given) -> {
        if (given.size() != n) {
          throw new IllegalArgumentException(
              "There are " + given.size() + " weights for " + n + " nodes: write one for each.");
        }
        double[] weights = new double[n];
        Arrays.setAll(weights, given::get);
        yield weights;
      }
    };
  }

  private static double[] zipf(int n, double exponent, long seed) {
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> Power.of(i + 1, -exponent));
    RandomStream random = new RandomStream(seed, "demand");
    for (int i = n - 1; i > 0; i--) {
      int other = random.below(i + 1);
      double weight = weights[i];
      weights[i] = weights[other];
      weights[other] = weight;
    }
    return weights;
  }

  /** By how much longer than average each node waits between requests. */
  static double[] slowness(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] slowness = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      slowness[i] = weights[i] == 0 ? Double.POSITIVE_INFINITY : sum / weights.length / weights[i];
    }
    return slowness;
  }

  /** A time, so many times as long. */
  static long scaled(long ticks, double slowness) {
    return slowness == 1 ? ticks : Ticks.round(ticks * slowness);
  }
}
