package dev.baton.lab.answer;

import dev.baton.core.Setup;
import java.util.Locale;

/** Numbers for people: as many digits as help, the same in every country. */
public final class Figures {

  private Figures() {}

  /** 1,234,567 */
  public static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** About four digits: 12,346, 123.5, 4.082, 0.03125; 1.2e-09 if it is tiny. */
  public static String about(double number) {
    double size = Math.abs(number);
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.1f", number);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.2f", number);
    }
    if (size >= 1 || size == 0) {
      return String.format(Locale.ROOT, "%.3f", number);
    }
    return String.format(Locale.ROOT, size >= 0.001 ? "%.4f" : "%.1e", number);
  }

  /** 12.3 million, 45 thousand, 812 */
  public static String rounded(double number) {
    if (number >= 1e6) {
      return String.format(Locale.ROOT, "%,.1f million", number / 1e6);
    }
    return number >= 1e4
        ? String.format(Locale.ROOT, "%.0f thousand", number / 1e3)
        : String.format(Locale.ROOT, "%,.0f", number);
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  public static String seconds(double seconds) {
    return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%,.0f s", seconds);
  }

  /** {@code 1 node}, {@code 3 nodes}. */
  public static String count(long number, String singular, String plural) {
    return whole(number) + " " + (number == 1 ? singular : plural);
  }

  /** How the nodes are divided, if that was given; otherwise nothing. */
  public static String division(Setup setup) {
    int zones = setup.structure().zones().size();
    if (zones > 0) {
      return ", " + count(zones, "zone", "zones");
    }
    return setup.division() == 0 ? "" : ", " + setup.parts() + " " + setup.division();
  }
}
