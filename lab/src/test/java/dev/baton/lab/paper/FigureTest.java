package dev.baton.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.paper.Figure.Axis;
import dev.baton.lab.paper.Figure.Format;
import dev.baton.lab.paper.Figure.Kind;
import dev.baton.lab.paper.Figure.Legend;
import dev.baton.lab.paper.Figure.Line;
import dev.baton.lab.paper.Figure.Point;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

class FigureTest {

  private static Figure figure(String label, double last, Format format) {
    List<Point> points =
        List.of(new Point(10, 1, 0), new Point(50, 5, 0.5), new Point(100, last, 0));
    return new Figure(
        "The title",
        new Axis("nodes N", true, false),
        new Axis("messages per entry", false, true),
        List.of(
            new Line(label, Kind.MEASURED, points),
            new Line("N/10", Kind.FORMULA, points),
            new Line("shares", Kind.STEPS, points)),
        format);
  }

  private static final Format COLUMN = new Format(85, 60, 8, Legend.BELOW);

  private static final String[] TEXTS = {
    "nodes N", "messages per entry", "raymond", "N/10", "shares", "20", "50"
  };

  @Test
  void textsOfAnSvgAreTexts() {
    String svg = figure("raymond", 12, COLUMN).svg();
    assertThat(svg)
        .contains("width=\"85.00mm\"", "height=\"60.00mm\"", "viewBox=\"0 0 321.26 226.77\"")
        .contains("font-family:'Liberation Sans', Arimo, Arial, Helvetica, sans-serif")
        .doesNotContain("<!DOCTYPE", "Dialog");
    for (String text : TEXTS) {
      assertThat(svg).contains(">" + text + "</text");
    }
    assertThat(svg).contains(">The title</text");
  }

  @Test
  void aPdfHasItsSizeItsTextsAndItsFont() throws IOException {
    byte[] pdf = figure("raymond", 12, COLUMN).pdf();
    try (PDDocument document = Loader.loadPDF(pdf)) {
      // Turned text is read letter by letter.
      String text = new PDFTextStripper().getText(document).replaceAll("\\s", "");
      for (String expected : TEXTS) {
        assertThat(text).contains(expected.replace(" ", ""));
      }
      assertThat(text).as("what the caption says").doesNotContain("Thetitle");
      PDRectangle page = document.getPage(0).getMediaBox();
      assertThat(page.getWidth() / 72 * 25.4).isBetween(84.9, 85.1);
      assertThat(page.getHeight() / 72 * 25.4).isBetween(59.9, 60.1);
      List<PDFont> fonts = fonts(document.getPage(0).getResources());
      assertThat(fonts).isNotEmpty().allMatch(PDFont::isEmbedded);
    }
    assertThat(figure("raymond", 12, COLUMN).pdf()).isEqualTo(pdf);
  }

  private static List<PDFont> fonts(PDResources resources) throws IOException {
    List<PDFont> fonts = new ArrayList<>();
    for (COSName name : resources.getFontNames()) {
      fonts.add(resources.getFont(name));
    }
    for (COSName name : resources.getXObjectNames()) {
      if (resources.getXObject(name) instanceof PDFormXObject form) {
        fonts.addAll(fonts(form.getResources()));
      }
    }
    return fonts;
  }

  @Test
  void aPngHasEnoughDots() throws IOException {
    BufferedImage small =
        ImageIO.read(new ByteArrayInputStream(figure("raymond", 12, COLUMN).png()));
    assertThat(small.getWidth()).isEqualTo(1290);
    assertThat(small.getHeight()).isEqualTo(911);
    Format wide = new Format(400, 100, 10, Legend.RIGHT);
    BufferedImage large = ImageIO.read(new ByteArrayInputStream(figure("raymond", 12, wide).png()));
    assertThat(large.getWidth()).isEqualTo(2268);
  }

  /** The font has no such letter, so another one is taken, and outlines in a PDF. */
  @Test
  void lettersThatTheFontLacksAreDrawnToo() throws IOException {
    Figure figure = figure("⌈√N⌉", 12, COLUMN);
    assertThat(figure.svg()).contains(">⌈√N⌉</text");
    try (PDDocument document = Loader.loadPDF(figure.pdf())) {
      assertThat(document.getNumberOfPages()).isEqualTo(1);
    }
  }

  /** Otherwise one wide interval would press all lines to the top, or show less than nothing. */
  @Test
  void wideIntervalsGoBeyondTheAxis() {
    List<Point> wide = List.of(new Point(1, 10, 9.9), new Point(2, 20, 1));
    for (boolean isLogarithmic : new boolean[] {true, false}) {
      Figure figure =
          new Figure(
              "",
              new Axis("x", false, false),
              new Axis("y", isLogarithmic, true),
              List.of(new Line("one", Kind.MEASURED, wide)),
              new Format(80, 60, 8, Legend.NONE));
      assertThat(figure.svg())
          .contains(">20</text", ">10</text")
          .doesNotContain(">0.1</text", ">0.2</text", ">-5</text");
    }
  }

  @Test
  void oneLevelLineIsDrawn() {
    Point point = new Point(10, 3, 0);
    Figure figure =
        new Figure(
            "",
            new Axis("x", true, false),
            new Axis("y", true, true),
            List.of(new Line("one", Kind.MEASURED, List.of(point))),
            new Format(60, 40, 8, Legend.NONE));
    assertThat(figure.svg()).contains(">10</text").doesNotContain(">one</text", "NaN");
  }
}
