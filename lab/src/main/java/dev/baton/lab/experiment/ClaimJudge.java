package dev.baton.lab.experiment;

import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.experiment.Experiment.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Compares what was measured with what a paper claims. */
final class ClaimJudge {

  /** How a comparison ended. */
  enum Verdict {
    CONFIRMED("confirmed"),
    ELSEWHERE("confirmed under another workload"),
    NOT_CONFIRMED("not confirmed");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The verdict on a claim.
   *
   * @param measured under the paper's own conditions
   * @param note the other reading under which it holds, and why it does not as it stands
   */
  record Judgement(String experiment, Claim claim, Verdict verdict, String measured, String note) {}

  /** Whether it holds, and the numbers that say so. */
  record Finding(boolean holds, String measured) {}

  /** As many cells are shown in one line. */
  private static final int SHOWN = 3;

  private final List<Result> results;

  ClaimJudge(List<Result> results) {
    this.results = results;
  }

  Judgement judge(String experiment, Claim claim) {
    Finding found = find(claim.test());
    if (found.holds) {
      return new Judgement(experiment, claim, Verdict.CONFIRMED, found.measured, "");
    }
    for (Comparison other : claim.otherwise()) {
      Finding elsewhere = find(other);
      if (elsewhere.holds) {
        String note = "Holds with " + other.reading() + ": " + elsewhere.measured + ".";
        return new Judgement(
            experiment, claim, Verdict.ELSEWHERE, found.measured, join(note, claim.why()));
      }
    }
    StringBuilder tried = new StringBuilder();
    for (Comparison other : claim.otherwise()) {
      tried.append("Also tried: ").append(other.reading()).append(": ");
      tried.append(find(other).measured).append(". ");
    }
    for (Comparison other : claim.instead()) {
      Finding instead = find(other);
      tried.append(instead.holds ? "Instead " : "Nor ").append(other.reading()).append(": ");
      tried.append(instead.measured).append(". ");
    }
    return new Judgement(
        experiment,
        claim,
        Verdict.NOT_CONFIRMED,
        found.measured,
        join(tried.toString().strip(), claim.why()));
  }

  private static String join(String first, String second) {
    return second == null ? first : (first + " " + second.strip()).strip();
  }

  // Comparisons.

  Finding find(Comparison comparison) {
    List<Result> cells =
        results.stream()
            .filter(result -> result.cell().matches(comparison.of()))
            .filter(result -> result.estimate(comparison.measure()) != null)
            .toList();
    if (cells.isEmpty()) {
      return new Finding(false, "nothing was measured");
    }
    if (comparison.like() != null) {
      return proportional(comparison, cells);
    }
    if (comparison.below() != null || comparison.above() != null || comparison.same() != null) {
      return paired(comparison, cells);
    }
    if (comparison.smallestAt() != null) {
      return smallest(comparison, cells);
    }
    boolean holds = true;
    for (Result cell : cells) {
      holds &= holds(comparison, cell);
    }
    return new Finding(holds, text(cells, comparison));
  }

  private static boolean holds(Comparison comparison, Result cell) {
    double mean = cell.estimate(comparison.measure()).mean();
    Map<String, Double> variables = cell.cell().variables();
    double least = Double.NEGATIVE_INFINITY;
    double most = Double.POSITIVE_INFINITY;
    if (comparison.is() != null) {
      least = Formula.value(comparison.is(), variables);
      most = least;
    } else if (comparison.between() != null) {
      least = Formula.value(comparison.between().get(0), variables);
      most = Formula.value(comparison.between().get(1), variables);
    } else if (comparison.atMost() != null) {
      most = Formula.value(comparison.atMost(), variables);
    } else {
      least = Formula.value(comparison.atLeast(), variables);
    }
    return mean >= least - slack(comparison, least) && mean <= most + slack(comparison, most);
  }

  private static double slack(Comparison comparison, double bound) {
    return Double.isInfinite(bound) ? 0 : comparison.within() * Math.abs(bound) + 1e-9;
  }

  private static Finding proportional(Comparison comparison, List<Result> cells) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Result cell : cells) {
      double ratio =
          cell.estimate(comparison.measure()).mean()
              / Formula.value(comparison.like(), cell.cell().variables());
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
    boolean isConstant = comparison.like().equals("1");
    return new Finding(
        most <= least * (1 + comparison.within()),
        Texts.about(least)
            + " to "
            + Texts.about(most)
            + (isConstant ? "" : " × " + comparison.like()));
  }

