package dev.baton.lab.run;

import java.util.Locale;

/** Amounts of memory, as options and messages write them: {@code 4g}, {@code 512m}. */
public final class Memory {

  private static final String UNITS = "kmgt";

  private Memory() {}

  /** The most memory that this JVM may take. */
  public static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * The bytes of {@code 4g}, {@code 512m}, {@code 2000k} or a plain number.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static long parse(String text) {
    String digits = text.toLowerCase(Locale.ROOT);
    int unit = digits.isEmpty() ? -1 : UNITS.indexOf(digits.charAt(digits.length() - 1));
    if (unit >= 0) {
      digits = digits.substring(0, digits.length() - 1);
    }
    try {
      long bytes = Math.multiplyExact(Long.parseLong(digits), 1L << 10 * (unit + 1));
      if (bytes > 0) {
        return bytes;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not an amount of memory: write 4g or 512m, for example.");
  }

  /** Whole gigabytes, megabytes or kilobytes, rounded down; bytes if there are few. */
  public static String text(long bytes) {
    if (bytes < 1 << 10) {
      return bytes == 1 ? "1 byte" : bytes + " bytes";
    }
    if (bytes >= 4L << 30) {
      return (bytes >> 30) + "g";
    }
    return bytes >= 1 << 20 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
  }
}
