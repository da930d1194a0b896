package dev.baton.simulator;

/**
 * Powers from additions, multiplications and one division only, as {@link Logarithm} takes
 * logarithms, so that every platform rounds them alike.
 *
 * <p>The method is that of fdlibm's {@code e_exp.c}: x = k · ln 2 + r with r near 0, and a
 * polynomial in r². The error of {@link #exp} stays below one unit in the last place; that of
 * {@link #of} below 1e-13 of the result, as long as that is between e^-300 and e^300.
 */
final class Power {

  private static final double LN2_HIGH = 6.93147180369123816490e-01;
  private static final double LN2_LOW = 1.90821492927058770002e-10;
  private static final double LOG2_E = 1.44269504088896338700e+00;

  private static final double P1 = 1.66666666666666019037e-01;
  private static final double P2 = -2.77777777770155933842e-03;
  private static final double P3 = 6.61375632143793436117e-05;
  private static final double P4 = -1.65339022054652515390e-06;
  private static final double P5 = 4.13813679705723846039e-08;

  /** Beyond this, an exponent counts as this, or its power as 0. */
  private static final double MOST = 700;

  private Power() {}

  /** e^x; 0 for x below −700, and e^700 for x above 700. */
  static double exp(double x) {
    if (x < -MOST) {
      return 0;
    }
    double exponent = Math.min(x, MOST);
    int k = (int) (LOG2_E * exponent + (exponent < 0 ? -0.5 : 0.5));
    double high = exponent - k * LN2_HIGH;
    double low = k * LN2_LOW;
    double r = high - low;
    double t = r * r;
    double c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
    double y = 1 - ((low - r * c / (2 - c)) - high);
    return timesPowerOfTwo(y, k);
  }

  /** Exact: each factor is a power of two. */
  private static double timesPowerOfTwo(double y, int k) {
    double product = y;
    double factor = k < 0 ? 0.5 : 2;
    for (int left = Math.abs(k); left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        product *= factor;
      }
      factor *= factor;
    }
    return product;
  }

  /** x^y, for x above 0. */
  static double of(double x, double y) {
    return exp(y * Logarithm.of(x));
  }
}
