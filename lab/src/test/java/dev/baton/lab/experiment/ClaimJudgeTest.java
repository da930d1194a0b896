package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.lab.experiment.ClaimJudge.Judgement;
import dev.baton.lab.experiment.ClaimJudge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts on numbers that are known. */
class ClaimJudgeTest {

  private static Result result(String algorithm, int nodes, double... messages) {
    List<Trial> trials = new ArrayList<>();
    for (double value : messages) {
      trials.add(new Trial(Map.of(Measure.MESSAGES, value), "0"));
    }
    Map<String, String> options = Map.of("algorithm", algorithm, "nodes", Integer.toString(nodes));
    return new Result(new Cell(options), trials, true);
  }

  /**
   * 2N for a and about 2N for b, which varies; c is as good as a, and grows faster; d grows by 4
   * each time; the others are near what still holds.
   */
  private static final ClaimJudge JUDGE =
      new ClaimJudge(
          List.of(
              result("a", 10, 20, 20, 20),
              result("a", 20, 40, 40, 40),
              result("a", 40, 80, 80, 80),
              result("b", 10, 22, 22.1, 21.9),
              result("b", 40, 81, 70, 95),
              result("c", 10, 20, 20, 20),
              result("c", 40, 320, 320, 320),
              result("d", 10, 1, 1, 1),
              result("d", 20, 5, 5, 5),
              result("d", 40, 9, 9, 9),
              result("e", 10, 100),
              result("e", 20, 214.7),
              result("e", 40, 300),
              result("f", 10, 100),
              result("f", 20, 215.3),
              result("f", 40, 300),
              result("g", 10, 100, 100),
              result("h", 10, 104.9, 104.9),
              result("i", 10, 105.1, 105.1),
              result("j", 10, 22, 22.1, 21.9),
              result("j", 20, 22, 22.1, 21.9),
              result("j", 40, 22, 22.1, 21.9),
              result("l", 10, 20),
              result("l", 20, 40),
              result("l", 40, 80),
              result("l", 160, 320),
              result("m", 10, 5),
              result("m", 20, 5),
              result("m", 160, 5)));

  private static Verdict verdict(String yaml) {
    return judge("test: " + yaml).verdict();
  }

