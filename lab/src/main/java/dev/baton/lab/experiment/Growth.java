package dev.baton.lab.experiment;

import java.util.Arrays;

/**
 * Whether values grow as O(f): if a + b f, fitted by least squares, is nowhere off by more than 5
 * %; or if they grow more slowly still, so that the ratio to f of no value is more than 5 % above
 * that of one with a smaller f. It takes three sizes to say so.
 *
 * @param ratios of values to f, the smallest f first
 * @param off by which part of itself a value is off the fit, at the most
 */
record Growth(double[] ratios, double a, double b, double off) {

  private static final int SIZES = 3;

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
    return ratios.length >= SIZES && (off <= Quantity.NEAR || isSlower());
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
