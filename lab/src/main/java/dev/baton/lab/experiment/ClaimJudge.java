package dev.baton.lab.experiment;

import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.experiment.Experiment.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Compares what was measured with what a paper claims. */
final class ClaimJudge {

  /** How a comparison ended. */
  enum Verdict {
    CONFIRMED("confirmed"),
    OTHERWISE("holds in another reading"),
    NOT_CONFIRMED("not confirmed"),
    NOT_JUDGED("not judged");

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
   * @param reading the other one in which it holds, or null
   * @param note what was measured in it, and why it does not hold as it stands
   */
  record Judgement(
      String experiment,
      Claim claim,
      Verdict verdict,
      String measured,
      String reading,
      String note) {

    /** With the reading, if it is not the paper's own. */
    String verdictInWords() {
      return reading == null ? verdict.toString() : verdict + ": " + reading;
    }

    /** As JSON. */
    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("experiment", experiment);
      fields.put("claim", claim.claim());
      fields.put("where", claim.where());
      fields.put("published", claim.published());
      fields.put("situation", claim.situation());
      fields.put("compared", claim.compared());
      fields.put("measured", measured);
      fields.put("verdict", verdict.toString());
      fields.put("reading", reading);
      fields.put("note", note);
      return fields;
    }
  }

  /** Whether it holds, and the numbers that say so. */
  record Finding(boolean holds, String measured) {}

  /** There is nothing to compare, which refutes nothing. */
  private static final Finding NOTHING = new Finding(false, "nothing was measured");

  private static final String UNTRIED =
      "No configuration of this run is one of these: nothing speaks against it.";

  /** What rounding may do to an exact number. */
  private static final double ROUNDING = 1e-9;

  private final List<? extends Measured> results;

  ClaimJudge(List<? extends Measured> results) {
    this.results = results;
  }

  Judgement judge(String experiment, Claim claim) {
    Finding found =
        claim.test() == null
            ? new Finding(false, "cannot be measured as it stands")
            : find(claim.test());
    if (found.holds) {
      return new Judgement(experiment, claim, Verdict.CONFIRMED, found.measured, null, "");
    }
    for (Comparison other : claim.otherwise()) {
      Finding otherwise = find(other);
      if (otherwise.holds) {
        return new Judgement(
            experiment,
            claim,
            Verdict.OTHERWISE,
            found.measured,
            other.reading(),
            join("There: " + otherwise.measured + ". " + instead(claim).strip(), claim.why()));
      }
    }
    StringBuilder tried = new StringBuilder();
    for (Comparison other : claim.otherwise()) {
      tried.append("Also tried: ").append(other.reading()).append(": ");
      tried.append(find(other).measured).append(". ");
    }
    tried.append(instead(claim));
    boolean isUntried = claim.test() == null || found.equals(NOTHING);
    return new Judgement(
        experiment,
        claim,
        isUntried ? Verdict.NOT_JUDGED : Verdict.NOT_CONFIRMED,
        found.measured,
        null,
        join(tried.toString().strip(), found.equals(NOTHING) ? UNTRIED : claim.why()));
  }

  /** What holds in its place. */
  private String instead(Claim claim) {
    StringBuilder text = new StringBuilder();
    for (Comparison other : claim.instead()) {
      Finding instead = find(other);
      text.append(instead.holds ? "Instead " : "Nor ").append(other.reading()).append(": ");
      text.append(instead.measured).append(". ");
    }
    return text.toString();
  }

  private static String join(String first, String second) {
    return second == null ? first.strip() : (first.strip() + " " + second.strip()).strip();
  }

  // Comparisons.

  Finding find(Comparison comparison) {
    List<Measured> cells = cells(comparison);
    if (cells.isEmpty()) {
      return NOTHING;
    }
    if (comparison.like() != null) {
      return growth(comparison, cells);
    }
    if (comparison.other() != null) {
      return paired(comparison, cells);
    }
    if (comparison.smallestAt() != null) {
      return smallest(comparison, cells);
    }
    List<Boolean> holds =
        cells.stream().map(cell -> holds(comparison, cell, cells.size())).toList();
    return new Finding(together(comparison, holds), CellTexts.of(cells, comparison.measure()));
  }

  private static boolean together(Comparison comparison, List<Boolean> holds) {
    return comparison.some() ? holds.contains(true) : !holds.contains(false);
  }

