package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.lab.experiment.ClaimJudge.Judgement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with an experiment is said before its first trial, with the line and the key. */
class ExperimentMistakesTest {

  @TempDir private Path directory;

  private static final String SMALL =
      """
      title: "Small"
      paper: "None"
      about: "Raymond's algorithm on few nodes."
      sweeps:
        - algorithm: [raymond, naimi-trehel]
          nodes: [4, 6]
          workload: [isolated, "think:{20*N}"]
      quick: {least: 1, most: 1, entries: 10*N}
      full: {least: 1, most: 1, entries: 10*N}
      plots:
        - {id: messages, title: "Messages", x: N, y: messages, of: {workload: isolated}}
      claims:
        - claim: "few messages"
          where: "here"
          published: "N"
          situation: "always"
          test: {of: {algorithm: raymond}, quantity: mean, atMost: N}
      """;

  private void begin(String text) {
    new ExperimentRun(directory, List.of(Experiments.parse("small", text)), true).begin(true);
  }

  private void refuses(String what, String by, String... words) {
    String text = SMALL.replace(what, by);
    assertThat(text).isNotEqualTo(SMALL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> begin(text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("The experiment small cannot be ")
                    .contains(words)
                    .doesNotContain("java", "dev.baton", "Exception")
                    .endsWith("."));
  }

  @Test
  void whatIsRightIsNotRefused() {
    begin(SMALL);
  }

  @Test
  void twoBoundsAreRefused() {
    refuses(
        "atMost: N}", "atMost: N, atLeast: 0}", "line 17, claims[0].test", "atMost and atLeast");
    refuses(", atMost: N}", "}", "claims[0].test", "not with none");
  }

  @Test
  void aClaimThatSelectsNothingIsRefused() {
    refuses("{algorithm: raymond}", "{algorithm: lamport}", "line 17", "lamport");
    refuses("quantity: mean", "measure: links, quantity: mean", "line 17", "measures links");
    refuses("atMost: N}", "above: {algorithm: lamport}}", "quantity");
    refuses("quantity: mean, atMost: N}", "above: {algorithm: lamport}}", "line 17", "lamport");
    refuses("atMost: N}", "atMost: M}", "line 17", "The formula 'M'");
  }

  @Test
  void aPlotThatIsEmptyIsRefused() {
    refuses("of: {workload: isolated}", "of: {workload: saturated}", "line 11, plots[0]");
    refuses("y: messages", "y: inversions", "line 11, plots[0]", "measures inversions");
    refuses("x: N", "x: idel", "line 11, plots[0].x", "'idel'");
  }

  @Test
  void anUnknownSeriesIsRefused() {
    refuses(
        "y: messages,", "y: messages, series: [algoritm],", "line 11, plots[0].series", "algoritm");
  }

  @Test
  void aPlotThatCannotBeDrawnIsRefused() {
    String y = "y: messages,";
    refuses(y, y + " width: 5,", "line 11, plots[0].width", "5 millimetres", "write 20 to 2000");
    refuses(y, y + " height: wide,", "line 11, plots[0].height", "a whole number");
    refuses(y, y + " fontSize: 0.5,", "plots[0].fontSize", "0.5 points cannot be drawn");
    refuses(y, y + " fontSize: small,", "plots[0].fontSize", "a number");
    refuses(y, y + " legend: left,", "plots[0].legend", "write right, below, none.");
    refuses(y, y + " kind: bars,", "plots[0].kind", "write lines, cdf.");
    refuses("y: messages, ", "", "plots[0].y: this key is missing");
  }

  @Test
  void aDistributionThatCannotBeMeasuredIsRefused() {
    String plot = "x: N, y: messages, of: {workload: isolated}";
    String cdf = "kind: cdf, x: response";
    refuses(plot, cdf + ", y: messages", "line 11, plots[0].y", "leave y out");
    refuses(plot, "kind: cdf, x: messages", "plots[0].x", "'messages' is not measured of single");
    refuses(plot, "kind: cdf", "plots[0].x: this key is missing");
    refuses(plot, cdf + ", of: {nodes: 5}", "line 11, plots[0]", "no configuration");
    refuses(plot, cdf + ", of: {nodes: 6}", "plots[0].series", "one line: add workload.");
    refuses(
        plot,
        cdf + ", series: [workload], of: {algorithm: raymond}",
        "plots[0].series",
        "one line: add nodes.");
    refuses(
        plot,
        cdf + ", of: {nodes: 6, workload: isolated}, formulas: [{label: N, formula: N}]",
        "plots[0].formulas",
        "leave them out");
    assertThat(SMALL).contains(plot);
    begin(SMALL.replace(plot, cdf + ", of: {nodes: 6, workload: isolated}"));
  }

  @Test
  void aDistributionNeedsSimulationsThatRunAllRounds() {
    String plot =
        "{id: messages, title: \"Messages\", x: N, y: messages, of: {workload: isolated}}";
    String text = SMALL.replace(plot, "{id: waiting, title: \"W\", kind: cdf, x: response}");
    String probe = text.replace("workload: [isolated, \"think:{20*N}\"]", "probe: pairs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> begin(probe))
        .withMessageContaining("a cdf needs simulations");
    String skips =
        text.replace("algorithm: [raymond, naimi-trehel]", "algorithm: raymond")
            .replace("workload: [isolated, \"think:{20*N}\"]", "idle-rounds: skip");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> begin(skips))
        .withMessageContaining("leave idle-rounds out");
  }

  /** One configuration may be written as two loads, and is then part of both. */
  @Test
  void loadsAreGroupedAsTheyAreWritten() {
    String text =
        SMALL
            .replace("[isolated, ", "[\"think:80\", ")
            .replace("of: {workload: isolated}", "series: [workload], of: {algorithm: raymond}");
    begin(text);
    Experiment experiment = Experiments.parse("small", text);
    Experiment.Plot plot = experiment.plots().getFirst();
    assertThat(Cells.of(experiment, true))
        .filteredOn(cell -> cell.matches(plot.of()))
        .extracting(cell -> Plots.labels(plot, cell))
        .containsExactly(
            List.of("think:80", "think:{20*N}"), List.of("think:80"), List.of("think:{20*N}"));
  }

  @Test
  void whatIsMissingIsRefused() {
    refuses("    where: \"here\"\n", "", "line 13, claims[0].where: this key is missing");
    refuses("paper: \"None\"\n", "", "paper: this key is missing");
    refuses("quick: {least: 1, most: 1, entries: 10*N}\n", "", "quick: this key is missing");
    refuses("x: N, ", "", "line 11, plots[0].x: this key is missing");
  }

  @Test
  void aConfigurationThatCannotRunIsRefused() {
    refuses("nodes: [4, 6]", "nodes: [4, 0]", "line 4, sweeps", "--nodes 0", "at least 1 node");
    refuses("nodes: [4, 6]", "nodes: {full: [4]}", "sweeps", "nodes has no value");
    refuses("workload: [", "probe: sigle\n    workload: [", "There is no probe 'sigle'");
    refuses("20*N}", "20*N", "a brace is missing");
  }

  @Test
  void loadsWithAFormulaAreSelected() {
    String formula = "{algorithm: raymond, workload: \"think:{20*N}\"}";
    String text = SMALL.replace("{algorithm: raymond}", formula);
    begin(text);
    Experiment experiment = Experiments.parse("small", text);
    assertThat(Cells.of(experiment, true))
        .filteredOn(cell -> cell.matches(experiment.claims().getFirst().test().of()))
        .hasSize(2);
  }

  /** Not why it would be wrong: it was not looked at. */
  @Test
  void whatWasNotMeasuredIsNotExplainedAway() {
    Experiment experiment =
        Experiments.parse(
            "small", SMALL.replace("situation:", "why: \"Because.\"\n    situation:"));
    Judgement judgement = new ClaimJudge(List.of()).judge("small", experiment.claims().getFirst());
    assertThat(judgement.measured()).isEqualTo("nothing was measured");
    assertThat(judgement.note()).doesNotContain("Because.").contains("nothing speaks against it");
  }

  /** Without --quick there is something to draw. */
  @Test
  void anEmptyPlotOfThisRunIsSaid() {
    String text =
        SMALL
            .replace("nodes: [4, 6]", "nodes: {quick: [4], full: [4, 6]}")
            .replace("of: {workload: isolated}", "of: {nodes: 6}");
    ExperimentRun run =
        new ExperimentRun(directory, List.of(Experiments.parse("small", text)), true);
    run.begin(true);
    run.run(1, new ExperimentRun.Silence());
    assertThat(directory.resolve("index.html"))
        .content()
        .contains("Nothing of this run to draw: Messages");
  }
}
