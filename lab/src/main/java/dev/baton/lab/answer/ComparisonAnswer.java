package dev.baton.lab.answer;

import dev.baton.lab.run.TextFile;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Summary;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;

/** The rows of several simulations, side by side: for people, and as CSV. */
public final class ComparisonAnswer {

  /**
   * A measure in the table.
   *
   * @param value null where there is none
   */
  public record Column(String name, Function<Summary, Double> value) {

    /** The smallest first; where there is none, last; equal ones by the name of the algorithm. */
    public Comparator<SimulationAnswer> ascending() {
      return Comparator.<SimulationAnswer, Double>comparing(
              answer -> value.apply(answer.summary()),
              Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(answer -> answer.scenario().algorithm().id());
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("messages", summary -> summary.messagesPerEntry().mean()),
          new Column("hops", summary -> summary.hopsPerEntry().mean()),
          new Column("bits", summary -> summary.bitsPerEntry().mean()),
          new Column("delay", summary -> mean(summary.syncDelay())),
          new Column("response", summary -> mean(summary.responseTime())),
          new Column("jain", Summary::jain),
          new Column("bypass", summary -> (double) summary.maxBypass()),
          new Column("load", Summary::maxLoadShare));

  private static final int WIDTH = 9;

  private ComparisonAnswer() {}

  private static Double mean(Summary.Spread spread) {
    return spread == null ? null : spread.mean();
  }

  /**
   * The column of this name.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static Column column(String name) {
    if (name.equals("algorithm")) {
      return new Column(name, summary -> 0.0);
    }
    return COLUMNS.stream()
        .filter(column -> column.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no column '"
                        + name
                        + "': sort by algorithm, "
                        + COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "))
                        + "."));
  }

  private static final Column INTERVAL =
      new Column("±95 %", summary -> summary.messagesPerEntry().ci95());

  /** What is shown: with several trials, also the confidence interval of the messages. */
  private static List<Column> columns(int trials) {
    List<Column> columns = new ArrayList<>(COLUMNS);
    if (trials > 1) {
      columns.add(1, INTERVAL);
    }
    return columns;
  }

  // For people.

  public static void printHead(PrintWriter out, Scenario any, int trials) {
    out.println(
        Figures.count(any.nodes(), "node", "nodes")
            + (any.setup().permits() == 1 ? "" : ", k " + any.setup().permits())
            + ", network "
            + any.network()
            + ", channels "
            + (any.fifo() ? "fifo" : "any")
            + ", hold "
            + any.hold()
            + ", delay "
            + any.delay());
    out.println(
        "seed "
            + any.seed()
            + ", "
            + Figures.count(trials, "trial", "trials")
            + " of "
            + Figures.count(any.entries(), "entry", "entries")
            + " each");
  }

  /** The rows of one workload. */
  public static void print(PrintWriter out, String workload, List<SimulationAnswer> answers) {
    if (answers.isEmpty()) {
      return;
    }
    int idWidth =
        answers.stream()
            .mapToInt(answer -> answer.scenario().algorithm().id().length())
            .max()
            .getAsInt();
    List<Column> columns = columns(answers.getFirst().summary().trials());
    StringBuilder head = new StringBuilder(pad(workload, idWidth + 2));
    for (Column column : columns) {
      head.append(String.format(Locale.ROOT, "%" + WIDTH + "s", column.name));
    }
    out.println();
    out.println(head);
    for (SimulationAnswer answer : answers) {
      StringBuilder line =
          new StringBuilder(pad("  " + answer.scenario().algorithm().id(), idWidth + 2));
      for (Column column : columns) {
        Double value = column.value.apply(answer.summary());
        line.append(String.format(Locale.ROOT, "%" + WIDTH + "s", text(column, value)));
      }
      out.println(line);
    }
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String text(Column column, Double value) {
    if (value == null) {
      return "none";
    }
    return switch (column.name) {
      case "bypass" -> Figures.whole(value.longValue());
      case "load" -> Figures.percent(value);
      default -> Figures.about(value);
    };
  }

  public static void printLegend(PrintWriter out) {
    out.println();
    out.println("messages, hops, bits   per entry; hops are the links that the messages took");
    out.println("delay      from an exit to the next entry if somebody waits; response: from a");
    out.println("           request to its entry; mean times, in units of time");
    out.println("jain       1 if all enter equally often; bypass: the most entries by others");
    out.println("           between a request and its entry; load: the share of all messages");
    out.println("           that the busiest node sends, receives or passes on");
  }

  // CSV.

  /**
   * One line per simulation, with the fields of its JSON answer, but without the types of messages,
   * which differ between algorithms; a field inside another is named with a dot.
   */
  public static void write(Path file, List<SimulationAnswer> answers) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SimulationAnswer answer : answers) {
      Map<String, Object> row = new LinkedHashMap<>();
      Map<String, Object> fields = answer.fields();
      fields.remove("messagesByType");
      flatten("", fields, row);
      rows.add(row);
    }
    List<String> names = rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList();
    StringBuilder text = new StringBuilder();
    text.append(CSVFormat.RFC4180.format(names.toArray())).append("\r\n");
    for (Map<String, Object> row : rows) {
      Object[] cells = names.stream().map(row::get).toArray();
      text.append(CSVFormat.RFC4180.format(cells)).append("\r\n");
    }
    TextFile.write(file, text.toString());
  }

  private static void flatten(String prefix, Map<?, ?> fields, Map<String, Object> row) {
    fields.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            flatten(prefix + name + ".", inner, row);
          } else if (value != null) {
            row.put(prefix + name, value);
          }
        });
  }
}