  private List<Measured> cells(Comparison comparison) {
    return results.stream()
        .filter(result -> result.cell().matches(comparison.of()))
        .filter(result -> result.estimate(comparison.measure()) != null)
        .map(result -> (Measured) result)
        .toList();
  }

  private static boolean holds(Comparison comparison, Measured cell, int cells) {
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
    Estimate found = cell.estimate(comparison.measure());
    double doubt = found.doubt(cells) + ROUNDING * Math.abs(found.mean());
    return switch (comparison.quantity()) {
      case EXACT, BOUND ->
          found.least() >= least - slack(least, ROUNDING)
              && found.most() <= most + slack(most, ROUNDING);
      case MEAN -> found.mean() + doubt >= least && found.mean() - doubt <= most;
      case ABOUT ->
          found.mean() >= least - slack(least, Quantity.NEAR)
              && found.mean() <= most + slack(most, Quantity.NEAR);
      case GROWTH, ORDER ->
          throw new IllegalArgumentException(
              "A value can be exact, bound, mean or about, not " + comparison.quantity() + ".");
    };
  }

  private static double slack(double bound, double part) {
    return Double.isInfinite(bound) ? 0 : part * Math.abs(bound) + ROUNDING;
  }

  private static Finding growth(Comparison comparison, List<Measured> cells) {
    ToDoubleFunction<Measured> f =
        cell -> Formula.value(comparison.like(), cell.cell().variables());
    List<Measured> sorted = cells.stream().sorted(Comparator.comparingDouble(f)).toList();
    Function<String, double[]> function =
        formula ->
            sorted.stream()
                .mapToDouble(cell -> Formula.value(formula, cell.cell().variables()))
                .toArray();
    double[] values =
        sorted.stream().mapToDouble(cell -> cell.estimate(comparison.measure()).mean()).toArray();
    double[] fs = function.apply(comparison.like());
    Growth growth = Growth.of(fs, values);
    return new Finding(
        growth.holds(), growth.text(comparison.like()) + Growth.alsoFits(fs, values, function));
  }

  /** Below, or above, or the same as the cell with some options changed, trial by trial. */
  private Finding paired(Comparison comparison, List<Measured> cells) {
    List<Boolean> holds = new ArrayList<>();
    Map<Measured, String> differences = new LinkedHashMap<>();
    for (Measured cell : cells) {
      Measured other = other(comparison, cell);
      Estimate difference = cell.differenceTo(other, comparison.measure());
      holds.add(difference != null && holds(comparison, difference, cell, cells.size()));
      differences.put(
          cell,
          cell.estimate(comparison.measure()) + " against " + other.estimate(comparison.measure()));
    }
    return new Finding(together(comparison, holds), CellTexts.of(differences));
  }

  private Measured other(Comparison comparison, Measured cell) {
    Cell wanted = cell.cell().with(comparison.other());
    return results.stream()
        .filter(result -> result.cell().canonical().equals(wanted.canonical()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no cell to compare with: " + wanted.canonical()));
  }

  private static boolean holds(
      Comparison comparison, Estimate difference, Measured cell, int cells) {
    double doubt = difference.doubt(cells);
    double size = Math.abs(cell.estimate(comparison.measure()).mean());
    return switch (comparison.quantity()) {
      case EXACT ->
          Math.max(-difference.least(), difference.most()) <= ROUNDING * Math.max(1, size);
      case ABOUT -> Math.abs(difference.mean()) + doubt <= Quantity.NEAR * size;
      case ORDER ->
          comparison.below() != null
              ? difference.mean() + doubt < 0
              : difference.mean() - doubt > 0;
      case BOUND, MEAN, GROWTH ->
          throw new IllegalArgumentException(
              "Two configurations can be the same exactly or about, not "
                  + comparison.quantity()
                  + ".");
    };
  }

  /** A configuration, another one, and what is compared. */
  record Pair(Measured cell, Measured other, Measure measure) {}

  /** All pairs of configurations that these claims compare. */
  List<Pair> pairs(List<Claim> claims) {
    return claims.stream()
        .flatMap(claim -> claim.comparisons().stream())
        .filter(comparison -> comparison.other() != null)
        .flatMap(
            comparison ->
                cells(comparison).stream()
                    .map(cell -> new Pair(cell, other(comparison, cell), comparison.measure())))
        .distinct()
        .toList();
  }

  private static Finding smallest(Comparison comparison, List<Measured> cells) {
    Measured best =
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
}
