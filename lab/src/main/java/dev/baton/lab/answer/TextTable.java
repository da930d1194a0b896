package dev.baton.lab.answer;

import dev.baton.cluster.epoch.Hidden;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of texts in aligned columns; a text that is wider than its column goes on below. Characters
 * that cannot be seen are written out.
 */
public final class TextTable {

  private static final String GAP = "  ";

  private final int[] most;
  private final List<String[]> rows = new ArrayList<>();

  /** A row of one cell is a heading across all columns. */
  public TextTable(int... most) {
    this.most = most;
  }

  public void row(String... cells) {
    rows.add(Arrays.stream(cells).map(Hidden::shown).toArray(String[]::new));
  }

  public void print(PrintWriter out) {
    int[] width = new int[most.length];
    for (String[] row : rows) {
      for (int c = 0; row.length > 1 && c < row.length; c++) {
        for (String line : wrap(row[c], most[c])) {
          width[c] = Math.max(width[c], line.length());
        }
      }
    }
    for (String[] row : rows) {
      if (row.length == 1) {
        out.println(row[0]);
      } else {
        print(out, row, width);
      }
    }
  }

  private void print(PrintWriter out, String[] row, int[] width) {
    List<List<String>> cells = new ArrayList<>();
    int height = 0;
    for (int c = 0; c < row.length; c++) {
      cells.add(wrap(row[c], most[c]));
      height = Math.max(height, cells.get(c).size());
    }
    for (int l = 0; l < height; l++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        String text = l < cells.get(c).size() ? cells.get(c).get(l) : "";
        line.append(c == 0 ? "" : GAP).append(text).repeat(" ", width[c] - text.length());
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static List<String> wrap(String text, int most) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > most) {
      int space = rest.lastIndexOf(' ', most);
      int end = space > 0 ? space : most;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }
}
