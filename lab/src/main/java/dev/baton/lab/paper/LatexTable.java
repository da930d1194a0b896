package dev.baton.lab.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table for LaTeX with the rules of booktabs. A short one is a {@code tabular}, to be put into a
 * {@code table}; a long one is a {@code longtable}, which goes over pages by itself.
 */
public final class LatexTable {

  /** What the signs mean, for a comment. */
  public static final String INTERVALS =
      "± is half of a 95 % interval (Student's t): two digits if it begins with 1 or 2, else one;\n"
          + "the mean ends at the same place. Without ±, all trials agree, or there is only one.";

  /** A table of more rows does not fit on a page. */
  private static final int PAGE = 45;

  /** A row, or the heading of those that follow. */
  private record Row(List<String> labels, List<Rounded> values) {
    boolean isHeading() {
      return values == null;
    }
  }

  private final List<String> labels;
  private final List<String> measures;
  private final List<String> comments = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * Without rows yet.
   *
   * @param labels the heads of the columns that say what a row is about
   * @param measures the heads of the columns with numbers
   */
  public LatexTable(List<String> labels, List<String> measures) {
    this.labels = List.copyOf(labels);
    this.measures = List.copyOf(measures);
  }

  /** A line that LaTeX skips. */
  public void comment(String text) {
    text.lines().forEach(comments::add);
  }

  /** A line above the rows that follow. */
  public void heading(String text) {
    rows.add(new Row(List.of(text), null));
  }

  /** A value is null where nothing was measured. */
  public void row(List<String> texts, List<Rounded> values) {
    rows.add(new Row(List.copyOf(texts), Collections.unmodifiableList(new ArrayList<>(values))));
  }

  /** The table, ready for {@code \input}. */
  public String text() {
    boolean isLong = rows.size() > PAGE;
    String environment = isLong ? "longtable" : "tabular";
    StringBuilder text = new StringBuilder();
    comments.forEach(line -> text.append("% ").append(line).append('\n'));
    text.append("% Needs \\usepackage{booktabs")
        .append(isLong ? ",longtable}; goes over pages, so not inside a table.\n" : "}.\n")
        .append("\\begin{")
        .append(environment)
        .append("}{@{}")
        .append(columns())
        .append("@{}}\n\\toprule\n")
        .append(head())
        .append("\\midrule\n")
        .append(isLong ? "\\endhead\n\\bottomrule\n\\endfoot\n" : "");
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).isHeading()) {
        text.append(line(rows.get(i)));
      } else {
        text.append(i == 0 ? "" : "\\addlinespace\n")
            .append("\\multicolumn{")
            .append(labels.size() + measures.size() + pairs())
            .append("}{@{}l}{\\itshape ")
            .append(escape(rows.get(i).labels.getFirst()))
            .append("} \\\\\n");
      }
    }
    return text.append(isLong ? "" : "\\bottomrule\n")
        .append("\\end{")
        .append(environment)
        .append("}\n")
        .toString();
  }

  /** A mean and its half are two columns, so that the signs between them are below each other. */
  private boolean isPair(int measure) {
    return rows.stream()
        .filter(row -> !row.isHeading())
        .map(row -> row.values.get(measure))
        .anyMatch(value -> value != null && value.half() != null);
  }

  private int pairs() {
    int pairs = 0;
    for (int m = 0; m < measures.size(); m++) {
      pairs += isPair(m) ? 1 : 0;
    }
    return pairs;
  }

  private String columns() {
    StringBuilder columns = new StringBuilder();
    for (int l = 0; l < labels.size(); l++) {
      int label = l;
      boolean areNumbers =
          rows.stream()
              .filter(row -> !row.isHeading())
              .allMatch(row -> row.labels.get(label).matches("[0-9.]*"));
      columns.append(areNumbers ? 'r' : 'l');
    }
    for (int m = 0; m < measures.size(); m++) {
      columns.append(isPair(m) ? "r@{}l" : "r");
    }
    return columns.toString();
  }

  private String head() {
    List<String> heads = new ArrayList<>();
    labels.forEach(label -> heads.add(symbol(label)));
    for (int m = 0; m < measures.size(); m++) {
      String head = escape(measures.get(m));
      heads.add(isPair(m) ? "\\multicolumn{2}{c}{" + head + "}" : head);
    }
    return String.join(" & ", heads) + " \\\\\n";
  }

  /** What papers have a symbol for is written with it. */
  private static String symbol(String label) {
    return switch (label) {
      case "nodes" -> "$N$";
      case "k" -> "$k$";
      default -> escape(label);
    };
  }

  private String line(Row row) {
    List<String> cells = new ArrayList<>();
    row.labels.forEach(label -> cells.add(escape(label)));
    for (int m = 0; m < measures.size(); m++) {
      Rounded value = row.values.get(m);
      cells.add(value == null ? "--" : number(value.mean()));
      if (isPair(m)) {
        boolean hasHalf = value != null && value.half() != null;
        cells.add(hasHalf ? "${}\\pm" + number(value.half()) + "$" : "");
      }
    }
    return String.join(" & ", cells).stripTrailing() + " \\\\\n";
  }

  /** With small gaps between thousands, from five digits before the point. */
  private static String number(String plain) {
    int point = plain.indexOf('.');
    String whole = point < 0 ? plain : plain.substring(0, point);
    String digits = whole.replace("-", "");
    String grouped =
        digits.length() < 5 ? digits : digits.replaceAll("(?<=\\d)(?=(\\d{3})+$)", "\\\\,");
    return (whole.startsWith("-") ? "$-$" : "")
        + grouped
        + (point < 0 ? "" : plain.substring(point));
  }

  /** What LaTeX would not print as it stands. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(
          switch (c) {
            case '\\' -> "\\textbackslash{}";
            case '~' -> "\\textasciitilde{}";
            case '^' -> "\\textasciicircum{}";
            case '<', '>', '|', '*' -> "$" + c + "$";
            case '&', '%', '$', '#', '_', '{', '}' -> "\\" + c;
            default -> String.valueOf(c);
          });
    }
    return escaped.toString();
  }
}
