package dev.baton.lab.paper;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Where the marks of a logarithmic axis are, and which of them have a number. */
final class LogTicks {

  /**
   * A mark.
   *
   * @param label empty if it has no number
   */
  record Tick(double value, String label) {}

  /** Multiples of the powers of ten that may have a number, on axes of so many decades at most. */
  private record Choice(double decades, int... multiples) {}

  private static final List<Choice> CHOICES =
      List.of(
          new Choice(1, 1, 2, 3, 4, 5, 6, 7, 8, 9),
          new Choice(1.5, 1, 2, 3, 5, 7),
          new Choice(3.5, 1, 2, 5),
          new Choice(4.5, 1, 3),
          new Choice(Double.POSITIVE_INFINITY, 1));

  /** Steps of an axis that is too short for multiples of powers of ten. */
  private static final int[] STEPS = {1, 2, 5};

  /** Beyond so many decades only powers of ten are marked. */
  private static final double MANY = 6;

  /** A value that rounding has moved out of the axis is still on it. */
  private static final double SLACK = 1e-9;

  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private final double low;
  private final double high;

  private LogTicks(double low, double high) {
    this.low = low;
    this.high = high;
  }

  /**
   * The marks between two values, the smallest first; as many numbers as are useful and fit.
   *
   * @param fits whether the numbers of these marks stand apart from each other
   */
  static List<Tick> between(double low, double high, Predicate<List<Tick>> fits) {
    LogTicks axis = new LogTicks(low, high);
    List<Tick> labelled = axis.labelled(fits);
    List<Tick> all = new ArrayList<>(labelled);
    boolean isLong = axis.decades() > MANY;
    for (Tick mark : axis.multiples(1, isLong ? new int[] {1} : CHOICES.getFirst().multiples)) {
      if (labelled.stream().noneMatch(tick -> isSame(tick.value, mark.value))) {
        all.add(new Tick(mark.value, ""));
      }
    }
    all.sort((a, b) -> Double.compare(a.value, b.value));
    return all;
  }

  private double decades() {
    return Math.log10(high / low);
  }

  private List<Tick> labelled(Predicate<List<Tick>> fits) {
    for (Choice choice : CHOICES) {
      List<Tick> ticks = multiples(1, choice.multiples);
      if (decades() <= choice.decades && ticks.size() > 2 && fits.test(ticks)) {
        return ticks;
      }
    }
    for (int every = 1; every < decades(); every++) {
      List<Tick> ticks = multiples(every, 1);
      if (ticks.size() > 1 && fits.test(ticks)) {
        return ticks;
      }
    }
    return steps(fits);
  }

  private List<Tick> multiples(int every, int... multiples) {
    List<Tick> ticks = new ArrayList<>();
    int last = (int) Math.ceil(Math.log10(high));
    for (int e = (int) Math.floor(Math.log10(low)); e <= last; e++) {
      for (int multiple : multiples) {
        if (Math.floorMod(e, every) == 0) {
          add(ticks, power(multiple, e));
        }
      }
    }
    return ticks;
  }

  /** Equal steps, as few as three of them. */
  private List<Tick> steps(Predicate<List<Tick>> fits) {
    List<Tick> ticks = List.of();
    int first = (int) Math.floor(Math.log10(high - low)) - 2;
    for (int e = first; e <= first + 3; e++) {
      for (int step : STEPS) {
        List<Tick> wider = new ArrayList<>();
        double size = power(step, e);
        for (double n = Math.ceil(low / size); n * size <= high && wider.size() < 20; n++) {
          add(wider, n * size);
        }
        if (wider.size() < 20 && !wider.isEmpty() && fits.test(wider)) {
          return wider;
        }
        ticks = wider.isEmpty() ? ticks : wider;
      }
    }
    return ticks;
  }

  private void add(List<Tick> ticks, double value) {
    if (value >= low * (1 - SLACK) && value <= high * (1 + SLACK)) {
      ticks.add(new Tick(value, label(value)));
    }
  }

  /** Divides by a power of ten rather than multiply by its inverse, which is not exact. */
  private static double power(int multiple, int exponent) {
    return exponent < 0 ? multiple / Math.pow(10, -exponent) : multiple * Math.pow(10, exponent);
  }

  private static boolean isSame(double a, double b) {
    return Math.abs(a - b) <= SLACK * Math.abs(a);
  }

  /** Written out from 0.00001 to 999,999; beyond, as a multiple of a power of ten. */
  static String label(double value) {
    if (value >= 1e-5 * (1 - SLACK) && value < 1e6 * (1 - SLACK)) {
      return new DecimalFormat("#,##0.#######", DecimalFormatSymbols.getInstance(Locale.ROOT))
          .format(value);
    }
    int exponent = (int) Math.floor(Math.log10(value) + SLACK);
    double multiple = value / Math.pow(10, exponent);
    String front =
        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(multiple);
    if (exponent < 0 || exponent > 9) {
      return front + "e" + exponent;
    }
    return (front.equals("1") ? "" : front + "·") + "10" + SUPERSCRIPTS.charAt(exponent);
  }
}
