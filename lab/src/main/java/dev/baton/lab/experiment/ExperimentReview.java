package dev.baton.lab.experiment;

import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.experiment.Experiment.Comparison;
import dev.baton.lab.experiment.Experiment.Effort;
import dev.baton.lab.experiment.Experiment.Plot;
import dev.baton.lab.options.ScenarioOptions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks for all that can be wrong with an experiment before its first trial: what is missing, what
 * cannot be run, and plots and claims that select nothing.
 */
final class ExperimentReview {

  /** What {@link Rush} needs, and all that it reads. */
  static final List<String> OF_RUSH = List.of("algorithm", "case", "Q", "n", "M", "E", "k");

  private static final List<String> NUMBERS =
      List.of("inside", "holder", "requester", "turns", "schedules", "requests");

  /** The names of what the class {@link Probe} runs. */
  static final List<String> PROBES =
      List.of("single", "pairs", "handover", "order", "rounds", "chase", "search", "check", "rush");

  /** A configuration of more nodes is not built just to look at it. */
  private static final int MOST_NODES = 10_000;

  private final Experiment experiment;
  private final YamlLines lines;

  /** The configurations of this run. */
  private final List<Cell> cells;

  /** Those of a run with the other effort, if there is one. */
  private final List<Cell> others;

  private ExperimentReview(Experiment experiment, boolean isQuick) {
    this.experiment = experiment;
    lines = YamlLines.of(experiment.text());
    require("", "title", experiment.title());
    require("", "paper", experiment.paper());
    require("", "about", experiment.about());
    require("", "sweeps", experiment.sweeps());
    checkEffort(isQuick);
    cells = within("sweeps", () -> Cells.of(experiment, isQuick));
    boolean hasOther = experiment.effort(!isQuick) != null;
    others = hasOther ? within("sweeps", () -> Cells.of(experiment, !isQuick)) : List.of();
  }

  /**
   * Refuses an experiment that could not be run, drawn or judged to its end.
   *
   * @throws IllegalArgumentException with one sentence that names the line and the key
   */
  static void check(Experiment experiment, boolean isQuick) {
    ExperimentReview review = new ExperimentReview(experiment, isQuick);
    review.cells.forEach(review::checkCell);
    for (int i = 0; i < experiment.plots().size(); i++) {
      review.checkPlot("plots[" + i + "]", experiment.plots().get(i));
    }
    for (int i = 0; i < experiment.claims().size(); i++) {
      review.checkClaim("claims[" + i + "]", experiment.claims().get(i));
    }
  }

  // Mistakes.

  private IllegalArgumentException mistake(String way, String what) {
    return new IllegalArgumentException(
        "The experiment " + experiment.name() + " cannot be run: " + lines.at(way) + ": " + what);
  }

  private void require(String way, String key, Object value) {
    boolean isMissing =
        value == null
            || value instanceof String text && text.isBlank()
            || value instanceof List<?> list && list.isEmpty();
    if (isMissing) {
      throw mistake(way.isEmpty() ? key : way + "." + key, "this key is missing, or empty.");
    }
  }

  /** What can fail, with the place in the file. */
  private interface Attempt<T> {
    T run();
  }

  private <T> T within(String way, Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (IllegalArgumentException e) {
      throw mistake(way, e.getMessage());
    }
  }

  // What is run.

  private void checkEffort(boolean isQuick) {
    String key = isQuick ? "quick" : "full";
    Effort effort = experiment.effort(isQuick);
    require("", key, effort);
    require(key, "entries", effort.entries());
    if (effort.least() < 1 || effort.most() < effort.least()) {
      throw mistake(key, "there must be at least 1 trial, and most must not be less than least.");
    }
  }

