package dev.baton.lab.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A mean and half the width of its interval, as papers print them: the half has two significant
 * digits if it begins with 1 or 2, otherwise one, and the mean ends at the same place. A mean
 * without an interval, or one that all trials agree on, has four significant digits, or all before
 * the point.
 *
 * @param half null if there is none
 */
public record Rounded(String mean, String half) {

  private static final int DIGITS = 4;

  /** An interval that is narrower comes from the arithmetic. */
  private static final double NOISE = 1e-9;

  /**
   * Rounds them; null if the mean is not a number, or infinite.
   *
   * @param half null if there is no interval
   */
  public static Rounded of(double mean, Double half) {
    if (!Double.isFinite(mean)) {
      return null;
    }
    if (half == null || half <= NOISE * Math.abs(mean)) {
      return new Rounded(exact(mean), null);
    }
    BigDecimal width = BigDecimal.valueOf(half);
    char first = width.unscaledValue().toString().charAt(0);
    int last = width.scale() - width.precision() + (first <= '2' ? 2 : 1);
    return new Rounded(rounded(BigDecimal.valueOf(mean), last), rounded(width, last));
  }

  private static String exact(double mean) {
    BigDecimal number = BigDecimal.valueOf(mean);
    int before = number.precision() - number.scale();
    int scale = Math.max(0, Math.min(DIGITS - before, number.stripTrailingZeros().scale()));
    return rounded(number, scale);
  }

  private static String rounded(BigDecimal number, int scale) {
    return number.setScale(scale, RoundingMode.HALF_UP).toPlainString();
  }
}
