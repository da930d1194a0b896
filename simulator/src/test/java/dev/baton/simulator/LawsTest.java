package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import dev.baton.core.Hash;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws beyond the exponential, against theory. */
class LawsTest {

  private static final int CELLS = 20;
  private static final int SAMPLES = 100_000;

  /** Chi-square with 19 degrees of freedom exceeds this once in a thousand times. */
  private static final double CHI_SQUARE_LIMIT = 43.8;

  private static final Map<String, String> FILES =
      Map.of(
          "times", "3\n1.5 # often\n1.5\n6\n",
          "points", "0 10\n0.5, 12\n0.99\t40\n1 200\n",
          "gap", "0 10\n0.9 40\n",
          "falls", "0 10\n0.5 5\n1 20\n",
          "mixed", "1\n0.5 2\n",
          "words", "one\n",
          "empty", "# nothing\n");

  private static Distribution law(String text) {
    return Distribution.parse(text, FILES::get);
  }

  // Laws.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lognormal:10,0.5",
        "pareto:10,2.5",
        "weibull:10,0.7",
        "gamma:10,2",
        "empirical:points"
      })
  void namesAreReadBack(String text) {
    assertThat(law(text)).hasToString(text).isEqualTo(law(text)).hasSameHashCodeAs(law(text));
    assertThat(law(text).mean()).isCloseTo(text.contains("points") ? 19.44 : 10, within(1e-9));
  }

  private static void isLike(String text, DoubleUnaryOperator probability, double deviation) {
    Distribution law = law(text);
    int[] cells = new int[CELLS];
    RandomStream random = new RandomStream(6, "test");
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double x = Ticks.toUnits(law.sample(random.next()));
      sum += x;
      cells[(int) Math.min(CELLS - 1, probability.applyAsDouble(x) * CELLS)]++;
    }
    assertThat(DistributionTest.chiSquare(cells)).as(text).isLessThan(CHI_SQUARE_LIMIT);
    assertThat(sum / SAMPLES)
        .as(text)
        .isCloseTo(law.mean(), within(4 * deviation / Math.sqrt(SAMPLES)));
  }

  /** In twenty cells of equal probability, with the mean that the text says. */
  @Test
  void samplesAreDistributedAsTheTextSays() {
    double mu = Math.log(10) - 0.5 * 0.7 * 0.7;
    ContinuousDistribution lognormal = LogNormalDistribution.of(mu, 0.7);
    isLike("lognormal:10,0.7", lognormal::cumulativeProbability, deviation(lognormal));
    ContinuousDistribution pareto = ParetoDistribution.of(10 * 2.5 / 3.5, 3.5);
    isLike("pareto:10,3.5", pareto::cumulativeProbability, deviation(pareto));
    ContinuousDistribution gamma = GammaDistribution.of(2.5, 4);
    isLike("gamma:10,2.5", gamma::cumulativeProbability, deviation(gamma));
    ContinuousDistribution steep = GammaDistribution.of(0.4, 25);
    isLike("gamma:10,0.4", steep::cumulativeProbability, deviation(steep));
    ContinuousDistribution weibull =
        WeibullDistribution.of(1.5, 10 / 0.9027452929509336); // The gamma function of 5/3.
    isLike("weibull:10,1.5", weibull::cumulativeProbability, deviation(weibull));
  }

  private static double deviation(ContinuousDistribution distribution) {
    return Math.sqrt(distribution.getVariance());
  }

  /** Without deviation they are constant, and with shape 1 exponential. */
  @Test
  void specialCasesAgree() {
    RandomStream random = new RandomStream(7, "test");
    Distribution exponential = law("exponential:10");
    for (int i = 0; i < 1000; i++) {
      long bits = random.next();
      assertThat(law("lognormal:10,0").sample(bits)).isEqualTo(10_000_000);
      assertThat(law("weibull:10,1").sample(bits)).isCloseTo(exponential.sample(bits), within(1L));
    }
    assertThat(law("gamma:0,2").sample(1)).isZero();
  }

  @Test
  void extremeBitsGiveTimesThatFit() {
    for (String text :
        new String[] {
          "lognormal:1000,5", "pareto:1000,1.01", "weibull:1000,0.1", "gamma:1000,0.1"
        }) {
      for (long bits : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(law(text).sample(bits)).as(text).isBetween(0L, 1L << 62);
      }
    }
  }

  /** The same bits give the same ticks, on every machine. */
  @ParameterizedTest
  @CsvSource({
    "lognormal:10;0.5, 436084829936569890",
    "pareto:10;2.5, 2813815489318019290",
    "weibull:10;0.7, -8096530013133658332",
    "gamma:10;2, -6193064909526617072",
    "gamma:10;0.3, -4956298435300740629",
  })
  void samplesArePinned(String text, long hash) {
    Distribution law = law(text.replace(';', ','));
    RandomStream random = new RandomStream(8, "test");
    long found = 0;
    for (int i = 0; i < 1000; i++) {
      found = Hash.fold(found, law.sample(random.next()));
    }
    assertThat(found).isEqualTo(hash);
  }

  // Files.

  @Test
  void timesOfAFileAreEquallyLikely() {
    Distribution law = law("empirical:times");
    assertThat(law.mean()).isEqualTo(3);
    assertThat(law.sample(0)).isEqualTo(1_500_000);
    assertThat(law.sample(1L << 62)).isEqualTo(1_500_000);
    assertThat(law.sample(Long.MIN_VALUE)).isEqualTo(3_000_000);
    assertThat(law.sample(-1)).isEqualTo(6_000_000);
  }

  @Test
  void pointsOfAFileAreJoinedByLines() {
    Distribution law = law("empirical:points");
    assertThat(law.sample(0)).isEqualTo(10_000_000);
    assertThat(law.sample(1L << 62)).isEqualTo(11_000_000);
    assertThat(law.sample(Long.MIN_VALUE)).isEqualTo(12_000_000);
    assertThat(law.sample(-1)).isBetween(199_999_000L, 200_000_000L);
    assertThat(law.mean()).isCloseTo(0.5 * 11 + 0.49 * 26 + 0.01 * 120, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lognormal:10 | write lognormal:10,0.5",
        "lognormal:10,6 | at most 5",
        "pareto:10,1 | above 1",
        "weibull:10,0.05 | write weibull:10,2",
        "gamma:10,2000 | from 0.1 to 1000",
        "gauss:1 | lognormal:1,0.5",
        "empirical:gap | from probability 0 to probability 1",
        "empirical:falls | in ascending order",
        "empirical:mixed | '0.5 2' in mixed: write a time in each line",
        "empirical:words | 'one' in words",
        "empirical:empty | has no times",
      })
  void whatIsWrongIsSaid(String text, String sentence) {
    assertThatThrownBy(() -> law(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void withoutFilesThereIsNoFile() {
    assertThatThrownBy(() -> Distribution.parse("empirical:times"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'times' would be a file");
    UnaryOperator<String> missing =
        name -> {
          throw new IllegalArgumentException("There is no file " + name + ".");
        };
    assertThatThrownBy(() -> Distribution.parse("empirical:x", missing))
        .hasMessage("There is no file x.");
  }

  /** A law of one's own needs no more than this. */
  @Test
  void anybodyMayAddALaw() {
    record Coin(long heads, long tails) implements Distribution {
      @Override
      public double mean() {
        return Ticks.toUnits((heads + tails) * 0.5);
      }

      @Override
      public long sample(long random) {
        return random < 0 ? heads : tails;
      }
    }
    Scenario scenario =
        Scenario.of(TokenRing.ALGORITHM, Graph.complete(5))
            .delay(new Coin(1_000_000, 3_000_000))
            .hold(new Coin(0, 40_000_000))
            .workload("think:20")
            .entries(100);
    assertThat(Simulation.run(scenario, 0)).isEqualTo(Simulation.run(scenario, 0));
    assertThat(Simulation.run(scenario, 0).responseTime().mean()).isGreaterThan(1);
  }
}
