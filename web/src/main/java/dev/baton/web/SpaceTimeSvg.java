package dev.baton.web;

import dev.baton.core.stage.Stage.Phase;
import dev.baton.web.Recording.Moment;
import dev.baton.web.SpaceTime.Letter;
import dev.baton.web.SpaceTime.Rest;
import dev.baton.web.SpaceTime.Span;
import dev.baton.web.SpaceTime.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A space-time diagram as a picture that any browser shows, light or dark as the reader likes. */
public final class SpaceTimeSvg {

  /** How wide a picture may be before its time is squeezed, and how narrow an event may become. */
  private static final double WIDTH = 1180;

  private static final double NARROWEST = 360;

  private static final double WIDEST_UNIT = 44;
  private static final double NARROWEST_UNIT = 20;

  private static final double LINE = 17;

  /** About the width of a letter of the words below the lanes. */
  private static final double LETTER_WIDTH = 6;

  private static final double INSIDE = 13;
  private static final double WAITING = 9;
  private static final double TOKEN = 2.75;

  private static final String STYLE =
      """
      <style>
      text{font:11px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif;fill:#16181d}
      .paper{fill:#fdfdfb}.axis{stroke:#e1e1da}.lane{stroke:#8d929b}.quiet{fill:#666c77}
      .wait{stroke:#474c56;stroke-width:.9}.hatch{stroke:#474c56;stroke-width:2.1}.in{fill:#16181d}
      .m{stroke:#474c56;stroke-width:1.25;fill:none}.h{fill:#474c56}
      .t{stroke:#cf4a08;stroke-width:2.75;fill:none}.th{fill:#cf4a08}.ti{stroke:#f5742e;stroke-width:2.75}
      .l{font-weight:600;fill:#474c56;paint-order:stroke;stroke:#fdfdfb;stroke-width:4.5px;stroke-linejoin:round}
      .lt{font-weight:700;fill:#ad3b03}.p{font-weight:400}
      .who{fill:#fdfdfb;stroke:#848993;stroke-width:1.2}.n{font-weight:700}
      .bad{fill:#9d1048;font-weight:700}.ring{fill:none;stroke:#9d1048;stroke-width:2}
      @media (prefers-color-scheme:dark){
      text{fill:#ecece7}.paper,.who{fill:#14161a}.axis{stroke:#2b2f36}.lane{stroke:#666d78}.quiet{fill:#959ba5}
      .wait,.hatch,.m{stroke:#b6bac2}.h{fill:#b6bac2}.in{fill:#ecece7}.t{stroke:#ff9255}.th{fill:#ff9255}.ti{stroke:#c2410c}
      .l{fill:#b6bac2;stroke:#14161a}.lt{fill:#ffa36f}.who{stroke:#787e89}.bad{fill:#ff8db0}.ring{stroke:#ff8db0}}
      </style>
      """;

  private final SpaceTime diagram;
  private final Recording recording;
  private final StringBuilder svg = new StringBuilder();

  private SpaceTimeSvg(Recording recording) {
    this.recording = recording;
    double times = recording.time(recording.moments().size() - 1) + 1;
    double fitting = (WIDTH - SpaceTime.LEFT - SpaceTime.RIGHT) / times;
    diagram = new SpaceTime(recording, Math.max(NARROWEST_UNIT, Math.min(WIDEST_UNIT, fitting)));
  }

  /** The diagram of a run, as a file. */
  public static String of(Recording recording) {
    return new SpaceTimeSvg(recording).draw();
  }