  private void checkCell(Cell cell) {
    within(
        "sweeps",
        () -> {
          try {
            runnable(cell);
            return null;
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "'" + String.join(" ", cell.arguments()) + "' cannot be run: " + e.getMessage(), e);
          }
        });
  }

  private static void runnable(Cell cell) {
    String probe = cell.option("probe");
    if (cell.option("algorithm") == null) {
      throw new IllegalArgumentException("an algorithm is missing.");
    }
    if (probe != null && !PROBES.contains(probe)) {
      throw new IllegalArgumentException(
          "There is no probe '" + probe + "': write " + String.join(", ", PROBES) + ".");
    }
    if ("rush".equals(probe)) {
      for (String option : OF_RUSH) {
        if (cell.option(option) == null) {
          throw new IllegalArgumentException("rush needs the option " + option + ".");
        }
      }
      return;
    }
    boolean counts = "rounds".equals(probe) || "chase".equals(probe);
    if (counts && cell.option("count") == null) {
      throw new IllegalArgumentException(
          probe + " needs the option count: the types of messages that are counted.");
    }
    for (String option : NUMBERS) {
      String value = probe == null ? null : cell.option(option);
      if (value != null && !value.matches("-?\\d{1,9}")) {
        throw new IllegalArgumentException(option + " is a whole number, not '" + value + "'.");
      }
    }
    String nodes = cell.option("nodes");
    if (nodes != null && nodes.matches("\\d+") && Double.parseDouble(nodes) > MOST_NODES) {
      return;
    }
    ScenarioOptions.parse(probe == null ? cell.arguments() : scenario(cell).arguments());
  }

  /** The cell without what only its probe understands. */
  private static Cell scenario(Cell cell) {
    Map<String, String> options = new LinkedHashMap<>(cell.options());
    options.keySet().removeAll(Probe.OWN);
    return new Cell(options);
  }

  // What is selected.

  private List<Cell> all() {
    return Stream.concat(cells.stream(), others.stream()).toList();
  }

  /** The cells that {@code of} selects and that measure something; refuses none at all. */
  private List<Cell> selected(String way, Map<String, Object> of, Measure measure) {
    List<Cell> matching = all().stream().filter(cell -> cell.matches(of)).toList();
    if (matching.isEmpty()) {
      throw mistake(way, "no configuration is one of " + text(of) + ".");
    }
    List<Cell> measuring =
        matching.stream().filter(cell -> Measure.of(cell).contains(measure)).toList();
    if (measuring.isEmpty()) {
      throw mistake(
          way,
          "none of these configurations measures "
              + measure
              + ": they measure "
              + String.join(
                  ", ",
                  matching.stream()
                      .flatMap(cell -> Measure.of(cell).stream())
                      .distinct()
                      .sorted()
                      .map(Measure::toString)
                      .toList())
              + ".");
    }
    return measuring;
  }

  private static String text(Map<String, Object> of) {
    return of.toString().replace("=", ": ");
  }

  private void checkFormula(String way, String formula, List<Cell> selected) {
    selected.forEach(cell -> within(way, () -> Formula.value(formula, cell.variables())));
  }

  private void checkPlot(String way, Plot plot) {
    require(way, "title", plot.title());
    require(way, "x", plot.x());
    checkSize(way + ".width", plot.width(), 20, 2000, "millimetres");
    checkSize(way + ".height", plot.height(), 20, 2000, "millimetres");
    checkSize(way + ".fontSize", plot.fontSize(), 3, 72, "points");
    List<Cell> selected =
        plot.isDistribution() ? checkDistribution(way, plot) : checkMeans(way, plot);
    for (String option : plot.series()) {
      if (selected.stream().noneMatch(cell -> cell.option(option) != null)) {
        throw mistake(
            way + ".series",
            "no configuration here has the option '"
                + option
                + "': write "
                + names(selected, cell -> cell.options().keySet().stream())
                + ".");
      }
    }
    for (int i = 0; i < plot.formulas().size(); i++) {
      String curve = way + ".formulas[" + i + "]";
      Experiment.Curve formula = plot.formulas().get(i);
      require(curve, "label", formula.label());
      require(curve, "formula", formula.formula());
      List<Cell> over =
          selected.stream()
              .filter(cell -> cell.matches(formula.of()))
              .filter(cell -> cell.variables().containsKey(plot.x()))
              .toList();
      if (over.isEmpty()) {
        throw mistake(curve, "no configuration of the plot is one of " + text(formula.of()) + ".");
      }
      checkFormula(curve + ".formula", formula.formula(), over);
    }
  }

  private void checkSize(String way, double size, int least, int most, String unit) {
    if (!(size >= least && size <= most)) {
      throw mistake(
          way,
          Formula.number(size)
              + " "
              + unit
              + " cannot be drawn: write "
              + least
              + " to "
              + most
              + ".");
    }
  }

  private List<Cell> checkMeans(String way, Plot plot) {
    require(way, "y", plot.y());
    List<Cell> selected = selected(way, plot.of(), plot.y());
    if (selected.stream().noneMatch(cell -> cell.variables().containsKey(plot.x()))) {
      throw mistake(
          way + ".x",
          "there is no variable '"
              + plot.x()
              + "' here: write "
              + names(selected, cell -> cell.variables().keySet().stream())
              + ".");
    }
    return selected;
  }

  private List<Cell> checkDistribution(String way, Plot plot) {
    if (plot.y() != null) {
      throw mistake(way + ".y", "a cdf shows shares of entries there: leave y out.");
    }
    if (!plot.formulas().isEmpty()) {
      throw mistake(way + ".formulas", "a cdf has none: leave them out.");
    }
    if (Trial.TIMES.keySet().stream().noneMatch(time -> time.toString().equals(plot.x()))) {
      throw mistake(
          way + ".x",
          "'"
              + plot.x()
              + "' is not measured of single entries: write "
              + String.join(" or ", Trial.TIMES.keySet().stream().map(Measure::toString).toList())
              + ".");
    }
    List<Cell> selected =
        selected(way, plot.of(), plot.time()).stream().filter(plot::showsTimesOf).toList();
    if (selected.isEmpty()) {
      throw mistake(way, "a cdf needs simulations, and these are probes.");
    }
    for (Cell cell : selected) {
      if ("skip".equals(cell.option("idle-rounds"))) {
        throw mistake(
            way,
            "'"
                + String.join(" ", cell.arguments())
                + "' does not run all rounds, and a cdf needs them: leave idle-rounds out.");
      }
    }
    checkLines(way, plot, cells);
    checkLines(way, plot, others);
    return selected;
  }

  /** Two distributions cannot be one line. */
  private void checkLines(String way, Plot plot, List<Cell> run) {
    Map<String, Cell> lines = new HashMap<>();
    for (Cell cell : run) {
      for (String label : plot.showsTimesOf(cell) ? Plots.labels(plot, cell) : List.<String>of()) {
        Cell other = lines.put(label, cell);
        if (other != null) {
          throw mistake(
              way + ".series",
              "'"
                  + String.join(" ", other.arguments())
                  + "' and '"
                  + String.join(" ", cell.arguments())
                  + "' would be one line: add "
                  + String.join(" or ", CellTexts.differing(List.of(other, cell)))
                  + ".");
        }
      }
    }
  }

  private static String names(List<Cell> cells, Function<Cell, Stream<String>> of) {
    return String.join(", ", cells.stream().flatMap(of).distinct().sorted().toList());
  }

  private void checkClaim(String way, Claim claim) {
    require(way, "claim", claim.claim());
    require(way, "where", claim.where());
    require(way, "published", claim.published());
    require(way, "situation", claim.situation());
    if (claim.comparisons().isEmpty()) {
      throw mistake(way, "nothing is compared: write test, otherwise or instead.");
    }
    if (claim.test() != null) {
      checkComparison(way + ".test", claim.test());
    }
    checkReadings(way + ".otherwise", claim.otherwise());
    checkReadings(way + ".instead", claim.instead());
  }

  private void checkReadings(String way, List<Comparison> readings) {
    for (int i = 0; i < readings.size(); i++) {
      require(way + "[" + i + "]", "reading", readings.get(i).reading());
      checkComparison(way + "[" + i + "]", readings.get(i));
    }
  }

  private void checkComparison(String way, Comparison comparison) {
    List<Cell> selected = selected(way, comparison.of(), comparison.measure());
    Stream.of(
            Stream.of(comparison.is(), comparison.atMost(), comparison.atLeast()),
            comparison.between() == null ? Stream.<String>of() : comparison.between().stream(),
            Stream.of(comparison.like()))
        .flatMap(formulas -> formulas)
        .filter(Objects::nonNull)
        .forEach(formula -> checkFormula(way, formula, selected));
    checkQuantity(way, comparison);
    if (comparison.smallestAt() != null) {
      for (String option : comparison.smallestAt().keySet()) {
        if (selected.stream().noneMatch(cell -> cell.option(option) != null)) {
          throw mistake(
              way + ".smallestAt", "no configuration here has the option " + option + ".");
        }
      }
    }
    if (comparison.other() != null) {
      cells.stream().filter(selected::contains).forEach(cell -> checkOther(way, comparison, cell));
    }
  }

  private void checkOther(String way, Comparison comparison, Cell cell) {
    String wanted = within(way, () -> cell.with(comparison.other())).canonical();
    if (cells.stream().noneMatch(other -> other.canonical().equals(wanted))) {
      throw mistake(
          way,
          "'"
              + String.join(" ", cell.arguments())
              + "' has no configuration to be compared with that differs in "
              + text(comparison.other())
              + " only.");
    }
  }

  private void checkQuantity(String way, Comparison comparison) {
    Quantity quantity = comparison.quantity();
    boolean isOrder = comparison.below() != null || comparison.above() != null;
    Predicate<Quantity> fits;
    if (comparison.like() != null) {
      fits = Quantity.GROWTH::equals;
    } else if (isOrder || comparison.smallestAt() != null) {
      fits = Quantity.ORDER::equals;
    } else if (comparison.same() != null) {
      fits = one -> one == Quantity.EXACT || one == Quantity.ABOUT;
    } else {
      fits = one -> one != Quantity.GROWTH && one != Quantity.ORDER;
    }
    if (!fits.test(quantity)) {
      List<String> fitting =
          Stream.of(Quantity.values()).filter(fits).map(Quantity::toString).toList();
      throw mistake(
          way + ".quantity",
          "this comparison can be " + String.join(" or ", fitting) + ", not " + quantity + ".");
    }
  }
}
