package dev.baton.simulator;

/** The few formulas of statistics that reports need. */
public final class Statistics {

  /** Student's t for 95 % two-sided, 1 to 30 degrees of freedom. */
  private static final double[] T95 = {
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157,
    2.228139, 2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922,
    2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831,
    2.048407, 2.045230, 2.042272
  };

  /** The same for infinitely many. */
  private static final double Z95 = 1.959963984540054;

  private Statistics() {}

  /** Student's t for a two-sided interval of 95 %. */
  public static double t95(int degrees) {
    if (degrees <= T95.length) {
      return T95[degrees - 1];
    }
    // The first terms of the expansion in 1 / degrees (Abramowitz and Stegun 26.7.5).
    double z = Z95;
    double z2 = z * z;
    double g1 = z * (z2 + 1) / 4;
    double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double v = degrees;
    return z + (g1 + (g2 + g3 / v) / v) / v;
  }

  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** Half the width of the 95 % interval of the mean, or null with fewer than two values. */
  public static Double halfWidth95(double[] values) {
    int count = values.length;
    if (count < 2) {
      return null;
    }
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return t95(count - 1) * Math.sqrt(squares / (count - 1) / count);
  }

  /**
   * The smallest of the first {@code count} values such that {@code percent} of them are not above
   * it (nearest rank). Changes their order: afterwards those before the place of this one are not
   * above it, and those after it are not below it, so that a higher percentile is looked for only
   * among these.
   *
   * @param lower the last percentile that was found of these values, not above this one; or 0
   */
  static long percentile(long[] values, int count, int percent, int lower) {
    return select(values, place(count, lower), count - 1, place(count, percent));
  }

  private static int place(int count, int percent) {
    long rank = ((long) count * percent + 99) / 100;
    return (int) Math.max(0, rank - 1);
  }

  /**
   * The value that would stand at this index if those from {@code low} to {@code high} were sorted
   * (Hoare's quickselect).
   */
  private static long select(long[] values, int low, int high, int index) {
    while (low < high) {
      long pivot = medianOf(values[low], values[low + high >>> 1], values[high]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long value = values[i];
          values[i++] = values[j];
          values[j--] = value;
        }
      }
      if (index <= j) {
        high = j;
      } else if (index >= i) {
        low = i;
      } else {
        return pivot;
      }
    }
    return values[index];
  }

  private static long medianOf(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** Jain's index: 1 if all shares are equal, 1 / n if one has everything. */
  static double jain(long[] shares) {
    double sum = 0;
    double squares = 0;
    for (long share : shares) {
      sum += share;
      squares += (double) share * share;
    }
    return sum * sum / (shares.length * squares);
  }
}