  private static Judgement judge(String claim) {
    Experiment experiment =
        Experiments.parse("x", "claims: [{claim: x, where: y, published: z, " + claim + "}]");
    return JUDGE.judge("x", experiment.claims().getFirst());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{of: {algorithm: a}, quantity: exact, is: 2*N} | CONFIRMED",
        "{of: {algorithm: a}, quantity: exact, is: 2*N+1} | NOT_CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, quantity: exact, is: 22} | NOT_CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, quantity: mean, is: 22.2} | CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, quantity: mean, is: 22.3} | NOT_CONFIRMED",
        "{of: {algorithm: a}, quantity: mean, is: 2*N+1} | NOT_CONFIRMED",
        "{of: {algorithm: a}, quantity: about, is: 2*N+1} | CONFIRMED",
        "{of: {algorithm: a}, quantity: about, is: 2*N+2} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: [10, 40]}, quantity: bound, atMost: 2*N} | CONFIRMED",
        "{of: {algorithm: a, nodes: [10, 40]}, quantity: bound, atMost: 2*N-1} | NOT_CONFIRMED",
        "{of: {algorithm: b, nodes: 40}, quantity: bound, atMost: 94} | NOT_CONFIRMED",
        "{of: {algorithm: b, nodes: 40}, quantity: mean, atMost: 81} | CONFIRMED",
        "{of: {algorithm: a}, quantity: bound, atLeast: 2*N} | CONFIRMED",
        "{of: {algorithm: a}, quantity: bound, atLeast: 2*N+1} | NOT_CONFIRMED",
        "{of: {algorithm: a}, quantity: mean, between: [N, 3*N]} | CONFIRMED",
        "{of: {algorithm: a}, quantity: mean, between: [N, 50]} | NOT_CONFIRMED",
        "{of: {algorithm: a}, quantity: mean, some: true, between: [N, 50]} | CONFIRMED",
        "{of: {algorithm: a}, like: N} | CONFIRMED",
        "{of: {algorithm: a}, like: log2(N)} | NOT_CONFIRMED",
        "{of: {algorithm: a}, like: N^2} | CONFIRMED",
        "{of: {algorithm: d}, like: log2(N)} | CONFIRMED",
        "{of: {algorithm: d, nodes: [10, 20]}, like: log2(N)} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, below: {algorithm: b}} | CONFIRMED",
        "{of: {algorithm: a, nodes: 40}, below: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: [10, 40]}, some: true, below: {algorithm: b}} | CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, above: {algorithm: a}} | CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, above: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, quantity: exact, same: {algorithm: c}} | CONFIRMED",
        "{of: {algorithm: a, nodes: 40}, quantity: exact, same: {algorithm: c}} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, quantity: about, same: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {nodes: 40, algorithm: [a, b, c]}, smallestAt: {algorithm: a}} | CONFIRMED",
        "{of: {nodes: 40, algorithm: [a, b, c]}, smallestAt: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: nobody}, quantity: exact, is: 2*N} | NOT_JUDGED"
      })
  void aComparisonHoldsOrDoesNot(String yaml, Verdict verdict) {
    assertThat(verdict(yaml)).isEqualTo(verdict);
  }

  /** A value that is off by 4.9 % is about the same, and one by 5.1 % is not; so is a fit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{of: {algorithm: a}, quantity: about, is: 2*N/0.951} | CONFIRMED",
        "{of: {algorithm: a}, quantity: about, is: 2*N/0.949} | NOT_CONFIRMED",
        "{of: {algorithm: a}, quantity: about, is: 2*N/1.049} | CONFIRMED",
        "{of: {algorithm: a}, quantity: about, is: 2*N/1.051} | NOT_CONFIRMED",
        "{of: {algorithm: e}, like: log2(N)} | CONFIRMED",
        "{of: {algorithm: f}, like: log2(N)} | NOT_CONFIRMED",
        "{of: {algorithm: g}, quantity: about, same: {algorithm: h}} | CONFIRMED",
        "{of: {algorithm: g}, quantity: about, same: {algorithm: i}} | NOT_CONFIRMED"
      })
  void fivePercentAreNeitherFourNorSix(String yaml, Verdict verdict) {
    assertThat(verdict(yaml)).isEqualTo(verdict);
    assertThat(Quantity.ABOUT.rule()).isEqualTo("about, 5 %");
    assertThat(Quantity.GROWTH.rule()).isEqualTo("growth, a + b f within 5 % or less");
  }

  /** The widths that Student's t has at 95 %: other errors than 5 in 100 change these verdicts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{of: {algorithm: b, nodes: 10}, quantity: mean, is: 22.24} | CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, quantity: mean, is: 22.26} | NOT_CONFIRMED",
        "{of: {algorithm: j}, quantity: mean, is: 22.44} | CONFIRMED",
        "{of: {algorithm: j}, quantity: mean, is: 22.45} | NOT_CONFIRMED"
      })
  void intervalsAreThoseOf95In100(String yaml, Verdict verdict) {
    assertThat(verdict(yaml)).isEqualTo(verdict);
  }

  /** 2N is no proof of N^2, which it does not exceed; and five is none of any growth. */
  @Test
  void whatElseFitsIsNamed() {
    assertThat(judge("test: {of: {algorithm: l}, like: N^2}").measured()).endsWith("; also fits N");
    assertThat(judge("test: {of: {algorithm: l}, like: N}").measured()).doesNotContain("fits");
    assertThat(judge("test: {of: {algorithm: m}, like: N}").measured()).endsWith("; does not grow");
  }

  @Test
  void anotherReadingIsNamed() {
    Judgement judgement =
        judge(
            "test: {of: {algorithm: c}, quantity: exact, is: 2*N},"
                + " otherwise: [{reading: another load, of: {algorithm: a, nodes: [10, 40]},"
                + " quantity: exact, is: 2*N}],"
                + " why: because");
    assertThat(judgement.verdict()).isEqualTo(Verdict.OTHERWISE);
    assertThat(judgement.verdictInWords()).isEqualTo("holds in another reading: another load");
    assertThat(judgement.measured()).isEqualTo("20 (N 10); 320 (N 40)");
    assertThat(judgement.note()).isEqualTo("There: 20 (N 10); 80 (N 40). because");
  }

  @Test
  void whatHoldsInsteadConfirmsNothing() {
    Judgement judgement =
        judge(
            "test: {of: {algorithm: c}, quantity: exact, is: 2*N},"
                + " instead: [{reading: a square, of: {algorithm: c}, quantity: exact,"
                + " is: N^2/5}]");
    assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CONFIRMED);
    assertThat(judgement.note()).isEqualTo("Instead a square: 20 (N 10); 320 (N 40).");
  }

  /** The interval of one mean leaves 22.25 out; that of the same mean among three does not. */
  @Test
  void manyMeansAreLookedAtTogether() {
    Estimate estimate = Estimate.of(new double[] {22, 22.1, 21.9});
    assertThat(estimate.doubt(1)).isEqualTo(estimate.ci95()).isCloseTo(0.248, within(0.001));
    assertThat(estimate.doubt(3)).isCloseTo(0.442, within(0.001));
  }

  @Test
  void whatCannotBeMeasuredIsNeverConfirmed() {
    String other = "otherwise: [{reading: as load, of: {algorithm: a}, quantity: exact, is: 2*N}]";
    Judgement judgement = judge(other);
    assertThat(judgement.verdict()).isEqualTo(Verdict.OTHERWISE);
    assertThat(judgement.measured()).isEqualTo("cannot be measured as it stands");
  }

  @Test
  void whatIsComparedMustBeSaid() {
    assertThatThrownBy(() -> judge("test: {of: {algorithm: a}, is: 2*N}"))
        .hasMessage(
            "The experiment x cannot be read: line 1, claims[0].test: A claim must say what it"
                + " compares: write quantity: exact, bound, mean or about.");
  }
}
