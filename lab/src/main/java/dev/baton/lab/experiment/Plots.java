package dev.baton.lab.experiment;

import dev.baton.lab.paper.Figure;
import dev.baton.lab.paper.Figure.Kind;
import dev.baton.lab.paper.Figure.Line;
import dev.baton.lab.paper.Figure.Point;
import dev.baton.lab.run.TimeHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;

/** The pictures of an experiment, and the numbers behind those that need more than means. */
final class Plots {

  /** An interval of a logarithmic axis ends above 0. */
  private static final double ALL_BUT = 0.99;

  /** A step of a distribution that adds less is drawn together with the next one. */
  private static final double SMALL = 1e-3;

  private static final Map<String, String> LABELS =
      Map.of(
          "N", "nodes N",
          "k", "permits k",
          "idle", "mean idle time",
          "u", "rows u",
          "Q", "requesting groups Q",
          "n", "requesting nodes in the largest group",
          "clusters", "depth of the clusters",
          "locality", "share of requests from the holder's cluster");

  private final Experiment.Plot plot;

  /** What is drawn, by the name of its line. */
  private final Map<String, List<Result>> groups = new LinkedHashMap<>();

  private Plots(Experiment.Plot plot, List<Result> results) {
    this.plot = plot;
    results.stream()
        .filter(result -> result.cell().matches(plot.of()))
        .filter(this::hasPoint)
        .forEach(
            result ->
                labels(plot, result.cell())
                    .forEach(
                        label ->
                            groups.computeIfAbsent(label, any -> new ArrayList<>()).add(result)));
  }

  private boolean hasPoint(Result result) {
    return plot.isDistribution()
        ? result.times(plot.time()) != null
        : result.estimate(plot.y()) != null && result.cell().variables().containsKey(plot.x());
  }

  /** The picture, or null if there is nothing to show. */
  static Figure figure(Experiment.Plot plot, List<Result> results) {
    Plots plots = new Plots(plot, results);
    List<Line> lines =
        (plot.isDistribution() ? plots.distributions() : plots.means())
            .stream().filter(line -> !line.points().isEmpty()).toList();
    if (lines.isEmpty()) {
      return null;
    }
    Figure.Format format =
        new Figure.Format(
            plot.width(),
            plot.height(),
            plot.fontSize(),
            Figure.Legend.valueOf(plot.legend().name()));
    return new Figure(plot.title(), plots.x(), plots.y(), lines, format);
  }

  private Figure.Axis x() {
    String label = plot.xLabel();
    if (label == null) {
      label = plot.isDistribution() ? plot.time().label() : LABELS.getOrDefault(plot.x(), plot.x());
    }
    return new Figure.Axis(label, plot.logX(), false);
  }

  private Figure.Axis y() {
    String label = plot.yLabel();
    if (label == null) {
      label = plot.isDistribution() ? "share of entries" : plot.y().label();
    }
    return new Figure.Axis(label, plot.logY(), true);
  }

  // The names of lines.

  /** Those of the lines to which a configuration belongs: several, if it was written in several. */
  static List<String> labels(Experiment.Plot plot, Cell cell) {
    List<String> labels = List.of("");
    for (String option : plot.series()) {
      List<String> longer = new ArrayList<>();
      for (String label : labels) {
        for (String value : cell.written(option)) {
          longer.add((label.isEmpty() ? "" : label + ", ") + label(option, value));
        }
      }
      labels = longer;
    }
    return labels;
  }

  private static String label(String option, String value) {
    if (value == null) {
      return "no " + option;
    }
    return option.equals("algorithm") || value.contains(":") || !value.matches("[0-9.]+")
        ? value
        : option + " " + value;
  }

  // Means over a variable.

  private List<Line> means() {
    List<Line> lines = new ArrayList<>();
    groups.forEach((label, line) -> lines.add(new Line(label, Kind.MEASURED, measured(line))));
    plot.formulas()
        .forEach(curve -> lines.add(new Line(curve.label(), Kind.FORMULA, computed(curve))));
    return lines;
  }

  private List<Point> measured(List<Result> line) {
    TreeMap<Double, Point> points = new TreeMap<>();
    for (Result result : line) {
      double x = result.cell().variables().get(plot.x());
      Estimate y = result.estimate(plot.y());
      double doubt = y.ci95() == null ? 0 : y.ci95();
      points.put(
          x, new Point(x, y.mean(), plot.logY() ? Math.min(doubt, y.mean() * ALL_BUT) : doubt));
    }
    return visible(points);
  }

  private List<Point> computed(Experiment.Curve curve) {
    TreeMap<Double, Point> points = new TreeMap<>();
    groups.values().stream()
        .flatMap(List::stream)
        .map(Result::cell)
        .filter(cell -> cell.matches(curve.of()))
        .forEach(
            cell -> {
              double x = cell.variables().get(plot.x());
              points.put(x, new Point(x, Formula.value(curve.formula(), cell.variables()), 0));
            });
    return visible(points);
  }

  /** Those that the axes can show. */
  private List<Point> visible(TreeMap<Double, Point> points) {
    return points.values().stream()
        .filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.y()))
        .filter(point -> !plot.logX() || point.x() > 0)
        .filter(point -> !plot.logY() || point.y() > 0)
        .toList();
  }

  // Distributions.

  private List<Line> distributions() {
    List<Line> lines = new ArrayList<>();
    groups.forEach((label, line) -> lines.add(new Line(label, Kind.STEPS, steps(times(line)))));
    return lines;
  }

  private TimeHistogram times(List<Result> line) {
    TimeHistogram times = new TimeHistogram();
    line.forEach(result -> times.add(result.times(plot.time())));
    return times;
  }

  private List<Point> steps(TimeHistogram times) {
    List<Point> points = new ArrayList<>();
    double before = 0;
    double drawn = 0;
    for (TimeHistogram.Step step : times.steps()) {
      boolean isLast = step.share() == 1;
      if ((step.share() - drawn >= SMALL || isLast) && (!plot.logX() || step.time() > 0)) {
        add(points, step.time(), before);
        add(points, step.time(), step.share());
        drawn = step.share();
      }
      before = step.share();
    }
    return points;
  }

  private void add(List<Point> points, double time, double share) {
    if (!plot.logY() || share > 0) {
      points.add(new Point(time, share, 0));
    }
  }

  /** The distributions of a plot as numbers, a row for each length. */
  static String csv(Experiment.Plot plot, List<Result> results) {
    StringBuilder text = new StringBuilder();
    row(text, "line", plot.time(), "entries", "share");
    Plots plots = new Plots(plot, results);
    plots.groups.forEach(
        (label, line) -> {
          for (TimeHistogram.Step step : plots.times(line).steps()) {
            row(text, label, step.time(), step.count(), step.share());
          }
        });
    return text.toString();
  }

  private static void row(StringBuilder text, Object... cells) {
    text.append(CSVFormat.RFC4180.format(cells)).append("\r\n");
  }
}
