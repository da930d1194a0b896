package dev.baton.lab.paper;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Element;

/** Draws a figure; in the file formats a unit of the drawing is 1/96 of an inch. */
final class Drawing {

  private static final double MILLIMETRES = 25.4;
  private static final double UNITS = 96;
  private static final double POINTS = 72;

  /** The least number of dots in a row of a PNG. */
  private static final double DOTS = 1290;

  /** Comes with PDFBox, has the widths of Helvetica and Arial, and may be put into a PDF. */
  private static final String FONT_FILE =
      "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /** What a viewer of an SVG takes if it does not have the font: all have the same widths. */
  private static final String FAMILIES = "'Liberation Sans', Arimo, Arial, Helvetica, sans-serif";

  static {
    // Pictures are drawn in memory, whatever display there is.
    System.setProperty("java.awt.headless", "true");
  }

  private final Figure figure;
  private final JFreeChart chart;
  private final Font font;
  private final Rectangle2D area;

  Drawing(Figure figure, boolean hasTitle) {
    this.figure = figure;
    Font regular = font();
    boolean isComplete = texts(figure).allMatch(text -> regular.canDisplayUpTo(text) < 0);
    // The font of the machine may have what this one lacks.
    font = isComplete ? regular : new Font(Font.SANS_SERIF, Font.PLAIN, 1);
    double size = figure.format().fontSize() * UNITS / POINTS;
    chart = new Chart(figure, font.deriveFont((float) size)).draw(hasTitle);
    area =
        new Rectangle2D.Double(
            0,
            0,
            figure.format().width() / MILLIMETRES * UNITS,
            figure.format().height() / MILLIMETRES * UNITS);
  }

  private static Stream<String> texts(Figure figure) {
    return Stream.concat(
        Stream.of(figure.title(), figure.x().label(), figure.y().label()),
        figure.lines().stream().map(Figure.Line::label));
  }

  private static Font font() {
    try (InputStream in = PDDocument.class.getResourceAsStream(FONT_FILE)) {
      return Font.createFont(Font.TRUETYPE_FONT, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FontFormatException e) {
      throw new IllegalStateException(e);
    }
  }

  byte[] png() {
    double scale = Math.max(1.5, DOTS / area.getWidth());
    BufferedImage image =
        new BufferedImage(
            (int) Math.round(area.getWidth() * scale),
            (int) Math.round(area.getHeight() * scale),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.scale(scale, scale);
    chart.draw(graphics, area);
    graphics.dispose();
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String svg() {
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
      chart.draw(graphics, area);
      Element root = graphics.getRoot();
      root.setAttributeNS(null, "width", decimal(figure.format().width()) + "mm");
      root.setAttributeNS(null, "height", decimal(figure.format().height()) + "mm");
      root.setAttributeNS(
          null, "viewBox", "0 0 " + decimal(area.getWidth()) + " " + decimal(area.getHeight()));
      StringWriter text = new StringWriter();
      graphics.stream(root, text, true, false);
      // A name of a document type would be looked for on the network.
      return text.toString()
          .replaceFirst("(?s)<!DOCTYPE.*?>\\s*", "")
          .replaceAll("'(?:" + font.getFamily() + "|Dialog)'", FAMILIES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** The same bytes for the same figure. */
  byte[] pdf() {
    float scale = (float) (POINTS / UNITS);
    float width = (float) area.getWidth() * scale;
    float height = (float) area.getHeight() * scale;
    try (PDDocument document = new PDDocument();
        InputStream in = PDDocument.class.getResourceAsStream(FONT_FILE);
        PdfBoxGraphics2DFontTextDrawer texts = new PdfBoxGraphics2DFontTextDrawer();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.setDocumentId((long) figure.title().hashCode());
      document.getDocumentInformation().setTitle(figure.title());
      PDPage page = new PDPage(new PDRectangle(width, height));
      document.addPage(page);
      texts.registerFont(font().getFontName(), PDType0Font.load(document, in));
      PdfBoxGraphics2D graphics = new PdfBoxGraphics2D(document, width, height);
      graphics.setFontTextDrawer(texts);
      graphics.scale(scale, scale);
      chart.draw(graphics, area);
      graphics.dispose();
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.drawForm(graphics.getXFormObject());
      }
      // LaTeX warns of files whose objects are packed: that is of a later version of the format.
      document.save(out, CompressParameters.NO_COMPRESSION);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
