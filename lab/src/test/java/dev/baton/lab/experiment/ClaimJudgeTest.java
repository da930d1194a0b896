package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

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

  /** 2N for a and about 2N for b, which varies; c is as good as a, and grows faster. */
  private static final ClaimJudge JUDGE =
      new ClaimJudge(
          List.of(
              result("a", 10, 20, 20, 20),
              result("a", 40, 80, 80, 80),
              result("b", 10, 22, 22.1, 21.9),
              result("b", 40, 81, 70, 95),
              result("c", 10, 20, 20, 20),
              result("c", 40, 320, 320, 320)));

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
        "{of: {algorithm: a}, is: 2*N} | CONFIRMED",
        "{of: {algorithm: a}, is: 2*N+1} | NOT_CONFIRMED",
        "{of: {algorithm: a}, is: 2*N+1, within: 0.05} | CONFIRMED",
        "{of: {algorithm: a, nodes: [10, 40]}, atMost: 2*N} | CONFIRMED",
        "{of: {algorithm: a, nodes: [10, 40]}, atMost: 2*N-1} | NOT_CONFIRMED",
        "{of: {algorithm: a}, atLeast: 2*N} | CONFIRMED",
        "{of: {algorithm: a}, atLeast: 2*N+1} | NOT_CONFIRMED",
        "{of: {algorithm: a}, between: [N, 3*N]} | CONFIRMED",
        "{of: {algorithm: a}, between: [N, 50]} | NOT_CONFIRMED",
        "{of: {algorithm: a}, like: N, within: 0.1} | CONFIRMED",
        "{of: {algorithm: a}, like: sqrt(N), within: 0.1} | NOT_CONFIRMED",
        "{of: {algorithm: c}, like: N^2, within: 0.1} | CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, below: {algorithm: b}} | CONFIRMED",
        "{of: {algorithm: a, nodes: 40}, below: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: b, nodes: 10}, above: {algorithm: a}} | CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, above: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: a, nodes: 10}, same: {algorithm: c}} | CONFIRMED",
        "{of: {algorithm: a}, same: {algorithm: c}} | NOT_CONFIRMED",
        "{of: {nodes: 40}, smallestAt: {algorithm: a}} | CONFIRMED",
        "{of: {nodes: 40}, smallestAt: {algorithm: b}} | NOT_CONFIRMED",
        "{of: {algorithm: nobody}, is: 2*N} | NOT_CONFIRMED"
      })
  void aComparisonHoldsOrDoesNot(String yaml, Verdict verdict) {
    assertThat(verdict(yaml)).isEqualTo(verdict);
  }

  @Test
  void anotherReadingIsNamed() {
    Judgement judgement =
        judge(
            "test: {of: {algorithm: c}, is: 2*N},"
                + " otherwise: [{reading: another load, of: {algorithm: a}, is: 2*N}],"
                + " why: because");
    assertThat(judgement.verdict()).isEqualTo(Verdict.ELSEWHERE);
    assertThat(judgement.measured()).isEqualTo("20 (N 10); 320 (N 40)");
    assertThat(judgement.note())
        .isEqualTo("Holds with another load: 20 (N 10); 80 (N 40). because");
  }

  @Test
  void whatHoldsInsteadConfirmsNothing() {
    Judgement judgement =
        judge(
            "test: {of: {algorithm: c}, is: 2*N},"
                + " instead: [{reading: a square, of: {algorithm: c}, is: N^2/5}]");
    assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CONFIRMED);
    assertThat(judgement.note()).isEqualTo("Instead a square: 20 (N 10); 320 (N 40).");
  }
}
