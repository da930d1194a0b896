package dev.baton.lab.experiment;

import java.util.Map;
import net.objecthunter.exp4j.Expression;
import net.objecthunter.exp4j.ExpressionBuilder;
import net.objecthunter.exp4j.function.Function;

/** Arithmetic in the variables of a cell: {@code 2 + 4/sqrt(N) - 1/N}. */
final class Formula {

  private static final Function MIN =
      new Function("min", 2) {
        @Override
        public double apply(double... x) {
          return Math.min(x[0], x[1]);
        }
      };

  private static final Function MAX =
      new Function("max", 2) {
        @Override
        public double apply(double... x) {
          return Math.max(x[0], x[1]);
        }
      };

  /** As many terms are added; the sum of more is known to the last digit. */
  private static final double MOST_TERMS = 1e6;

  /** Euler's constant. */
  private static final double GAMMA = 0.577215664901532860606512090082;

  /** 1 + 1/2 + … + 1/n. */
  private static final Function HARMONIC =
      new Function("H", 1) {
        @Override
        public double apply(double... x) {
          double n = Math.floor(x[0]);
          if (n > MOST_TERMS) {
            return Math.log(n) + GAMMA + 1 / (2 * n) - 1 / (12 * n * n);
          }
          double sum = 0;
          for (int i = 1; i <= n; i++) {
            sum += 1.0 / i;
          }
          return sum;
        }
      };

  private Formula() {}

  /**
   * Its value.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  static double value(String text, Map<String, Double> variables) {
    try {
      Expression expression =
          new ExpressionBuilder(text)
              .functions(MIN, MAX, HARMONIC)
              .variables(variables.keySet())
              .build();
      return expression.setVariables(variables).evaluate();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "The formula '" + text + "' cannot be read: " + e.getMessage() + ".", e);
    }
  }

  /** The text with every formula in braces replaced by its value. */
  static String fill(String text, Map<String, Double> variables) {
    StringBuilder filled = new StringBuilder();
    int from = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new IllegalArgumentException(
            "The formula in '" + text + "' does not end: a brace is missing.");
      }
      filled.append(text, from, open);
      filled.append(number(value(text.substring(open + 1, close), variables)));
      from = close + 1;
    }
    return filled.append(text, from, text.length()).toString();
  }

  /** Without a point if it is whole. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
