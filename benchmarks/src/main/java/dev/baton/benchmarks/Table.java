package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in Markdown that is also readable as it is; the first column is text, the rest numbers.
 */
final class Table {

  private final List<String[]> rows = new ArrayList<>();

  Table(String... heads) {
    rows.add(heads);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  void print() {
    int[] width = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        width[c] = Math.max(width[c], row[c].length());
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder("|");
      for (int c = 0; c < width.length; c++) {
        String format = c == 0 ? " %-" + width[c] + "s |" : " %" + width[c] + "s |";
        line.append(format.formatted(rows.get(r)[c]));
      }
      System.out.println(line);
      if (r == 0) {
        printRule(width);
      }
    }
  }

  private static void printRule(int[] width) {
    StringBuilder line = new StringBuilder("|");
    for (int c = 0; c < width.length; c++) {
      line.append(c == 0 ? " " : " -").append("-".repeat(width[c] - (c == 0 ? 0 : 2)));
      line.append(c == 0 ? " |" : ": |");
    }
    System.out.println(line);
  }

  static void title(String text) {
    System.out.printf("%n%s%n%n", text);
  }

  /** What is being measured right now; on standard error, so that the tables can be kept. */
  static void progress(String format, Object... arguments) {
    System.err.printf("  … " + format + "%n", arguments);
  }

  static String number(double value) {
    return value < 9.95 ? "%.1f".formatted(value) : "%,.0f".formatted(value);
  }

  /** A ratio that must not be less than this. */
  static String atLeast(double required, double measured) {
    return "≥ %s: %s".formatted(number(required), measured >= required ? "met" : "MISSED");
  }

  static String atMost(double required, double measured) {
    return "≤ %s: %s".formatted(number(required), measured <= required ? "met" : "MISSED");
  }
}
