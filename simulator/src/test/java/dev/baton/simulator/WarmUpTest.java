package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static Longs series(int length, IntToLongFunction value) {
    Longs series = new Longs();
    for (int i = 0; i < length; i++) {
      series.add(value.applyAsLong(i));
    }
    return series;
  }

  /** The definition, term by term. */
  private static int byDefinition(Longs series) {
    int m = series.size() / 5;
    double[] batch = new double[m];
    for (int b = 0; b < m; b++) {
      for (int i = 0; i < 5; i++) {
        batch[b] += series.get(5 * b + i) / 5.0;
      }
    }
    int cut = 0;
    double best = Double.MAX_VALUE;
    for (int d = 0; d <= m / 2; d++) {
      double mean = 0;
      for (int b = d; b < m; b++) {
        mean += batch[b] / (m - d);
      }
      double squares = 0;
      for (int b = d; b < m; b++) {
        squares += (batch[b] - mean) * (batch[b] - mean);
      }
      double error = squares / ((double) (m - d) * (m - d));
      if (error < best) {
        best = error;
        cut = d;
      }
    }
    return 5 * cut;
  }

  @Test
  void nothingIsCutFromAConstantSeries() {
    assertThat(WarmUp.length(series(1000, i -> 333_333))).isZero();
    assertThat(WarmUp.length(series(4, i -> i))).isZero();
    assertThat(WarmUp.length(new Longs())).isZero();
  }

  @Test
  void aRampIsCutExactly() {
    // 40 rising values, then a constant: the first constant batch begins at 40.
    assertThat(WarmUp.length(series(1000, i -> Math.min(i, 40) * 1_000_000L))).isEqualTo(40);
    assertThat(WarmUp.length(series(1000, i -> Math.min(i, 37) * 1_000_000L))).isEqualTo(40);
  }

  @Test
  void atMostHalfIsCut() {
    assertThat(WarmUp.length(series(100, i -> i * 1_000_000L))).isLessThanOrEqualTo(50);
    assertThat(WarmUp.length(series(100, i -> i < 90 ? 0 : 1_000_000_000L)))
        .isLessThanOrEqualTo(50);
  }

  @Test
  void agreesWithTheDefinition() {
    for (int seed = 0; seed < 50; seed++) {
      RandomStream random = new RandomStream(seed, "test");
      Distribution distribution = Distribution.parse("exponential:5");
      int ramp = random.below(100);
      Longs series =
          series(
              200 + seed,
              i ->
                  distribution.sample(random.next())
                      + Math.max(0, ramp - i) * (Ticks.PER_UNIT / 2));
      assertThat(WarmUp.length(series)).isEqualTo(byDefinition(series));
    }
  }
}
