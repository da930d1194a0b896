package dev.baton.lab.paper;

import dev.baton.lab.paper.Figure.Kind;
import dev.baton.lab.paper.Figure.Legend;
import dev.baton.lab.paper.Figure.Line;
import dev.baton.lab.paper.Figure.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * A figure in the one style that all have. What was measured has a marker of its own and a line; a
 * formula has a line of dots and no marker. So they can be told apart without colours.
 */
final class Chart {

  /** Colours that also people with a colour vision deficiency tell apart (Okabe and Ito). */
  private static final Color[] COLOURS = {
    new Color(0x000000), new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
    new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x7F7F7F)
  };

  private static final float[][] DASHES = {null, {6, 3}, {7, 3, 1.5f, 3}};

  private static final float[][] DOTS = {{1, 4}, {7, 4, 1, 4}};

  /** The piece of a line beside its name, in sizes of the letters. */
  private static final double LEGEND = 4.5;

  /** In millimetres. */
  private static final double POINT = 25.4 / 72;

  /** Of an axis that is empty on both sides. */
  private static final double MARGIN = 0.04;

  /** Above the highest point of an axis that begins at 0. */
  private static final double ABOVE = 0.05;

  /** The size of letters at which lines have the widths that are written here. */
  private static final float LETTERS = 13;

  static {
    // Otherwise texts that are turned would be drawn as outlines.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private final Figure figure;
  private final Font font;
  private final float scale;

  Chart(Figure figure, Font font) {
    this.figure = figure;
    this.font = font;
    scale = font.getSize2D() / LETTERS;
  }

  JFreeChart draw(boolean hasTitle) {
    XYPlot plot = new XYPlot();
    plot.setDomainAxis(axis(true, figure.x(), Point::x, Point::x));
    plot.setRangeAxis(axis(false, figure.y(), Chart::bottom, Chart::top));
    plot.setDataset(0, lines());
    plot.setRenderer(0, renderer());
    plot.setDataset(1, intervals());
    plot.setRenderer(1, intervalRenderer());
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlinePaint(new Color(0x7F7F7F));
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plot.setDomainGridlinePaint(new Color(0xDDDDDD));
    plot.setRangeGridlinePaint(new Color(0xDDDDDD));
    plot.setDomainGridlineStroke(new BasicStroke(0.8f * scale));
    plot.setRangeGridlineStroke(new BasicStroke(0.8f * scale));
    JFreeChart chart = new JFreeChart(null, font, plot, figure.format().legend() != Legend.NONE);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(3 * scale, 3 * scale, 3 * scale, 8 * scale));
    if (hasTitle) {
      TextTitle title = new TextTitle(figure.title(), font.deriveFont(font.getSize2D() * 1.15f));
      title.setPadding(2 * scale, 0, 6 * scale, 0);
      chart.setTitle(title);
    }
    if (chart.getLegend() != null) {
      style(chart.getLegend());
    }
    return chart;
  }

  private void style(LegendTitle legend) {
    boolean isBelow = figure.format().legend() == Legend.BELOW;
    legend.setPosition(isBelow ? RectangleEdge.BOTTOM : RectangleEdge.RIGHT);
    legend.setFrame(BlockBorder.NONE);
    legend.setItemFont(font);
    legend.setBackgroundPaint(null);
  }

  // Axes.

  private static double top(Point point) {
    return point.y() + point.doubt();
  }

  /** A wide interval goes beyond the axis, rather than press all lines to the top. */
  private static double bottom(Point point) {
    double bottom = point.y() - point.doubt();
    return point.y() > 0 ? Math.max(bottom, point.y() / 2) : bottom;
  }

  private ValueAxis axis(
      boolean isBelow,
      Figure.Axis described,
      ToDoubleFunction<Point> least,
      ToDoubleFunction<Point> most) {
    double low = all().stream().mapToDouble(least).min().orElse(0);
    double high = all().stream().mapToDouble(most).max().orElse(1);
    ValueAxis axis;
    if (described.isLogarithmic()) {
      axis = new LogarithmicAxis(described.label());
      double decades = low == high ? 1 : Math.log10(high / low);
      double factor = Math.pow(10, MARGIN * decades);
      axis.setRange(new Range(low / factor, high * factor));
    } else {
      Range range = linear(described.isFromZero(), low, high);
      NumberAxis linear = new NumberAxis(described.label());
      linear.setRange(range);
      linear.setTickUnit(unit(range.getLength() / most(isBelow)));
      axis = linear;
    }
    axis.setLabelFont(label(isBelow, described.label()));
    axis.setTickLabelFont(font);
    axis.setLabelPaint(Color.BLACK);
    axis.setTickLabelPaint(Color.BLACK);
    axis.setAxisLineVisible(false);
    axis.setTickMarkPaint(new Color(0x7F7F7F));
    axis.setTickMarkOutsideLength(4 * scale);
    axis.setMinorTickMarkOutsideLength(2 * scale);
    return axis;
  }

  /** As many numbers as an axis has room for, about. */
  private double most(boolean isBelow) {
    return Math.clamp(length(isBelow) / (isBelow ? 5.5 : 3), 2, 8);
  }

  /** The length of an axis, about, in sizes of the letters: what all that is beside it leaves. */
  private double length(boolean isBelow) {
    Figure.Format format = figure.format();
    double width = format.width() / (format.fontSize() * POINT);
    double height = format.height() / (format.fontSize() * POINT);
    double[] names =
        figure.lines().stream().mapToDouble(line -> LEGEND + letters(line.label())).toArray();
    double left =
        switch (format.legend()) {
          case RIGHT -> isBelow ? width - Arrays.stream(names).max().orElse(0) : height;
          case BELOW ->
              isBelow ? width : height - 2 * Math.ceil(Arrays.stream(names).sum() / width);
          case NONE -> isBelow ? width : height;
        };
    return Math.max(3, left - (isBelow ? 6 : 4));
  }

  /** The length of a text, in sizes of the letters. */
  private double letters(String text) {
    FontRenderContext context = new FontRenderContext(null, true, true);
    return font.getStringBounds(text, context).getWidth() / font.getSize2D();
  }

  /** Smaller, if a long label would not fit. */
  private Font label(boolean isBelow, String text) {
    double share = Math.min(1, length(isBelow) / letters(text));
    return font.deriveFont((float) (font.getSize2D() * share));
  }

  /** The next larger step of 1, 2 or 5 times a power of ten, written with its decimals. */
  private static NumberTickUnit unit(double least) {
    int exponent = (int) Math.floor(Math.log10(least));
    double power = Math.pow(10, exponent);
    double step = least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10;
    int decimals = Math.max(0, -exponent - (step == 10 ? 1 : 0));
    String pattern = "#,##0" + (decimals == 0 ? "" : "." + "0".repeat(decimals));
    return new NumberTickUnit(
        step * power, new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)));
  }

  private static Range linear(boolean isFromZero, double low, double high) {
    if (isFromZero) {
      double top = high <= 0 ? 1 : high;
      return new Range(Math.min(0, low), top + ABOVE * (top - Math.min(0, low)));
    }
    double margin = low == high ? Math.max(1, Math.abs(low)) / 2 : MARGIN * (high - low);
    return new Range(low - margin, high + margin);
  }

  private List<Point> all() {
    return figure.lines().stream().flatMap(line -> line.points().stream()).toList();
  }

  // Lines.

  private XYSeriesCollection lines() {
    XYSeriesCollection data = new XYSeriesCollection();
    for (int i = 0; i < figure.lines().size(); i++) {
      XYSeries series = new XYSeries(i, false, true);
      figure.lines().get(i).points().forEach(point -> series.add(point.x(), point.y()));
      data.addSeries(series);
    }
    return data;
  }

  private XYLineAndShapeRenderer renderer() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setUseFillPaint(true);
    renderer.setLegendLine(new Line2D.Double(-17 * scale, 0, 17 * scale, 0));
    renderer.setLegendItemLabelGenerator((data, line) -> figure.lines().get(line).label());
    for (int i = 0; i < figure.lines().size(); i++) {
      Line line = figure.lines().get(i);
      renderer.setSeriesPaint(i, COLOURS[i % COLOURS.length]);
      renderer.setSeriesStroke(i, stroke(line.kind(), i));
      renderer.setSeriesShapesVisible(i, line.kind() == Kind.MEASURED);
      renderer.setSeriesShape(i, marker(i));
      renderer.setSeriesFillPaint(
          i, i / COLOURS.length % 2 == 0 ? COLOURS[i % COLOURS.length] : Color.WHITE);
    }
    return renderer;
  }

  private BasicStroke stroke(Kind kind, int number) {
    float width = (kind == Kind.FORMULA ? 2.2f : 1.4f) * scale;
    float[] dashes =
        kind == Kind.FORMULA ? DOTS[number % DOTS.length] : DASHES[number % DASHES.length];
    if (dashes == null) {
      return new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    }
    float[] scaled = new float[dashes.length];
    for (int i = 0; i < dashes.length; i++) {
      scaled[i] = dashes[i] * scale;
    }
    int cap = kind == Kind.FORMULA ? BasicStroke.CAP_ROUND : BasicStroke.CAP_BUTT;
    return new BasicStroke(width, cap, BasicStroke.JOIN_ROUND, 10, scaled, 0);
  }

  /** Of one size; as many differ as there are colours, and those after them are hollow. */
  private Shape marker(int number) {
    double r = 4 * scale;
    return switch (number % 8) {
      case 0 -> new Ellipse2D.Double(-r, -r, 2 * r, 2 * r);
      case 1 -> new Rectangle2D.Double(-0.9 * r, -0.9 * r, 1.8 * r, 1.8 * r);
      case 2 -> polygon(r, 0, -1.1, 1.1, 0.9, -1.1, 0.9);
      case 3 -> polygon(r, 0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0);
      case 4 -> turned(cross(r));
      case 5 -> polygon(r, 0, 1.1, 1.1, -0.9, -1.1, -0.9);
      case 6 -> cross(r);
      default -> new Rectangle2D.Double(-1.2 * r, -0.5 * r, 2.4 * r, r);
    };
  }

  private static Shape polygon(double r, double... places) {
    Path2D path = new Path2D.Double();
    path.moveTo(r * places[0], r * places[1]);
    for (int i = 2; i < places.length; i += 2) {
      path.lineTo(r * places[i], r * places[i + 1]);
    }
    path.closePath();
    return path;
  }

  private static Shape cross(double r) {
    double arm = 1.2;
    double half = 0.3;
    return polygon(
        r, -half, -arm, half, -arm, half, -half, arm, -half, arm, half, half, half, half, arm,
        -half, arm, -half, half, -arm, half, -arm, -half, -half, -half);
  }

  private static Shape turned(Shape shape) {
    return AffineTransform.getRotateInstance(Math.PI / 4).createTransformedShape(shape);
  }

  // Intervals: in a set of their own, since a point without one would have a bar of length 0.

  private YIntervalSeriesCollection intervals() {
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    for (int i = 0; i < figure.lines().size(); i++) {
      YIntervalSeries series = new YIntervalSeries(i, false, true);
      for (Point point : figure.lines().get(i).points()) {
        if (point.doubt() > 0) {
          series.add(point.x(), point.y(), point.y() - point.doubt(), point.y() + point.doubt());
        }
      }
      data.addSeries(series);
    }
    return data;
  }

  private XYErrorRenderer intervalRenderer() {
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDefaultLinesVisible(false);
    renderer.setDefaultShapesVisible(false);
    renderer.setDefaultSeriesVisibleInLegend(false);
    renderer.setDrawXError(false);
    renderer.setCapLength(7 * scale);
    renderer.setErrorStroke(new BasicStroke(scale));
    for (int i = 0; i < figure.lines().size(); i++) {
      renderer.setSeriesPaint(i, COLOURS[i % COLOURS.length]);
    }
    return renderer;
  }
}
