package dev.baton.simulator;

/**
 * The inverse of the gamma distribution function with one shape and scale 1, from additions,
 * multiplications, divisions and square roots only, which every platform rounds alike.
 *
 * <p>Newton's method on the logarithm of the tail in which the probability lies, from the
 * approximation of Wilson and Hilferty (Abramowitz and Stegun 26.4.17), kept between bounds. The
 * tails are the series 6.5.29 and the continued fraction 6.5.31 of the same book, the logarithm of
 * the gamma function is Stirling's series 6.1.41. For shapes from 0.1 to 1000 the error stays below
 * 1e-10 of the result.
 */
final class GammaQuantile {

  private static final double HALF_LOG_2PI = 0.91893853320467274178;

  /** Stirling's series is taken for arguments from here on. */
  private static final double LARGE = 10;

  /** A step that changes the result by a smaller part than this is the last. */
  private static final double LAST_STEP = 1e-11;

  /** Below this, the first term of the series is all of it. */
  private static final double SMALL = 1e-12;

  private static final double TINY = 1e-300;
  private static final double PRECISION = 1e-17;
  private static final int MOST_STEPS = 200;
  private static final int MOST_TERMS = 100_000;

  private final double shape;
  private final double logGamma;

  GammaQuantile(double shape) {
    this.shape = shape;
    logGamma = logGamma(shape);
  }

  /** The logarithm of the gamma function of a number above 0. */
  static double logGamma(double number) {
    double x = number;
    double product = 1;
    while (x < LARGE) {
      product *= x;
      x++;
    }
    double y = 1 / (x * x);
    double series = 1.0 / 1188 - y * (691.0 / 360360);
    series = 1.0 / 1260 - y * (1.0 / 1680 - y * series);
    series = (1.0 / 12 - y * (1.0 / 360 - y * series)) / x;
    return (x - 0.5) * Logarithm.of(x) - x + HALF_LOG_2PI + series - Logarithm.of(product);
  }

  /** What is exceeded with probability 1 − {@code numerator / 2^53}. */
  double of(long numerator) {
    boolean isLower = numerator <= 1L << 52;
    double tail = (isLower ? numerator : (1L << 53) - numerator) * 0x1p-53;
    double x = start(numerator, isLower, tail);
    if (x < SMALL) {
      return x;
    }
    double least = 0;
    double most = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS; step++) {
      double value = isLower ? lower(x) : upper(x);
      double error = value > 0 ? Logarithm.of(value / tail) : -Double.MAX_VALUE;
      if (error > 0 == isLower) {
        most = x;
      } else {
        least = x;
      }
      double change = error * value / density(x);
      double next = isLower ? x - change : x + change;
      if (!(next > least && next < most)) {
        next = most == Double.POSITIVE_INFINITY ? 2 * x : 0.5 * (least + most);
      }
      boolean isLast = Math.abs(next - x) <= LAST_STEP * next;
      x = next;
      if (isLast) {
        break;
      }
    }
    return x;
  }

  private double start(long numerator, boolean isLower, double tail) {
    double root = 3 * Math.sqrt(shape);
    double cubeRoot = 1 - 1 / (root * root) + NormalQuantile.of(numerator) / root;
    if (shape >= 1 && cubeRoot > 0.3) {
      return shape * cubeRoot * cubeRoot * cubeRoot;
    }
    double fromAbove = -Logarithm.of(tail) - logGamma;
    if (!isLower && fromAbove > 2) {
      return fromAbove + (shape - 1) * Logarithm.of(fromAbove);
    }
    // The first term of the series: tail = x^shape / Γ(shape + 1).
    double probability = numerator * 0x1p-53;
    return Power.exp((Logarithm.of(probability * shape) + logGamma) / shape);
  }

  private double density(double x) {
    return Power.exp((shape - 1) * Logarithm.of(x) - x - logGamma);
  }

  /** The probability of at most x. */
  private double lower(double x) {
    return x < shape + 1 ? series(x) : 1 - fraction(x);
  }

  /** The probability of more than x. */
  private double upper(double x) {
    return x < shape + 1 ? 1 - series(x) : fraction(x);
  }

  private double series(double x) {
    double term = 1 / shape;
    double sum = term;
    for (int i = 1; i < MOST_TERMS && term > sum * PRECISION; i++) {
      term *= x / (shape + i);
      sum += term;
    }
    return sum * x * density(x);
  }

  /** The continued fraction, by the method of Lentz. */
  private double fraction(double x) {
    double b = x + 1 - shape;
    double c = 1 / TINY;
    double d = 1 / b;
    double product = d;
    for (int i = 1; i < MOST_TERMS; i++) {
      double a = -i * (i - shape);
      b += 2;
      d = 1 / awayFromZero(a * d + b);
      c = awayFromZero(b + a / c);
      product *= c * d;
      if (Math.abs(c * d - 1) < 1e-15) {
        break;
      }
    }
    return product * x * density(x);
  }

  private static double awayFromZero(double x) {
    return Math.abs(x) < TINY ? TINY : x;
  }
}
