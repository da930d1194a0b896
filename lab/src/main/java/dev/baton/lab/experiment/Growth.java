package dev.baton.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether values grow as O(f): if a + b f, fitted by least squares, is nowhere off by more than is
 * {@link Quantity#NEAR}; or if they grow more slowly still, so that the ratio to f of no value is
 * more than that above the one of a smaller f. It takes three sizes to say so, and what is fitted
 * to few sizes that are close to each other fits several functions: {@link #alsoFits} names them.
 *
 * @param ratios of values to f, the smallest f first
 * @param off by which part of itself a value is off the fit, at the most
 */
record Growth(double[] ratios, double a, double b, double off) {

  private static final int SIZES = 3;

  /** What rounding may make of a function of f. */
  private static final double ROUNDING = 1e-9;

  /** What values may grow as besides f. */
  private static final List<String> FUNCTIONS =
      List.of("log2(N)", "sqrt(N)", "N", "N*log2(N)", "N^2");

  /** Both in the order of f. */
  static Growth of(double[] f, double[] values) {
    int n = f.length;
    double meanF = Arrays.stream(f).average().orElseThrow();
    double meanValue = Arrays.stream(values).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      products += (f[i] - meanF) * (values[i] - meanValue);
      squares += (f[i] - meanF) * (f[i] - meanF);
    }
    double b = squares == 0 ? 0 : products / squares;
    double a = meanValue - b * meanF;
    double off = 0;
    double[] ratios = new double[n];
    for (int i = 0; i < n; i++) {
      off = Math.max(off, Math.abs(a + b * f[i] - values[i]) / Math.abs(values[i]));
      ratios[i] = values[i] / f[i];
    }
    return new Growth(ratios, a, b, off);
  }

  boolean holds() {
    return ratios.length >= SIZES && (fits() || isSlower());
  }

  /** Whether the line is near all values. */
  private boolean fits() {
    return off <= Quantity.NEAR;
  }

  /**
   * Those of a few functions of N that fit the values as well, and are not f itself; or that the
   * values do not grow.
   *
   * @param function its values, in the order of f
   */
  static String alsoFits(double[] f, double[] values, Function<String, double[]> function) {
    if (of(new double[values.length], values).fits()) {
      return "; does not grow";
    }
    String fitting =
        FUNCTIONS.stream()
            .filter(name -> isAnother(f, function.apply(name)))
            .filter(name -> of(function.apply(name), values).isRisingFit())
            .collect(Collectors.joining(", "));
    return fitting.isEmpty() ? "" : "; also fits " + fitting;
  }

  /** Whether g is no constant, and not a + b f. */
  private static boolean isAnother(double[] f, double[] g) {
    return Arrays.stream(g).distinct().count() > 1 && of(f, g).off > ROUNDING;
  }

  private boolean isRisingFit() {
    return b > 0 && fits();
  }

  private boolean isSlower() {
    double least = ratios[0];
    for (double ratio : ratios) {
      if (ratio > least * (1 + Quantity.NEAR)) {
        return false;
      }
      least = Math.min(least, ratio);
    }
    return true;
  }

  /** The ratios, and the fit. */
  String text(String f) {
    double least = Arrays.stream(ratios).min().orElseThrow();
    double most = Arrays.stream(ratios).max().orElseThrow();
    String range =
        Texts.about(least) + " to " + Texts.about(most) + (f.equals("1") ? "" : " × " + f);
    return range
        + "; "
        + Texts.about(a)
        + (b < 0 ? " - " : " + ")
        + Texts.about(Math.abs(b))
        + " × "
        + f
        + " is off by "
        + Texts.about(100 * off)
        + " % at most";
  }
}
