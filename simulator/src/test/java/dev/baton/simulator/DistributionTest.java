package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DistributionTest {

  private static final int CELLS = 20;
  private static final int SAMPLES = 200_000;

  /** Chi-square with 19 degrees of freedom exceeds this once in a thousand times. */
  private static final double CHI_SQUARE_LIMIT = 43.8;

  @Test
  void namesAreReadBack() {
    for (String text :
        new String[] {"constant:1", "constant:0", "uniform:0.5,1.5", "exponential:0.01"}) {
      assertThat(Distribution.parse(text)).hasToString(text);
    }
  }

  @Test
  void means() {
    assertThat(Distribution.parse("constant:0.25").mean()).isEqualTo(0.25);
    assertThat(Distribution.parse("uniform:0.5,1.5").mean()).isEqualTo(1);
    assertThat(Distribution.parse("exponential:3").mean()).isEqualTo(3);
  }

  @Test
  void wrongTextSaysWhatToWrite() {
    for (String text :
        new String[] {
          "",
          "constant",
          "constant:",
          "constant:-1",
          "constant:x",
          "uniform:1",
          "uniform:2,1",
          "normal:1",
          "exponential:1,2"
        }) {
      assertThatThrownBy(() -> Distribution.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write constant:1, uniform:0.5,1.5 or exponential:1");
    }
  }

  @Test
  void uniformIsEven() {
    Distribution distribution = Distribution.parse("uniform:0,2");
    int[] cells = new int[CELLS];
    RandomStream random = new RandomStream(3, "test");
    for (int i = 0; i < SAMPLES; i++) {
      long ticks = distribution.sample(random.next());
      assertThat(ticks).isBetween(0L, 2_000_000L);
      cells[(int) Math.min(CELLS - 1, ticks * CELLS / 2_000_000)]++;
    }
    assertThat(chiSquare(cells)).isLessThan(CHI_SQUARE_LIMIT);
  }

  @Test
  void exponentialHasNoMemory() {
    Distribution distribution = Distribution.parse("exponential:1");
    int[] cells = new int[CELLS];
    RandomStream random = new RandomStream(4, "test");
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double x = Ticks.toUnits(distribution.sample(random.next()));
      sum += x;
      // The distribution function maps the samples to an even distribution.
      cells[(int) ((1 - Math.exp(-x)) * CELLS)]++;
    }
    assertThat(chiSquare(cells)).isLessThan(CHI_SQUARE_LIMIT);
    assertThat(sum / SAMPLES).isCloseTo(1, within(0.01));
  }

  @Test
  void extremeBitsGiveNoExtremeTimes() {
    Distribution distribution = Distribution.parse("exponential:1");
    assertThat(distribution.sample(0L)).isBetween(36_000_000L, 37_000_000L);
    assertThat(distribution.sample(-1L)).isZero();
    assertThat(Distribution.parse("uniform:1,2").sample(0L)).isEqualTo(1_000_000);
    assertThat(Distribution.parse("uniform:1,2").sample(-1L)).isEqualTo(2_000_000);
    assertThat(Distribution.parse("exponential:0").sample(0L)).isZero();
  }

  @Test
  void ownLogarithmAgreesWithTheLibrary() {
    RandomStream random = new RandomStream(5, "test");
    double worst = 0;
    for (int i = 0; i < 1_000_000; i++) {
      long numerator = (random.next() >>> 11 >>> i % 53) + 1;
      double expected = Math.log(numerator * 0x1p-53);
      double error = Math.abs(Logarithm.ofFraction(numerator) - expected);
      worst = Math.max(worst, error / Math.ulp(expected));
    }
    assertThat(worst).isLessThanOrEqualTo(1);
    assertThat(Logarithm.ofFraction(1L << 53)).isZero();
  }

  static double chiSquare(int[] cells) {
    double total = 0;
    for (int cell : cells) {
      total += cell;
    }
    double expected = total / cells.length;
    double sum = 0;
    for (int cell : cells) {
      sum += (cell - expected) * (cell - expected) / expected;
    }
    return sum;
  }
}
