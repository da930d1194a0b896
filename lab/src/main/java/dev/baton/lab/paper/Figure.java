package dev.baton.lab.paper;

import java.util.List;

/**
 * A picture of lines over two axes.
 *
 * @param title above it; a PDF leaves it to the caption
 */
public record Figure(String title, Axis x, Axis y, List<Line> lines, Format format) {

  /**
   * One of the axes.
   *
   * @param isFromZero whether it begins at 0, unless it is logarithmic
   */
  public record Axis(String label, boolean isLogarithmic, boolean isFromZero) {}

  /** A line, or what is drawn instead of one. */
  public record Line(String label, Kind kind, List<Point> points) {}

  /**
   * A point of a line.
   *
   * @param doubt half the width of its interval; 0 for none
   */
  public record Point(double x, double y, double doubt) {}

  /** How a line is drawn. */
  public enum Kind {
    /** Markers, intervals, and a line between them. */
    MEASURED,
    /** Dots, without markers. */
    FORMULA,
    /** A line as it is. */
    STEPS
  }

  /** Where the names of the lines stand. */
  public enum Legend {
    RIGHT,
    BELOW,
    NONE
  }

  /**
   * How large it is.
   *
   * @param width in millimetres
   * @param height in millimetres
   * @param fontSize in points
   */
  public record Format(double width, double height, double fontSize, Legend legend) {}

  /** For the screen. */
  public byte[] png() {
    return new Drawing(this, true).png();
  }

  /** With texts that stay texts. */
  public String svg() {
    return new Drawing(this, true).svg();
  }

  /** For LaTeX: without the title, and with its font inside. */
  public byte[] pdf() {
    return new Drawing(this, false).pdf();
  }
}