  private String draw() {
    List<String> key = key();
    double width = width();
    double height = diagram.height() + LINE * (key.size() + 1) + 12;
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(number(width));
    svg.append("\" height=\"").append(number(height)).append("\" viewBox=\"0 0 ");
    svg.append(number(width)).append(' ').append(number(height));
    svg.append("\" role=\"img\" aria-labelledby=\"t d\">\n");
    svg.append("<title id=\"t\">").append(escaped(title())).append("</title>\n<desc id=\"d\">");
    svg.append(escaped(description())).append("</desc>\n").append(STYLE);
    svg.append("<defs><pattern id=\"w\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"");
    svg.append(" patternTransform=\"rotate(45)\"><rect class=\"paper\" width=\"5\" height=\"5\"/>");
    svg.append("<line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\"/></pattern></defs>\n");
    element("rect", "paper", "x", 0, "y", 0, "width", width, "height", height);
    drawAxis();
    for (int i = 0; i < recording.size(); i++) {
      line("lane", SpaceTime.LEFT, diagram.y(i), diagram.right(), diagram.y(i));
    }
    diagram.spans().stream().filter(span -> span.phase() == Phase.WAITING).forEach(this::drawWait);
    diagram.ways().stream().filter(way -> !way.isToken()).forEach(this::drawMessage);
    diagram.spans().stream().filter(span -> span.phase() == Phase.INSIDE).forEach(this::drawInside);
    drawToken();
    diagram.placed().forEach(this::drawLetter);
    drawViolation();
    drawLabels();
    drawWords(key);
    return svg.append("</svg>\n").toString();
  }

  // In the order of the layers, from below.

  private void drawAxis() {
    int last = recording.moments().size();
    double unit = diagram.x(1) - diagram.x(0);
    int step = unit >= 30 ? 1 : unit >= 12 ? 5 : 10;
    double end = recording.time(last - 1);
    for (int time = step; time <= end; time += step) {
      line("axis", diagram.x(time), SpaceTime.TOP - 4, diagram.x(time), diagram.height());
      text("quiet", diagram.x(time), SpaceTime.TOP - 9, "middle", Integer.toString(time));
    }
  }

  private void drawWait(Span span) {
    double x = diagram.x(span.from());
    double width = diagram.x(span.to()) - x;
    svg.append("<rect class=\"wait\" fill=\"url(#w)\"");
    attributes(
        "x", x, "y", diagram.y(span.node()) - WAITING / 2, "width", width, "height", WAITING);
    svg.append("/>\n");
  }

  private void drawMessage(Way way) {
    double pad = (WAITING / 2 + 1) / Math.abs(way.y2() - way.y1());
    double to = way.arrives() ? 1 - Math.min(pad, 0.3) : 1;
    svg.append("<path class=\"m\" d=\"M").append(point(way.x1(), way.y1())).append('L');
    svg.append(point(way.x(to), way.y(to))).append('"');
    List<Double> dashes = diagram.letters().dashes(way.message());
    if (!dashes.isEmpty()) {
      String lengths = dashes.stream().map(this::number).collect(Collectors.joining(" "));
      svg.append(" stroke-dasharray=\"").append(lengths).append('"');
    }
    svg.append("/>\n");
    if (way.message().isLost()) {
      text("bad", way.x2(), way.y2() + 4, "middle", "✕");
    } else {
      drawHead("h", way, to, 7.5);
    }
  }

  private void drawHead(String style, Way way, double part, double length) {
    double x = way.x(part);
    double y = way.y(part);
    double whole = Math.hypot(way.x2() - way.x1(), way.y2() - way.y1());
    double ux = (way.x2() - way.x1()) / whole * length;
    double uy = (way.y2() - way.y1()) / whole * length;
    svg.append("<path class=\"").append(style).append("\" d=\"M").append(point(x, y)).append('L');
    svg.append(point(x - ux - uy * .48, y - uy + ux * .48)).append('L');
    svg.append(point(x - ux + uy * .48, y - uy - ux * .48)).append("Z\"/>\n");
  }

  private void drawInside(Span span) {
    double from = diagram.x(span.from());
    double width = Math.max(3, diagram.x(span.to()) - from);
    double y = diagram.y(span.node());
    element("rect", "in", "x", from, "y", y - INSIDE / 2, "width", width, "height", INSIDE);
    String entry = Integer.toString(span.entry());
    text("quiet", from + width / 2, y - INSIDE / 2 - 4, "middle", entry);
  }

  private void drawToken() {
    for (Rest rest : diagram.rests()) {
      double y = diagram.y(rest.node());
      line("t", diagram.x(rest.from()), y, diagram.x(rest.to()), y);
    }
    for (Span span : diagram.spans()) {
      boolean hasToken = diagram.rests().stream().anyMatch(rest -> rest.isAt(span));
      if (span.phase() == Phase.INSIDE && hasToken) {
        double y = diagram.y(span.node());
        line("ti", diagram.x(span.from()) + TOKEN / 3, y, diagram.x(span.to()) - TOKEN / 3, y);
      }
    }
    for (Way way : diagram.ways()) {
      if (way.isToken()) {
        line("t", way.x1(), way.y1(), way.x2(), way.y2());
        if (way.message().isLost()) {
          text("bad", way.x2(), way.y2() + 4, "middle", "✕");
        } else {
          double pad = (INSIDE / 2 + 1) / Math.abs(way.y2() - way.y1());
          drawHead("th", way, way.arrives() ? 1 - Math.min(pad, 0.3) : 1, 11.5);
        }
      }
    }
  }

  private void drawLetter(Letter letter) {
    String style = letter.way().isToken() ? "l lt" : "l";
    String parameter = letter.parameter();
    String words = escaped(letter.letter());
    if (!parameter.isEmpty()) {
      words += "<tspan class=\"p\">" + escaped(parameter) + "</tspan>";
    }
    rawText(style, letter.x(), letter.y() + 4, "middle", words);
  }

  private void drawViolation() {
    for (Moment moment : recording.moments()) {
      if (moment.violation() != null) {
        double x = diagram.x(moment.time());
        element("circle", "ring", "cx", x, "cy", diagram.y(moment.node()), "r", 12);
      }
    }
  }

  private void drawLabels() {
    for (int i = 0; i < recording.size(); i++) {
      double y = diagram.y(i);
      element("circle", "who", "cx", 20, "cy", y, "r", 10.5);
      text("n", 20, y + 4, "middle", Integer.toString(i));
    }
  }

  private void drawWords(List<String> key) {
    double y = diagram.height() + LINE;
    for (String line : key) {
      text("quiet", SpaceTime.LEFT, y, "start", line);
      y += LINE;
    }
    boolean isBad = recording.moments().stream().anyMatch(moment -> moment.violation() != null);
    text(isBad ? "bad" : "", SpaceTime.LEFT, y, "start", (isBad ? "✕ " : "") + recording.end());
  }

  /** A short run still needs room for the words below it. */
  private double width() {
    return Math.max(diagram.width(), NARROWEST);
  }

  // Words.

  private String title() {
    return recording.algorithm().id() + ", " + recording.size() + " nodes";
  }

  private String description() {
    long entries = recording.moments().stream().filter(Moment::enters).count();
    return recording.moments().size()
        + " events, "
        + recording.messages().size()
        + " messages, "
        + entries
        + (entries == 1 ? " entry. " : " entries. ")
        + recording.end();
  }

  /** What the letters stand for, in lines that fit. */
  private List<String> key() {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, String> letter : diagram.letters().all().entrySet()) {
      parts.add(letter.getValue() + " " + letter.getKey());
    }
    parts.add("hatched: waits");
    parts.add("bar: inside");
    int columns = (int) ((width() - SpaceTime.LEFT) / LETTER_WIDTH);
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      if (line.length() > 0 && line.length() + part.length() + 3 > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " · ").append(part);
    }
    lines.add(line.toString());
    return lines;
  }

  // Elements.

  private void element(String name, String style, Object... attributes) {
    svg.append('<').append(name).append(" class=\"").append(style).append('"');
    attributes(attributes);
    svg.append("/>\n");
  }

  private void attributes(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      double value = ((Number) attributes[i + 1]).doubleValue();
      svg.append(' ').append(attributes[i]).append("=\"").append(number(value)).append('"');
    }
  }

  private void line(String style, double x1, double y1, double x2, double y2) {
    element("line", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  private void text(String style, double x, double y, String anchor, String words) {
    rawText(style, x, y, anchor, escaped(words));
  }

  private void rawText(String style, double x, double y, String anchor, String words) {
    svg.append("<text");
    if (!style.isEmpty()) {
      svg.append(" class=\"").append(style).append('"');
    }
    attributes("x", x, "y", y);
    if (!anchor.equals("start")) {
      svg.append(" text-anchor=\"").append(anchor).append('"');
    }
    svg.append('>').append(words).append("</text>\n");
  }

  private String point(double x, double y) {
    return number(x) + " " + number(y);
  }

  /** With one digit, if any, so that files stay small and the same everywhere. */
  private String number(double value) {
    long tenths = Math.round(value * 10);
    return tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
