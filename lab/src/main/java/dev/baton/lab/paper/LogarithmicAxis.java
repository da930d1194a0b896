package dev.baton.lab.paper;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.axis.ValueTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** An axis with numbers that one can read, where {@link LogTicks} puts them. */
final class LogarithmicAxis extends LogAxis {

  private static final long serialVersionUID = 1;

  LogarithmicAxis(String label) {
    super(label);
    setMinorTickMarksVisible(true);
  }

  @Override
  public List<ValueTick> refreshTicks(
      Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
    FontMetrics metrics = graphics.getFontMetrics(getTickLabelFont());
    boolean isBelow = RectangleEdge.isTopOrBottom(edge);
    TextAnchor anchor = isBelow ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
    return LogTicks.between(
            getLowerBound(), getUpperBound(), ticks -> fits(ticks, metrics, area, edge))
        .stream()
        .<ValueTick>map(
            tick ->
                new NumberTick(
                    tick.label().isEmpty() ? TickType.MINOR : TickType.MAJOR,
                    tick.value(),
                    tick.label(),
                    anchor,
                    TextAnchor.CENTER,
                    0))
        .toList();
  }

  private boolean fits(
      List<LogTicks.Tick> ticks, FontMetrics metrics, Rectangle2D area, RectangleEdge edge) {
    boolean isBelow = RectangleEdge.isTopOrBottom(edge);
    for (int i = 1; i < ticks.size(); i++) {
      double gap =
          Math.abs(
              valueToJava2D(ticks.get(i).value(), area, edge)
                  - valueToJava2D(ticks.get(i - 1).value(), area, edge));
      int both =
          metrics.stringWidth(ticks.get(i).label()) + metrics.stringWidth(ticks.get(i - 1).label());
      if (gap < (isBelow ? both / 2.0 + metrics.charWidth('0') : 1.2 * metrics.getAscent())) {
        return false;
      }
    }
    return true;
  }
}