  /** Below, or above, the cell with some options changed: by how much, trial by trial. */
  private Finding paired(Comparison comparison, List<Result> cells) {
    Map<String, Object> changed =
        Stream.of(comparison.below(), comparison.above(), comparison.same())
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    boolean holds = true;
    Map<Result, String> differences = new LinkedHashMap<>();
    for (Result cell : cells) {
      Cell wanted = cell.cell().with(changed);
      Result other =
          results.stream()
              .filter(result -> result.cell().canonical().equals(wanted.canonical()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no cell to compare with: " + wanted.canonical()));
      Result.Estimate difference = cell.differenceTo(other, comparison.measure());
      holds &= difference != null && holds(comparison, difference, cell);
      differences.put(
          cell,
          cell.estimate(comparison.measure()) + " against " + other.estimate(comparison.measure()));
    }
    return new Finding(holds, text(differences));
  }

  private static boolean holds(Comparison comparison, Result.Estimate difference, Result cell) {
    double doubt = difference.ci95() == null ? 0 : difference.ci95();
    if (comparison.same() != null) {
      double mean = cell.estimate(comparison.measure()).mean();
      return Math.abs(difference.mean()) + doubt <= comparison.within() * Math.abs(mean) + 1e-9;
    }
    return comparison.below() != null
        ? difference.mean() + doubt < 0
        : difference.mean() - doubt > 0;
  }

  private static Finding smallest(Comparison comparison, List<Result> cells) {
    Result best =
        cells.stream()
            .min(Comparator.comparingDouble(cell -> cell.estimate(comparison.measure()).mean()))
            .orElseThrow();
    Cell wanted = best.cell().with(comparison.smallestAt());
    List<String> at = new ArrayList<>();
    comparison.smallestAt().keySet().forEach(name -> at.add(name + " " + best.cell().option(name)));
    return new Finding(
        wanted.canonical().equals(best.cell().canonical()),
        best.estimate(comparison.measure()) + " at " + String.join(", ", at));
  }

  // For people.

  private static String text(List<Result> cells, Comparison comparison) {
    Map<Result, String> texts = new LinkedHashMap<>();
    String unit =
        switch (comparison.measure()) {
          case INVERSIONS -> " out of order";
          case VIOLATED -> " of the trials";
          default -> "";
        };
    cells.forEach(cell -> texts.put(cell, cell.estimate(comparison.measure()) + unit));
    return text(texts);
  }

  /** The values, each with the options in which the cells differ; of many, some. */
  private static String text(Map<Result, String> values) {
    List<Result> cells = List.copyOf(values.keySet());
    List<String> names = differing(cells.stream().map(Result::cell).toList());
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Result cell = cells.get(i);
      if (cells.size() > SHOWN && i >= SHOWN - 1 && i < cells.size() - 1) {
        if (i == SHOWN - 1) {
          parts.add("…");
        }
        continue;
      }
      List<String> where = new ArrayList<>();
      names.stream()
          .filter(name -> cell.cell().option(name) != null)
          .forEach(name -> where.add(shown(name, cell.cell().option(name))));
      String doubt = cell.isPrecise() ? "" : " (not converged)";
      parts.add(
          values.get(cell)
              + doubt
              + (where.isEmpty() ? "" : " (" + String.join(", ", where) + ")"));
    }
    return String.join("; ", parts);
  }

  private static String shown(String option, String value) {
    return switch (option) {
      case "algorithm", "workload", "structure", "probe" -> value;
      case "nodes" -> "N " + value;
      default -> option + " " + value;
    };
  }

  /** The options that are not the same in all cells; entries and seed tell nothing. */
  static List<String> differing(List<Cell> cells) {
    return cells.stream()
        .flatMap(cell -> cell.options().keySet().stream())
        .distinct()
        .filter(name -> !name.equals("entries"))
        .filter(
            name ->
                cells.stream()
                    .anyMatch(
                        cell -> !Objects.equals(cell.option(name), cells.get(0).option(name))))
        .toList();
  }
}
