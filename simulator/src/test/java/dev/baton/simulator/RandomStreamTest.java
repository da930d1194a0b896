package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RandomStreamTest {

  private static final int DRAWS = 100_000;

  @Test
  void sameNameSameBits() {
    assertThat(new RandomStream(1, "think").next()).isEqualTo(new RandomStream(1, "think").next());
    assertThat(new RandomStream(1, "think").next())
        .isNotEqualTo(new RandomStream(1, "hold").next());
    assertThat(new RandomStream(1, "think").next())
        .isNotEqualTo(new RandomStream(2, "think").next());
  }

  @Test
  void oneNodeDoesNotDisturbAnother() {
    RandomStream.PerNode together = new RandomStream.PerNode(1, "think", 3);
    RandomStream.PerNode alone = new RandomStream.PerNode(1, "think", 3);
    for (int i = 0; i < 100; i++) {
      together.next(0);
      assertThat(together.next(2)).isEqualTo(alone.next(2));
    }
  }

  @Test
  void neighbouringStreamsAreNotCorrelated() {
    RandomStream.PerNode streams = new RandomStream.PerNode(1, "think", 2);
    assertThat(correlation(() -> streams.next(0), () -> streams.next(1)))
        .isCloseTo(0, within(0.015));
    RandomStream seed1 = new RandomStream(1, "workload");
    RandomStream seed2 = new RandomStream(2, "workload");
    assertThat(correlation(seed1::next, seed2::next)).isCloseTo(0, within(0.015));
    RandomStream trial = new RandomStream(7, "workload");
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
      sum += (RandomStream.fraction(a.next()) - 0.5) * (RandomStream.fraction(b.next()) - 0.5);
    }
    return sum / DRAWS * 12;
  }

  @Test
  void choicesAreEven() {
    RandomStream random = new RandomStream(1, "workload");
    int[] cells = new int[7];
    for (int i = 0; i < DRAWS; i++) {
      cells[random.below(7)]++;
    }
    // Chi-square with 6 degrees of freedom.
    assertThat(DistributionTest.chiSquare(cells)).isLessThan(22.5);
  }
}
