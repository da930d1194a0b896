package dev.baton.simulator;

/** Time as whole ticks, a million to the unit, so that decimals such as 0.01 are exact. */
public final class Ticks {

  public static final long PER_UNIT = 1_000_000;

  private static final int DECIMALS = 6;
  private static final int MAX_WHOLE_DIGITS = 9;

  private Ticks() {}

  public static double toUnits(double ticks) {
    return ticks / PER_UNIT;
  }

  /** The nearest whole number of ticks; at most 2^62, which no run reaches. */
  static long round(double ticks) {
    return (long) (Math.min(ticks, 0x1p62) + 0.5);
  }

  /** The time in units, written exactly: {@code 12.5}. */
  public static String text(long ticks) {
    String whole = Long.toString(ticks / PER_UNIT);
    long rest = ticks % PER_UNIT;
    if (rest == 0) {
      return whole;
    }
    // The leading 1 keeps the zeros after the point.
    String decimals = Long.toString(PER_UNIT + rest).substring(1);
    int end = DECIMALS;
    while (decimals.charAt(end - 1) == '0') {
      end--;
    }
    return whole + "." + decimals.substring(0, end);
  }

  /**
   * The ticks of a plain decimal number such as {@code 2} or {@code 0.01}; −1 if the text is
   * anything else. Read digit by digit, since not every platform rounds a parsed double alike.
   */
  static long parse(String decimal) {
    int point = decimal.indexOf('.');
    String whole = point < 0 ? decimal : decimal.substring(0, point);
    String decimals = point < 0 ? "" : decimal.substring(point + 1);
    if (whole.isEmpty()
        || whole.length() > MAX_WHOLE_DIGITS
        || decimals.length() > DECIMALS
        || (point >= 0 && decimals.isEmpty())) {
      return -1;
    }
    String digits = whole + decimals + "0".repeat(DECIMALS - decimals.length());
    long ticks = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      ticks = 10 * ticks + (c - '0');
    }
    return ticks;
  }
}
