package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void quantilesOfStudent() {
    assertThat(Statistics.t95(1)).isCloseTo(12.7062, within(1e-4));
    assertThat(Statistics.t95(9)).isCloseTo(2.262157, within(1e-6));
    assertThat(Statistics.t95(30)).isCloseTo(2.042272, within(1e-6));
    assertThat(Statistics.t95(31)).isCloseTo(2.039513, within(2e-6));
    assertThat(Statistics.t95(60)).isCloseTo(2.000298, within(1e-6));
    assertThat(Statistics.t95(120)).isCloseTo(1.979930, within(1e-6));
    assertThat(Statistics.t95(1_000_000)).isCloseTo(1.959966, within(1e-6));
  }

  @Test
  void intervalOfAMean() {
    // Mean 3, variance 2.5, t = 2.776 with 4 degrees: 2.776 · √(2.5 / 5).
    double[] values = {1, 2, 3, 4, 5};
    assertThat(Statistics.mean(values)).isEqualTo(3);
    assertThat(Statistics.halfWidth95(values)).isCloseTo(1.963243, within(1e-6));
    assertThat(Statistics.halfWidth95(new double[] {7, 7})).isZero();
    assertThat(Statistics.halfWidth95(new double[] {7})).isNull();
  }

  @Test
  void percentilesByNearestRank() {
    long[] values = {50, 15, 35, 20, 40};
    assertThat(Statistics.percentile(values, 5, 50, 0)).isEqualTo(35);
    assertThat(Statistics.percentile(values, 5, 99, 50)).isEqualTo(50);
    assertThat(Statistics.percentile(values, 5, 20, 0)).isEqualTo(15);
    assertThat(Statistics.percentile(new long[] {3, 6, 4, 5}, 4, 50, 0)).isEqualTo(4);
    assertThat(Statistics.percentile(new long[] {7}, 1, 99, 50)).isEqualTo(7);
    assertThat(Statistics.percentile(new long[] {9, 8, 7, 1, 2}, 3, 50, 0)).isEqualTo(8);
  }

  @Test
  void percentilesAgreeWithASortedArray() {
    RandomStream random = new RandomStream(1, "test");
    for (int length = 1; length < 300; length++) {
      long[] values = new long[length];
      for (int i = 0; i < length; i++) {
        values[i] = random.below(1 + length % 17);
      }
      long[] sorted = values.clone();
      Arrays.sort(sorted);
      int middle = (50 * length + 99) / 100;
      int rank = (99 * length + 99) / 100;
      assertThat(Statistics.percentile(values, length, 50, 0)).isEqualTo(sorted[middle - 1]);
      assertThat(Statistics.percentile(values, length, 99, 50)).isEqualTo(sorted[rank - 1]);
    }
  }

  @Test
  void fairness() {
    assertThat(Statistics.jain(new long[] {5, 5, 5, 5})).isEqualTo(1);
    assertThat(Statistics.jain(new long[] {8, 0, 0, 0})).isEqualTo(0.25);
    assertThat(Statistics.jain(new long[] {1, 3})).isEqualTo(0.8);
  }
}
