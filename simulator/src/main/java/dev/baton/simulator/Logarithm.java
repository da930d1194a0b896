package dev.baton.simulator;

/**
 * The natural logarithm from additions, multiplications and one division only, which every platform
 * rounds alike; {@code Math.log} may differ in the last bit between the JVM and JavaScript.
 *
 * <p>The method is that of fdlibm's {@code e_log.c}: x = 2^e · (1 + f) with 1 + f near 1, and a
 * polynomial in s = f / (2 + f). Its error stays below one unit in the last place.
 */
final class Logarithm {

  private static final double LN2_HIGH = 6.93147180369123816490e-01;
  private static final double LN2_LOW = 1.90821492927058770002e-10;

  private static final double L1 = 6.666666666666735130e-01;
  private static final double L2 = 3.999999999940941908e-01;
  private static final double L3 = 2.857142874366239149e-01;
  private static final double L4 = 2.222219843214978396e-01;
  private static final double L5 = 1.818357216161805012e-01;
  private static final double L6 = 1.531383769920937332e-01;
  private static final double L7 = 1.479819860511658591e-01;

  /** A whole number in a double has at most this many bits. */
  private static final int PRECISION = 53;

  /** The square root of 2, times 2^53. */
  private static final long SQRT2 = 0x2D413CCCFE7799L;

  private Logarithm() {}

  /** The logarithm of a finite number above 0, correct to about 2e-16 times 1 or itself. */
  static double of(double x) {
    double fraction = x;
    int exponent = 0;
    while (fraction >= 0x1p32) {
      fraction *= 0x1p-32;
      exponent += 32;
    }
    while (fraction < 0x1p-32) {
      fraction *= 0x1p32;
      exponent -= 32;
    }
    while (fraction >= 1) {
      fraction *= 0.5;
      exponent++;
    }
    while (fraction < 0.5) {
      fraction *= 2;
      exponent--;
    }
    return exponent * LN2_HIGH + (ofFraction((long) (fraction * 0x1p53)) + exponent * LN2_LOW);
  }

  /** The logarithm of {@code numerator / 2^53}, for a numerator from 1 to 2^53. */
  static double ofFraction(long numerator) {
    int zeros = Long.numberOfLeadingZeros(numerator) - (63 - PRECISION);
    long mantissa = numerator << zeros;
    // 1 if the mantissa is above the root, and must be halved; a branch would be guessed wrongly.
    int above = (int) (SQRT2 - mantissa >>> 63);
    int exponent = above - zeros;
    double f = (mantissa << 1 - above) * 0x1p-54 - 1;
    double s = f / (2 + f);
    double z = s * s;
    double w = z * z;
    double even = w * (L2 + w * (L4 + w * L6));
    double odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
    double half = 0.5 * f * f;
    return exponent * LN2_HIGH - ((half - (s * (half + (even + odd)) + exponent * LN2_LOW)) - f);
  }
}
