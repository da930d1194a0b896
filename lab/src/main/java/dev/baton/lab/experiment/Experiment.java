package dev.baton.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One experiment, as its file says.
 *
 * @param title what it is about, in a few words
 * @param paper whose claims these are
 * @param about what is run and how the paper was read, for people
 * @param always options that all cells have
 * @param sweeps each gives a cell for every combination of its values; a value is a text, a list,
 *     or lists for {@code quick} and {@code full}; what stands in braces is a formula
 * @param quick how much is run for a first look
 * @param full how much is run to publish it
 * @param precise trials are added until the intervals of these measures are narrow
 * @param measures what the table shows
 * @param plots what is drawn
 * @param claims what the paper says, and how that is compared
 * @param text all of the file
 */
public record Experiment(
    String name,
    String title,
    String paper,
    String about,
    Map<String, Object> always,
    List<Map<String, Object>> sweeps,
    Effort quick,
    Effort full,
    List<Measure> precise,
    List<Measure> measures,
    List<Plot> plots,
    List<Claim> claims,
    String text) {

  public Experiment {
    always = always == null ? Map.of() : always;
    precise = precise == null ? List.of(Measure.MESSAGES) : precise;
    plots = plots == null ? List.of() : plots;
    claims = claims == null ? List.of() : claims;
  }

  /**
   * With its name, and the text of its file.
   *
   * @throws IllegalArgumentException with one sentence, if files cannot be named after it
   */
  Experiment of(String file, String content) {
    FileNames.check("experiment", file);
    plots.forEach(plot -> FileNames.check("plot of the experiment " + file, plot.id()));
    return new Experiment(
        file, title, paper, about, always, sweeps, quick, full, precise, measures, plots, claims,
        content);
  }

  /**
   * Those of some measures that a table of this experiment shows: what the file names, else what
   * its plots and claims use and what must become precise.
   */
  List<Measure> about(List<Measure> all) {
    Set<Measure> about = EnumSet.noneOf(Measure.class);
    if (measures != null) {
      about.addAll(measures);
    } else {
      about.addAll(precise);
      plots.forEach(plot -> about.add(plot.isDistribution() ? plot.time() : plot.y()));
      claims.forEach(claim -> claim.comparisons().forEach(it -> about.add(it.measure())));
    }
    List<Measure> shown = all.stream().filter(about::contains).toList();
    return shown.isEmpty() ? all : shown;
  }

  Effort effort(boolean isQuick) {
    return isQuick ? quick : full;
  }

  /**
   * How much is run.
   *
   * @param least trials of each cell
   * @param most trials of a cell whose intervals stay wide
   * @param entries per node; a formula, such as {@code 20*N}, gives the number itself
   */
  public record Effort(int least, int most, String entries) {}

  /**
   * One picture.
   *
   * @param id part of its file's name
   * @param x a variable of the cells; in a distribution, a measure of single entries
   * @param y null in a distribution
   * @param series options; a line for every combination of their values
   * @param of which cells
   * @param formulas what is drawn beside the measured lines
   * @param xLabel null for what x says of itself
   * @param yLabel null for what y says of itself
   * @param width in millimetres
   * @param height in millimetres
   * @param fontSize in points
   */
  public record Plot(
      String id,
      String title,
      PlotKind kind,
      String x,
      Measure y,
      List<String> series,
      Map<String, Object> of,
      boolean logX,
      boolean logY,
      List<Curve> formulas,
      String xLabel,
      String yLabel,
      Integer width,
      Integer height,
      Double fontSize,
      PlotLegend legend) {

    private static final int WIDTH = 228;
    private static final double SHAPE = 0.54;
    private static final double FONT_SIZE = 10;

    public Plot {
      kind = kind == null ? PlotKind.LINES : kind;
      series = series == null ? List.of("algorithm") : series;
      of = of == null ? Map.of() : of;
      formulas = formulas == null ? List.of() : formulas;
      width = width == null ? Integer.valueOf(WIDTH) : width;
      height = height == null ? Integer.valueOf((int) Math.round(SHAPE * width)) : height;
      fontSize = fontSize == null ? Double.valueOf(FONT_SIZE) : fontSize;
      legend = legend == null ? PlotLegend.RIGHT : legend;
    }

    boolean isDistribution() {
      return kind == PlotKind.CDF;
    }

    /** Whether it shows the times of single entries of this cell. */
    boolean showsTimesOf(Cell cell) {
      return isDistribution() && !cell.isProbe() && cell.matches(of);
    }

    /** The measure of single entries that a distribution shows. */
    Measure time() {
      return Measure.of(x);
    }
  }

  /** A formula that is drawn, over those of the plot's cells that {@code of} selects. */
  public record Curve(String label, String formula, Map<String, Object> of) {
    public Curve {
      of = of == null ? Map.of() : of;
    }
  }

  /**
   * What the paper says.
   *
   * @param where the section, table or figure
   * @param published the value as the paper prints it
   * @param situation in which the paper says so
   * @param test the comparison, read as the paper has it; null if that cannot be measured
   * @param otherwise other readings of the claim that were tried
   * @param instead what was measured instead; it confirms nothing
   * @param why what differs and the likeliest reason, for a claim that is not confirmed as it
   *     stands
   */
  public record Claim(
      String claim,
      String where,
      String published,
      String situation,
      Comparison test,
      List<Comparison> otherwise,
      List<Comparison> instead,
      String why) {
    public Claim {
      otherwise = otherwise == null ? List.of() : otherwise;
      instead = instead == null ? List.of() : instead;
    }

    /** What is compared and how, in a few words. */
    String compared() {
      Comparison shown = comparisons().getFirst();
      return shown.run() + ": " + shown.quantity().rule();
    }

    /** The comparison, and the readings beside it. */
    List<Comparison> comparisons() {
      return Stream.of(Stream.ofNullable(test), otherwise.stream(), instead.stream())
          .flatMap(all -> all)
          .toList();
    }
  }

  /**
   * A comparison of measured cells with something; exactly one of {@code is} to {@code smallestAt}.
   * How far off a value may be follows from the quantity.
   *
   * @param reading what is different from the paper's own conditions, if anything is
   * @param of which cells
   * @param quantity what is compared: exact, bound, mean or about; growth and order need not be
   *     written
   * @param is a formula that the value equals
   * @param atMost a formula
   * @param atLeast a formula
   * @param between two formulas
   * @param like a formula, as which the value grows
   * @param below options of another cell whose paired difference is surely positive
   * @param above the same, negative
   * @param same options of another cell that measured the same
   * @param smallestAt options of the cell in which the mean is smallest
   * @param some whether it is enough that it holds in one of the cells
   */
  public record Comparison(
      String reading,
      Map<String, Object> of,
      Measure measure,
      Quantity quantity,
      String is,
      String atMost,
      String atLeast,
      List<String> between,
      String like,
      Map<String, Object> below,
      Map<String, Object> above,
      Map<String, Object> same,
      Map<String, Object> smallestAt,
      boolean some) {
    public Comparison {
      of = of == null ? Map.of() : of;
      measure = measure == null ? Measure.MESSAGES : measure;
      List<String> compared =
          compared(is, atMost, atLeast, between, like, below, above, same, smallestAt);
      if (compared.size() != 1) {
        throw new IllegalArgumentException(
            "A claim is compared with one thing, not with "
                + (compared.isEmpty() ? "none" : String.join(" and ", compared))
                + ": write one of "
                + String.join(", ", COMPARED)
                + ".");
      }
      if (between != null && between.size() != 2) {
        throw new IllegalArgumentException("between needs two formulas, as in [N, 2*N].");
      }
      if (quantity == null) {
        quantity = quantity(like, below, above, smallestAt);
      }
    }

    private static final List<String> COMPARED =
        List.of(
            "is", "atMost", "atLeast", "between", "like", "below", "above", "same", "smallestAt");

    /** The names of those that are written, in the order of {@link #COMPARED}. */
    private static List<String> compared(Object... things) {
      return IntStream.range(0, things.length)
          .filter(i -> things[i] != null)
          .mapToObj(COMPARED::get)
          .toList();
    }

    private static Quantity quantity(String like, Object... others) {
      if (like != null) {
        return Quantity.GROWTH;
      }
      if (Stream.of(others).anyMatch(Objects::nonNull)) {
        return Quantity.ORDER;
      }
      throw new IllegalArgumentException(
          "A claim must say what it compares: write quantity: exact, bound, mean or about.");
    }

    /** What was measured and where, in a few words: "messages, raymond, isolated, N 16, 49". */
    String run() {
      List<String> parts = new ArrayList<>();
      parts.add(measure.toString());
      of.forEach(
          (name, value) -> {
            String text =
                (value instanceof List<?> list ? list : Collections.singletonList(value))
                    .stream()
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .collect(Collectors.joining(" or "));
            if (!text.isEmpty()) {
              parts.add(Cell.shown(name, text));
            }
          });
      return String.join(", ", parts);
    }

    /** What is changed in the cell to compare with; null if there is none. */
    Map<String, Object> other() {
      return Stream.of(below, above, same).filter(Objects::nonNull).findFirst().orElse(null);
    }
  }
}
