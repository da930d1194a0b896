package dev.baton.lab.experiment;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Pictures in one style. What was measured has a marker of its own and a line; a formula has a line
 * of dots and no marker. So they can be told apart without colours.
 */
final class Plots {

  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;

  /** How far an axis reaches whose labels are powers of ten. */
  private static final double MANY_DECADES = 1e8;

  /** Of a picture's dots to its measures. */
  private static final double SCALE = 1.5;

  /** Colours that also people with a colour vision deficiency tell apart (Okabe and Ito). */
  private static final Color[] COLOURS = {
    new Color(0x000000), new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
    new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x7F7F7F)
  };

  private static final Marker[] MARKERS = {
    SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND,
    SeriesMarkers.CROSS, SeriesMarkers.TRIANGLE_DOWN, SeriesMarkers.PLUS, SeriesMarkers.TRAPEZOID,
    SeriesMarkers.OVAL, SeriesMarkers.RECTANGLE
  };

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

  private static final BasicStroke[] LINES = {
    SeriesLines.SOLID, SeriesLines.DASH_DASH, SeriesLines.DASH_DOT
  };

  static {
    // Pictures are drawn in memory, whatever display there is.
    System.setProperty("java.awt.headless", "true");
  }

  private Plots() {}

  /** The picture, or null if there is nothing to show. */
  static XYChart chart(Experiment.Plot plot, List<Result> results) {
    List<Result> cells =
        results.stream()
            .filter(result -> result.cell().matches(plot.of()))
            .filter(result -> result.estimate(plot.y()) != null)
            .filter(result -> result.cell().variables().containsKey(plot.x()))
            .toList();
    if (cells.isEmpty()) {
      return null;
    }
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(plot.title())
            .xAxisTitle(LABELS.getOrDefault(plot.x(), plot.x()))
            .yAxisTitle(plot.y().label())
            .theme(Styler.ChartTheme.Matlab)
            .build();
    style(chart, plot);
    double[] x =
        cells.stream()
            .mapToDouble(cell -> cell.cell().variables().get(plot.x()))
            .sorted()
            .toArray();
    if (plot.logX() && x[x.length - 1] / x[0] >= MANY_DECADES) {
      // Written out, the labels would run into each other.
      chart.getStyler().setXAxisDecimalPattern("0E0");
    }
    Map<String, List<Result>> lines = new LinkedHashMap<>();
    for (Result cell : cells) {
      List<String> name = new ArrayList<>();
      plot.series().forEach(option -> name.add(label(option, cell.cell().option(option))));
      lines.computeIfAbsent(String.join(", ", name), any -> new ArrayList<>()).add(cell);
    }
    int number = 0;
    for (Map.Entry<String, List<Result>> line : lines.entrySet()) {
      addMeasured(chart, plot, line.getKey(), line.getValue(), number++);
    }
    for (Experiment.Curve curve : plot.formulas()) {
      addFormula(chart, plot, curve, cells, number++);
    }
    return chart;
  }

  private static String label(String option, String value) {
    if (value == null) {
      return "no " + option;
    }
    return option.equals("algorithm") || value.contains(":") || !value.matches("[0-9.]+")
        ? value
        : option + " " + value;
  }

  private static void style(XYChart chart, Experiment.Plot plot) {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    chart
        .getStyler()
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setLegendPosition(Styler.LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(font)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    chart.getStyler().setAxisTickLabelsFont(font).setAxisTitleFont(font);
    chart.getStyler().setPlotGridLinesColor(new Color(0xDDDDDD));
    chart.getStyler().setErrorBarsColor(Color.BLACK);
    chart.getStyler().setMarkerSize(8);
    chart.getStyler().setXAxisLogarithmic(plot.logX()).setYAxisLogarithmic(plot.logY());
    chart.getStyler().setDecimalPattern("#,##0.######");
    if (!plot.logY()) {
      chart.getStyler().setYAxisMin(0.0);
    }
  }

  private static void addMeasured(
      XYChart chart, Experiment.Plot plot, String name, List<Result> line, int number) {
    TreeMap<Double, Estimate> points = new TreeMap<>();
    line.forEach(
        cell -> points.put(cell.cell().variables().get(plot.x()), cell.estimate(plot.y())));
    points.values().removeIf(estimate -> plot.logY() && estimate.mean() <= 0);
    if (points.isEmpty()) {
      return;
    }
    double[] x = points.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    double[] y = points.values().stream().mapToDouble(Estimate::mean).toArray();
    double[] doubt =
        points.values().stream()
            .mapToDouble(
                it ->
                    it.ci95() == null
                        ? 0
                        : Math.min(it.ci95(), plot.logY() ? it.mean() * 0.99 : it.ci95()))
            .toArray();
    XYSeries series = chart.addSeries(name, x, y, doubt);
    series.setMarker(MARKERS[number % MARKERS.length]);
    series.setMarkerColor(COLOURS[number % COLOURS.length]);
    series.setLineColor(COLOURS[number % COLOURS.length]);
    series.setLineStyle(LINES[number % LINES.length]);
    series.setLineWidth(1.4f);
  }

  private static void addFormula(
      XYChart chart, Experiment.Plot plot, Experiment.Curve curve, List<Result> cells, int number) {
    TreeMap<Double, Double> points = new TreeMap<>();
    cells.stream()
        .map(Result::cell)
        .filter(cell -> cell.matches(curve.of()))
        .forEach(
            cell ->
                points.put(
                    cell.variables().get(plot.x()),
                    Formula.value(curve.formula(), cell.variables())));
    points.values().removeIf(value -> plot.logY() && value <= 0);
    if (points.isEmpty()) {
      return;
    }
    XYSeries series =
        chart.addSeries(
            curve.label(),
            points.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
            points.values().stream().mapToDouble(Double::doubleValue).toArray());
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(COLOURS[number % COLOURS.length]);
    series.setLineStyle(
        new BasicStroke(
            2.2f,
            BasicStroke.CAP_ROUND,
            BasicStroke.JOIN_ROUND,
            10f,
            number % 2 == 0 ? new float[] {1f, 5f} : new float[] {8f, 4f, 1f, 4f},
            0f));
  }

  static byte[] png(XYChart chart) {
    int width = (int) (WIDTH * SCALE);
    int height = (int) (HEIGHT * SCALE);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(SCALE, SCALE);
    chart.paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String svg(XYChart chart) {
    try {
      SVGGeneratorContext context =
          SVGGeneratorContext.createDefault(
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .getDOMImplementation()
                  .createDocument("http://www.w3.org/2000/svg", "svg", null));
      context.setPrecision(2);
      context.setComment("");
      SVGGraphics2D graphics = new SVGGraphics2D(context, false);
      graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
      chart.paint(graphics, WIDTH, HEIGHT);
      StringWriter text = new StringWriter();
      graphics.stream(text, true);
      // A name of a document type would be looked for on the network.
      return text.toString().replaceFirst("(?s)<!DOCTYPE.*?>\\s*", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
