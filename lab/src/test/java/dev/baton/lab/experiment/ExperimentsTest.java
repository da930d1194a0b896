package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.experiment.Experiment.Comparison;
import dev.baton.lab.options.ScenarioOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment's file says something that can be run, drawn and compared. */
class ExperimentsTest {

  private static final int LARGE = 1000;

  static List<String> names() {
    return Experiments.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCellIsAScenario(String name) {
    for (boolean isQuick : new boolean[] {true, false}) {
      List<Cell> cells = Cells.of(Experiments.named(name).getFirst(), isQuick);
      assertThat(cells).isNotEmpty();
      for (Cell cell : cells) {
        if (!cell.isProbe() && Integer.parseInt(cell.option("nodes")) <= LARGE) {
          assertThat(ScenarioOptions.parse(cell.arguments()).entries()).isPositive();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void plotsAndClaimsFindTheirCells(String name) {
    Experiment experiment = Experiments.named(name).getFirst();
    assertThat(experiment.claims()).isNotEmpty();
    assertThat(experiment.plots()).isNotEmpty();
    List<Cell> cells = Cells.of(experiment, false);
    for (Experiment.Plot plot : experiment.plots()) {
      assertThat(cells)
          .as(plot.id())
          .anyMatch(cell -> cell.matches(plot.of()) && cell.variables().containsKey(plot.x()));
    }
    for (Claim claim : experiment.claims()) {
      assertThat(claim.situation()).as(claim.claim()).isNotBlank();
      for (Comparison comparison : claim.comparisons()) {
        assertThat(cells).as(claim.claim()).anyMatch(cell -> cell.matches(comparison.of()));
      }
    }
  }

  @Test
  void formulasInBracesAreFilledIn() {
    Experiment experiment =
        Experiments.parse(
            "x",
            """
            always: {algorithm: info-based}
            sweeps: [{nodes: {quick: [4, 9], full: [16]}, structure: "torus:{sqrt(N)}x{sqrt(N)}"}]
            quick: {least: 1, most: 1, entries: 7*N}
            """);
    assertThat(Cells.of(experiment, true).stream().map(Cell::arguments))
        .containsExactly(
            List.of("info-based", "--nodes", "4", "--structure", "torus:2x2", "--entries", "28"),
            List.of("info-based", "--nodes", "9", "--structure", "torus:3x3", "--entries", "63"));
  }

  @Test
  void mistakesAreSaidInOneSentence() {
    assertThatThrownBy(() -> Experiments.named("nothing"))
        .hasMessageStartingWith("There is no experiment 'nothing': write all,");
    assertThatThrownBy(() -> Experiments.parse("x", "titel: x")).hasMessageContaining("titel");
    assertThatThrownBy(() -> Formula.value("2*M", Map.of("N", 1.0)))
        .hasMessageStartingWith("The formula '2*M' cannot be read");
  }

  @Test
  void formulas() {
    Map<String, Double> variables = Map.of("N", 16.0);
    assertThat(
            Stream.of("2+4/sqrt(N)-1/N", "log2(N)", "H(3)", "max(N, 20)", "2^3")
                .map(text -> Formula.value(text, variables)))
        .containsExactly(2.9375, 4.0, 1 + 0.5 + 1.0 / 3, 20.0, 8.0);
  }

  /** Its variable of type int never became larger than that. */
  @Test
  void aHarmonicNumberOfAnySizeEnds() {
    String filled =
        assertTimeoutPreemptively(
            Duration.ofSeconds(5), () -> Formula.fill("{floor(H(3000000000))}", Map.of()));
    assertThat(filled).isEqualTo("22");
    double below = Formula.value("H(1000000)", Map.of());
    assertThat(Formula.value("H(1000001)", Map.of()) - below).isBetween(0.99e-6, 1.01e-6);
  }

  @Test
  void aFormulaWhoseBraceIsMissingIsSaid() {
    assertThatThrownBy(() -> Formula.fill("think:{20*N", Map.of("N", 4.0)))
        .hasMessage("The formula in 'think:{20*N' does not end: a brace is missing.");
  }
}
