package dev.baton.benchmarks;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Contestants that take turns: A, B, C, A, B, C, … What disturbs the machine for a while disturbs
 * all of them; a ratio is taken within each round, and the median of the rounds is reported.
 */
final class Rounds {

  private static final int WARM_UP = 4;

  /** Nanoseconds per operation, by contestant and round. */
  private final double[][] nanos;

  /**
   * Runs the contestants.
   *
   * @param contestants each does its work once and tells how many operations that was
   */
  Rounds(int rounds, List<LongSupplier> contestants) {
    nanos = new double[contestants.size()][rounds];
    for (int r = -WARM_UP; r < rounds; r++) {
      for (int c = 0; c < nanos.length; c++) {
        long start = cpuNanos();
        long operations = contestants.get(c).getAsLong();
        double each = (double) (cpuNanos() - start) / operations;
        if (r >= 0) {
          nanos[c][r] = each;
        }
      }
    }
  }

  /** The median, in nanoseconds per operation. */
  double nanos(int contestant) {
    return median(nanos[contestant]);
  }

  /** How many times as long as {@code other} it takes: the median of the rounds. */
  double ratio(int contestant, int other) {
    double[] ratios = new double[nanos[other].length];
    for (int r = 0; r < ratios.length; r++) {
      ratios[r] = nanos[contestant][r] / nanos[other][r];
    }
    return median(ratios);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** CPU time of this thread and of the garbage collector, which has one thread here too. */
  static long cpuNanos() {
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      nanos += 1_000_000 * collector.getCollectionTime();
    }
    return nanos;
  }
}
