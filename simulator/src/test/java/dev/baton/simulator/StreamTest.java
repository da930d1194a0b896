package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StreamTest {

  private static final int DRAWS = 100_000;

  @Test
  void sameNameSameBits() {
    assertThat(new Stream(1, "think").next()).isEqualTo(new Stream(1, "think").next());
    assertThat(new Stream(1, "think").next()).isNotEqualTo(new Stream(1, "hold").next());
    assertThat(new Stream(1, "think").next()).isNotEqualTo(new Stream(2, "think").next());
  }

  @Test
  void oneNodeDoesNotDisturbAnother() {
    Stream.PerNode together = new Stream.PerNode(1, "think", 3);
    Stream.PerNode alone = new Stream.PerNode(1, "think", 3);
    for (int i = 0; i < 100; i++) {
      together.next(0);
      assertThat(together.next(2)).isEqualTo(alone.next(2));
    }
  }

  @Test
  void neighbouringStreamsAreNotCorrelated() {
    Stream.PerNode streams = new Stream.PerNode(1, "think", 2);
    assertThat(correlation(() -> streams.next(0), () -> streams.next(1)))
        .isCloseTo(0, within(0.015));
    Stream seed1 = new Stream(1, "workload");
    Stream seed2 = new Stream(2, "workload");
    assertThat(correlation(seed1::next, seed2::next)).isCloseTo(0, within(0.015));
    Stream trial = new Stream(7, "workload");
    long[] before = {trial.next()};
    // Each draw against the one after it.
    assertThat(
            correlation(
                () -> before[0],
                () -> {
                  before[0] = trial.next();
                  return before[0];
                }))
        .isCloseTo(0, within(0.015));
  }

  private interface Bits {
    long next();
  }

  private static double correlation(Bits a, Bits b) {
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      sum += (Stream.fraction(a.next()) - 0.5) * (Stream.fraction(b.next()) - 0.5);
    }
    return sum / DRAWS * 12;
  }

  @Test
  void choicesAreEven() {
    Stream random = new Stream(1, "workload");
    int[] cells = new int[7];
    for (int i = 0; i < DRAWS; i++) {
      cells[random.below(7)]++;
    }
    // Chi-square with 6 degrees of freedom.
    assertThat(DistributionTest.chiSquare(cells)).isLessThan(22.5);
  }
}
