package dev.baton.algorithms;

import dev.baton.core.Ints;

/**
 * A projective plane whose lines are the shifts of one: two lines meet in one point.
 *
 * <p>J. Singer, "A theorem in finite projective geometry and some applications to number theory",
 * Trans. American Mathematical Society 43(3), 1938: if s(i + 3) = a s(i + 2) + b s(i + 1) + c s(i)
 * over the field of q elements goes through all q² + q + 1 points of the plane, its zeros are a
 * line, and so are they shifted by any number.
 */
final class Plane {

  /** A prime power, or 1 for the triangle. */
  private final int order;

  /** p: the prime. */
  private final int prime;

  /** X to the power of its degree: how products of polynomials over p become elements again. */
  private int reduction;

  private Plane(int order) {
    this.order = order;
    prime = smallestFactor(order);
    // For a prime there is nothing to reduce.
    for (reduction = 1; order > prime && !isPrimitive(); reduction++) {}
  }

  /**
   * A line of the smallest plane of {@code n} points or more; its points have different differences
   * modulo {@link #points}, and 0 is one of them.
   */
  static Ints line(int n) {
    int q = 1;
    while (q * q + q + 1 < n || q > 1 && !isPrimePower(q)) {
      q++;
    }
    return q == 1 ? Ints.of(0, 1) : new Plane(q).line();
  }

  /** How many points a plane has in which a line has so many. */
  static int points(Ints line) {
    int q = line.size() - 1;
    return q * q + q + 1;
  }

  private static int smallestFactor(int q) {
    int p = 2;
    while (q % p != 0) {
      p++;
    }
    return p;
  }

  private static boolean isPrimePower(int q) {
    int p = smallestFactor(q);
    while (q % p == 0) {
      q /= p;
    }
    return q == 1;
  }

  private Ints line() {
    for (int c = 1; c < order; c++) {
      for (int b = 0; b < order; b++) {
        for (int a = 0; a < order; a++) {
          Ints zeros = zeros(a, b, c);
          if (zeros.size() == order + 1) {
            return zeros;
          }
        }
      }
    }
    throw new AssertionError("there is a plane for every prime power");
  }

  /** Where the sequence 0, 0, 1, … is zero, up to the first return to its beginning. */
  private Ints zeros(int a, int b, int c) {
    int[] zeros = new int[order + 1];
    int size = 0;
    int s0 = 0;
    int s1 = 0;
    int s2 = 1;
    int points = order * order + order + 1;
    for (int i = 0; i < points; i++) {
      if (i > 0 && s0 == 0 && s1 == 0) {
        return Ints.EMPTY; // It misses points.
      }
      if (s0 == 0) {
        zeros[size++] = i;
      }
      int s3 = sum(sum(product(a, s2), product(b, s1)), product(c, s0));
      s0 = s1;
      s1 = s2;
      s2 = s3;
    }
    assert size == order + 1;
    return Ints.of(zeros);
  }

  // The field: an element's digits to the base p are the coefficients of a polynomial.

  private int sum(int x, int y) {
    int sum = 0;
    for (int unit = 1; unit < order; unit *= prime) {
      sum += (x / unit + y / unit) % prime * unit;
    }
    return sum;
  }

  private int product(int x, int y) {
    int product = 0;
    for (int unit = order / prime; unit > 0; unit /= prime) {
      product = sum(timesX(product), scaled(x, y / unit % prime));
    }
    return product;
  }

  private int scaled(int x, int digit) {
    int scaled = 0;
    for (int unit = 1; unit < order; unit *= prime) {
      scaled += x / unit % prime * digit % prime * unit;
    }
    return scaled;
  }

  private int timesX(int x) {
    int top = order / prime;
    return sum(x % top * prime, scaled(reduction, x / top));
  }

  /** Whether the powers of X are all elements but 0. */
  private boolean isPrimitive() {
    int power = timesX(1);
    int steps = 1;
    for (; power != 1 && steps < order; steps++) {
      power = timesX(power);
    }
    return steps == order - 1;
  }
}
