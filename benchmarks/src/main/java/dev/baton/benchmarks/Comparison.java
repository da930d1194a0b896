package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code benchmarks/compare} prints: the figures of several runs of another commit, beside
 * those of as many runs of this one. Both sides are read from the tables that they have printed, so
 * that any commit can be compared with, whatever it can do besides.
 *
 * <p>A figure is worse if its median is more than 5 % worse than the worst run of the other commit.
 * What rounding alone may have done is not counted: 0.07 instead of 0.06 can be a hundredth of it.
 */
final class Comparison {

  private static final double TOLERATED = 1.05;

  /** Columns of which more is better; of all others, less. */
  private static final Set<String> MORE_IS_BETTER =
      Set.of("states / CPU s", "PQ / Baton", "SSJ / Baton", "grants / s", "to another member / s");

  /** Columns that count something, or measure the work of others: neither good nor bad. */
  private static final Set<String> NOT_JUDGED =
      Set.of(
          "pending",
          "states",
          "transitions",
          "PriorityQueue ns",
          "SSJ ns",
          "hand-offs",
          "grants",
          "share",
          "entries",
          "live",
          "simulated",
          "samples",
          "events");

  /** Rows that measure the machine or the JDK begin like this. */
  private static final List<String> YARDSTICKS =
      List.of(
          "ReentrantLock",
          "the clock alone",
          "a byte on a plain socket",
          "nothing changes",
          "java -version");

  /**
   * A place in the tables.
   *
   * @param table the head of its table, and which of those with the same head it is: titles are
   *     prose and may change
   */
  record Figure(String table, String row, String column) {

    boolean isJudged() {
      return !NOT_JUDGED.contains(column) && YARDSTICKS.stream().noneMatch(row::startsWith);
    }
  }

  /** A number as it was printed, and half of its last digit, by which it may have been rounded. */
  record Printed(double value, double rounding) {

    /** The number in a cell; null if there is none. */
    static Printed parse(String cell) {
      String digits = cell.replace(",", "");
      if (!digits.matches("-?\\d+(\\.\\d+)?")) {
        return null;
      }
      int point = digits.indexOf('.');
      int decimals = point < 0 ? 0 : digits.length() - point - 1;
      return new Printed(Double.parseDouble(digits), 0.5 * Math.pow(10, -decimals));
    }
  }

  /** The figures of one run, in their order, and the titles of their tables. */
  static final class Run {
    private final Map<Figure, Printed> figures = new LinkedHashMap<>();
    private final Map<String, String> titles = new HashMap<>();

    Run(List<String> lines) {
      Map<String, Integer> seen = new HashMap<>();
      String title = "";
      String table = null;
      String[] heads = null;
      for (String line : lines) {
        if (!line.startsWith("|")) {
          title = line.isBlank() ? title : line.strip();
          heads = null;
          continue;
        }
        String[] cells = cells(line);
        if (heads == null) {
          heads = cells;
          String head = String.join(" | ", cells);
          table = head + " #" + seen.merge(head, 1, Integer::sum);
          titles.put(table, title);
        } else if (!cells[0].startsWith("---")) {
          // Where the first column counts something, too, there is one row.
          String row = heads[0].equals("grants") ? "" : cells[0];
          for (int c = 1; c < Math.min(cells.length, heads.length); c++) {
            Printed number = Printed.parse(cells[c]);
            if (number != null) {
              figures.put(new Figure(table, row, column(heads, c)), number);
            }
          }
        }
      }
    }

    Map<Figure, Printed> figures() {
      return figures;
    }

    private static String[] cells(String line) {
      String[] cells = line.strip().replaceAll("^\\||\\|$", "").split("\\|", -1);
      return Arrays.stream(cells).map(String::strip).toArray(String[]::new);
    }

    /** The head of a column, with the one before it if it stands there twice. */
    private static String column(String[] heads, int c) {
      boolean isTwice = Arrays.stream(heads).filter(heads[c]::equals).count() > 1;
      return isTwice ? heads[c] + ", " + heads[c - 1] : heads[c];
    }
  }

  /** All runs of one side. */
  private static final class Side {
    private final List<Run> runs = new ArrayList<>();

