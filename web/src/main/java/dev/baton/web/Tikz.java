package dev.baton.web;

import dev.baton.core.stage.Stage.Phase;
import dev.baton.web.SpaceTime.Letter;
import dev.baton.web.SpaceTime.Rest;
import dev.baton.web.SpaceTime.Span;
import dev.baton.web.SpaceTime.Way;
import java.util.List;
import java.util.Map;

/** A space-time diagram as a document of LaTeX, drawn by TikZ. */
public final class Tikz {

  /** Points of the page for a pixel. */
  private static final double SCALE = 0.75;

  private static final double UNIT = 30;

  private final SpaceTime diagram;
  private final Recording recording;
  private final StringBuilder text = new StringBuilder();

  private Tikz(Recording recording) {
    this.recording = recording;
    diagram = new SpaceTime(recording, UNIT);
  }

  /** The document. */
  public static String of(Recording recording) {
    return new Tikz(recording).draw();
  }

  private String draw() {
    text.append("% ").append(recording.algorithm().id()).append(", drawn by baton\n");
    text.append("\\documentclass{article}\n\\usepackage{tikz}\n\\usetikzlibrary{patterns}\n");
    text.append("\\usepackage[paperwidth=").append(number(diagram.width() + 60)).append("pt,");
    text.append("paperheight=").append(number(diagram.height() + 90)).append("pt,margin=15pt]");
    text.append("{geometry}\n\\pagestyle{empty}\n\\definecolor{token}{HTML}{CF4A08}\n");
    text.append("\\begin{document}\n\\noindent\\sffamily\\footnotesize\n");
    text.append("\\begin{tikzpicture}[x=1pt,y=-1pt,>=stealth]\n");
    for (int i = 0; i < recording.size(); i++) {
      line("gray", SpaceTime.LEFT, diagram.y(i), diagram.right(), diagram.y(i));
      text.append("\\node[draw,circle,inner sep=2pt] at ").append(point(20, diagram.y(i)));
      text.append(" {").append(i).append("};\n");
    }
    for (Span span : diagram.spans()) {
      drawSpan(span);
    }
    for (Rest rest : diagram.rests()) {
      double y = diagram.y(rest.node());
      line("token,line width=1.6pt", diagram.x(rest.from()), y, diagram.x(rest.to()), y);
    }
    diagram.ways().forEach(this::drawWay);
    diagram.placed().forEach(this::drawLetter);
    text.append("\\end{tikzpicture}\n\n\\smallskip\\noindent\n");
    for (Map.Entry<String, String> letter : diagram.letters().all().entrySet()) {
      text.append("\\textbf{").append(letter.getValue()).append("} ");
      text.append(escaped(letter.getKey())).append("\\quad\n");
    }
    text.append("\n\\noindent ").append(escaped(recording.end())).append("\n\\end{document}\n");
    return text.toString();
  }

  private void drawSpan(Span span) {
    boolean isInside = span.phase() == Phase.INSIDE;
    double half = isInside ? 6.5 : 4.5;
    double y = diagram.y(span.node());
    text.append(isInside ? "\\fill " : "\\draw[pattern=north east lines] ");
    text.append(point(diagram.x(span.from()), y - half)).append(" rectangle ");
    text.append(point(Math.max(diagram.x(span.to()), diagram.x(span.from()) + 3), y + half));
    text.append(";\n");
    if (isInside) {
      double x = (diagram.x(span.from()) + diagram.x(span.to())) / 2;
      text.append("\\node[gray] at ").append(point(x, y - 14)).append(" {\\scriptsize ");
      text.append(span.entry()).append("};\n");
    }
  }

  private void drawWay(Way way) {
    boolean isLost = way.message().isLost();
    String style = way.isToken() ? "token,line width=1.6pt" : dashes(way);
    text.append("\\draw[").append(isLost ? "" : "->,").append(style).append("] ");
    text.append(point(way.x1(), way.y1())).append(" -- ");
    text.append(point(way.x2(), way.y2())).append(";\n");
    if (isLost) {
      text.append("\\node at ").append(point(way.x2(), way.y2())).append(" {$\\times$};\n");
    }
  }

  private String dashes(Way way) {
    List<Double> lengths = diagram.letters().dashes(way.message());
    StringBuilder pattern = new StringBuilder("dash pattern=");
    for (int i = 0; i < lengths.size(); i++) {
      pattern.append(i % 2 == 0 ? "on " : "off ").append(number(lengths.get(i))).append("pt ");
    }
    return lengths.isEmpty() ? "solid" : pattern.toString().strip();
  }

  private void drawLetter(Letter letter) {
    text.append("\\node[fill=white,inner sep=0.8pt");
    text.append(letter.way().isToken() ? ",text=token" : "").append("] at ");
    text.append(point(letter.x(), letter.y())).append(" {\\textbf{").append(letter.letter());
    text.append('}').append(escaped(letter.parameter())).append("};\n");
  }

  private void line(String style, double x1, double y1, double x2, double y2) {
    text.append("\\draw[").append(style).append("] ").append(point(x1, y1)).append(" -- ");
    text.append(point(x2, y2)).append(";\n");
  }

  private static String point(double x, double y) {
    return "(" + number(x * SCALE) + "," + number(y * SCALE) + ")";
  }

  private static String number(double value) {
    long tenths = Math.round(value * 10);
    String digits = Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
    return tenths < 0 ? "-" + digits : digits;
  }

  /** What means something else to LaTeX, as it is written there. */
  private static String escaped(String words) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\textbackslash{}");
        case '^' -> escaped.append("\\textasciicircum{}");
        case '~' -> escaped.append("\\textasciitilde{}");
        case '_', '#', '&', '%', '$', '{', '}' -> escaped.append('\\').append(c);
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
