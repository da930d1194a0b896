package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What was seen while something was attacked.
 *
 * @param grants of the hot lock, a second, by member
 * @param failures calls for the hot lock that did not succeed
 * @param joins how long each took, in seconds
 * @param first by member: heap after a collection, threads, and names that may not be members
 * @param last the same at the end
 */
record SiegePhase(
    double[] grants,
    long failures,
    List<Double> joins,
    List<long[]> first,
    List<long[]> last,
    Outsiders.Done done) {

  static final int HEAP = 0;
  static final int THREADS = 1;
  private static final int INTRUDERS = 2;

  double allGrants() {
    return DoubleStream.of(grants).sum();
  }

  /** Of the member that had the fewest. */
  double leastGrants() {
    return DoubleStream.of(grants).min().orElse(0);
  }

  double longestJoin() {
    return joins.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** Of the member where it is largest. */
  double growth(int what) {
    double largest = 0;
    for (int i = 0; i < first.size(); i++) {
      largest = Math.max(largest, (double) last.get(i)[what] / first.get(i)[what]);
    }
    return largest;
  }

  /** Attackers that were let in, by their own account or by that of a member. */
  long bound() {
    long intruders = last.stream().mapToLong(each -> each[INTRUDERS]).sum();
    return done.bound() + intruders + first.stream().mapToLong(each -> each[INTRUDERS]).sum();
  }

  /** This one and another of the same length. */
  SiegePhase and(SiegePhase other) {
    double[] mean = new double[grants.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (grants[i] + other.grants[i]) / 2;
    }
    List<Double> all = new ArrayList<>(joins);
    all.addAll(other.joins);
    return new SiegePhase(
        mean, failures + other.failures, all, first, other.last, done.and(other.done));
  }
}