    Side(Path directory, String name) throws IOException {
      for (int i = 1; Files.exists(directory.resolve(name + "-" + i + ".txt")); i++) {
        runs.add(new Run(Files.readAllLines(directory.resolve(name + "-" + i + ".txt"))));
      }
      if (runs.isEmpty()) {
        throw new IllegalStateException("There are no runs of " + name + " in " + directory + ".");
      }
    }

    /** Its values in all runs, sorted; null if not every run printed it. */
    private Values values(Figure figure) {
      double[] values = new double[runs.size()];
      double rounding = 0;
      for (int i = 0; i < values.length; i++) {
        Printed printed = runs.get(i).figures.get(figure);
        if (printed == null) {
          return null;
        }
        values[i] = printed.value;
        rounding = Math.max(rounding, printed.rounding);
      }
      Arrays.sort(values);
      return new Values(values, rounding);
    }
  }

  /** A figure in all runs of a side. */
  record Values(double[] sorted, double rounding) {

    double median() {
      return Rounds.median(sorted);
    }

    String medianText() {
      return text(median());
    }

    String spread() {
      return text(sorted[0]) + " to " + text(sorted[sorted.length - 1]);
    }

    private String text(double value) {
      return "%%,.%df".formatted(decimals()).formatted(value);
    }

    private int decimals() {
      return (int) Math.round(Math.max(0, -Math.log10(2 * rounding)));
    }

    /** Whether the median is worse than all that was measured before, by more than is tolerated. */
    boolean isWorseThan(Values before, boolean moreIsBetter) {
      double worst = moreIsBetter ? before.sorted[0] : before.sorted[before.sorted.length - 1];
      return moreIsBetter
          ? (median() + rounding) * TOLERATED < worst - before.rounding
          : median() - rounding > (worst + before.rounding) * TOLERATED;
    }
  }

  private final Side before;
  private final Side now;
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final List<String> worse = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  /** Of the runs {@code before-1.txt}, …, and {@code now-1.txt}, … in a directory. */
  Comparison(Path directory) throws IOException {
    before = new Side(directory, "before");
    now = new Side(directory, "now");
    for (Figure figure : before.runs.getFirst().figures.keySet()) {
      Values then = before.values(figure);
      Values here = now.values(figure);
      if (then == null || here == null) {
        missing.add(name(figure));
      } else {
        compare(figure, then, here);
      }
    }
  }

  /** Prints the comparison, and leaves a file {@code worse} in the directory if something is. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    Comparison comparison = new Comparison(directory);
    comparison.print();
    if (!comparison.worse.isEmpty()) {
      Files.createFile(directory.resolve("worse"));
    }
  }

  private static String name(Figure figure) {
    return figure.row.isEmpty() ? figure.column : figure.row + ", " + figure.column;
  }

  private void compare(Figure figure, Values then, Values here) {
    boolean isWorse =
        figure.isJudged() && here.isWorseThan(then, MORE_IS_BETTER.contains(figure.column));
    if (isWorse) {
      worse.add(name(figure));
    }
    tables
        .computeIfAbsent(
            figure.table,
            table ->
                new Table(
                    "row",
                    "figure",
                    "before",
                    "spread",
                    "now",
                    "spread",
                    "now / before",
                    "verdict"))
        .row(
            figure.row,
            figure.column,
            then.medianText(),
            then.spread(),
            here.medianText(),
            here.spread(),
            then.median() == 0 ? "" : "%.2f".formatted(here.median() / then.median()),
            isWorse ? "WORSE" : figure.isJudged() ? "" : "not judged");
  }

  /** What is worse, by row and column. */
  List<String> worse() {
    return worse;
  }

  /** What one of the runs has not printed, and was therefore not compared. */
  List<String> missing() {
    return missing;
  }

  private void print() {
    tables.forEach(
        (table, rows) -> {
          Table.title(now.runs.getFirst().titles.get(table));
          rows.print();
        });
    System.out.println();
    if (!missing.isEmpty()) {
      System.out.printf("Not compared, because not every run printed it: %s.%n", list(missing));
    }
    System.out.printf(
        "%s more than 5 %% worse than in the worst of %d runs before%s.%n",
        worse.isEmpty() ? "Nothing is" : "Figures that are",
        before.runs.size(),
        worse.isEmpty() ? "" : ": " + list(worse));
  }

  private static String list(List<String> figures) {
    return String.join("; ", figures);
  }
}
