package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions behind the laws: as accurate as they say, compared with another library. */
class FunctionsTest {

  @Test
  void thePowerAgreesWithTheLibrary() {
    double worst = 0;
    RandomStream random = new RandomStream(1, "test");
    for (int i = 0; i < 200_000; i++) {
      double x = (random.nextFraction() - 0.5) * (i % 2 == 0 ? 1400 : 2);
      double expected = StrictMath.exp(x);
      worst = Math.max(worst, Math.abs(Power.exp(x) - expected) / Math.ulp(expected));
    }
    assertThat(worst).isLessThanOrEqualTo(1);
    assertThat(Power.exp(0)).isEqualTo(1);
    assertThat(Power.exp(-701)).isZero();
    assertThat(Power.exp(800)).isEqualTo(Power.exp(700));
    for (int i = 1; i < 1000; i++) {
      double expected = StrictMath.pow(i * 0.37, i * 0.01 - 5);
      assertThat(Power.of(i * 0.37, i * 0.01 - 5)).isCloseTo(expected, within(1e-13 * expected));
    }
  }

  @Test
  void theLogarithmOfAnyNumberAgreesWithTheLibrary() {
    RandomStream random = new RandomStream(2, "test");
    for (int i = 0; i < 200_000; i++) {
      double x = StrictMath.exp((random.nextFraction() - 0.5) * (i % 2 == 0 ? 1400 : 2));
      double expected = StrictMath.log(x);
      double scale = Math.max(1, Math.abs(expected));
      assertThat(Logarithm.of(x)).isCloseTo(expected, within(2.3e-16 * scale));
    }
    assertThat(Logarithm.of(1)).isEqualTo(0, within(1e-16));
    assertThat(Logarithm.of(Double.MIN_VALUE)).isCloseTo(-744.4400719213812, within(1e-12));
    assertThat(Logarithm.of(Double.MAX_VALUE)).isCloseTo(709.782712893384, within(1e-12));
  }

  /** Fractions of 2^53 from the far lower tail to the far upper one. */
  private static long[] numerators() {
    long[] numerators = new long[2000];
    RandomStream random = new RandomStream(3, "test");
    for (int i = 0; i < numerators.length; i++) {
      long near = (random.next() >>> 11 >>> i % 53) | 1;
      numerators[i] = i % 2 == 0 ? near : (1L << 53) - near;
    }
    numerators[0] = 1;
    numerators[1] = (1L << 53) - 1;
    return numerators;
  }

  /** What another library says is exceeded with the same probability, from the nearer tail. */
  private static double expected(ContinuousDistribution distribution, long numerator) {
    return numerator <= 1L << 52
        ? distribution.inverseCumulativeProbability(numerator * 0x1p-53)
        : distribution.inverseSurvivalProbability(((1L << 53) - numerator) * 0x1p-53);
  }

  @Test
  void theNormalQuantileAgreesWithTheLibrary() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    for (long numerator : numerators()) {
      double expected = expected(normal, numerator);
      assertThat(NormalQuantile.of(numerator))
          .isCloseTo(expected, within(1e-14 * Math.max(1, Math.abs(expected))));
      assertThat(NormalQuantile.of((1L << 53) - numerator))
          .isEqualTo(-NormalQuantile.of(numerator));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.35, 0.9, 1, 1.5, 2, 7, 33, 250, 1000})
  void theGammaQuantileAgreesWithTheLibrary(double shape) {
    GammaQuantile quantile = new GammaQuantile(shape);
    GammaDistribution gamma = GammaDistribution.of(shape, 1);
    for (long numerator : numerators()) {
      double x = quantile.of(numerator);
      // Its tails are accurate; its inverse is a root that is searched for less precisely.
      boolean isLower = numerator <= 1L << 52;
      double tail = (isLower ? numerator : (1L << 53) - numerator) * 0x1p-53;
      double is = isLower ? gamma.cumulativeProbability(x) : gamma.survivalProbability(x);
      double error = (is - tail) / gamma.density(x) / x;
      assertThat(error).as("%s at %s", numerator, x).isCloseTo(0, within(1e-10));
    }
  }

  @Test
  void theGammaFunctionAgreesWithFactorials() {
    double factorial = 1;
    for (int i = 1; i < 20; i++) {
      assertThat(GammaQuantile.logGamma(i)).isCloseTo(Math.log(factorial), within(1e-13));
      factorial *= i;
    }
    assertThat(GammaQuantile.logGamma(0.5)).isCloseTo(0.5723649429247001, within(1e-14));
  }
}
