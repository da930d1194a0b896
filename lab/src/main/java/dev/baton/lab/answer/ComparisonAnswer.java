package dev.baton.lab.answer;

import dev.baton.lab.paper.LatexTable;
import dev.baton.lab.paper.Rounded;
import dev.baton.lab.run.TextFile;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Summary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;

/** The rows of several simulations, side by side: for people, as CSV and for LaTeX. */
public final class ComparisonAnswer {

  /**
   * A measure in the table.
   *
   * @param value null where there is none
   * @param half of its interval; null where there is none
   */
  public record Column(
      String name, Function<Summary, Double> value, Function<Summary, Double> half) {

    Column(String name, Function<Summary, Double> value) {
      this(name, value, summary -> null);
    }

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
          estimate("messages", Summary::messagesPerEntry),
          estimate("hops", Summary::hopsPerEntry),
          estimate("bits", Summary::bitsPerEntry),
          spread("delay", Summary::syncDelay),
          spread("response", Summary::responseTime),
          new Column("jain", Summary::jain),
          new Column("bypass", summary -> (double) summary.maxBypass()),
          new Column("load", Summary::maxLoadShare));

  private static final int WIDTH = 9;

  private static final String INDENT = "  ";

  private final List<Scenario> scenarios;
  private final List<SimulationAnswer> answers;
  private final int trials;
  private final List<Column> columns;

  /**
   * Of all that was run.
   *
   * @param scenarios also those that broke their promise, and so have no answer
   * @param answers in the order of the rows
   */
  public ComparisonAnswer(
      List<Scenario> scenarios, List<SimulationAnswer> answers, int trials, List<Column> columns) {
    this.scenarios = scenarios;
    this.answers = answers;
    this.trials = trials;
    this.columns = columns;
  }

  private static Column estimate(String name, Function<Summary, Summary.Estimate> measure) {
    return new Column(
        name, summary -> measure.apply(summary).mean(), summary -> measure.apply(summary).ci95());
  }

  private static Column spread(String name, Function<Summary, Summary.Spread> measure) {
    return new Column(
        name,
        measure.andThen(spread -> spread == null ? null : spread.mean()),
        measure.andThen(spread -> spread == null ? null : spread.ci95()));
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
    return column(name, "sort by algorithm, ");
  }

  private static Column column(String name, String advice) {
    return COLUMNS.stream()
        .filter(column -> column.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no column '"
                        + name
                        + "': "
                        + advice
                        + COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "))
                        + "."));
  }

  /**
   * The columns of these names; all if the names are null.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static List<Column> columns(List<String> names) {
    return names == null
        ? COLUMNS
        : names.stream().distinct().map(name -> column(name, "write ")).toList();
  }

  private static final Column INTERVAL =
      new Column("±95 %", summary -> summary.messagesPerEntry().ci95());

  // For people.

  public void print(PrintWriter out) {
    printHead(out);
    Map<String, List<SimulationAnswer>> blocks = blocks();
    int width =
        Stream.concat(
                blocks.keySet().stream(),
                answers.stream().map(answer -> INDENT + answer.scenario().algorithm().id()))
            .mapToInt(String::length)
            .max()
            .orElse(0);
    blocks.forEach((name, rows) -> print(out, name, width, rows));
  }

  /** What all rows have in common. */
  private void printHead(PrintWriter out) {
    Scenario any = scenarios.getFirst();
    List<String> sizes = distinct(scenario -> Figures.whole(scenario.nodes()));
    List<String> networks = distinct(scenario -> scenario.network().toString());
    out.println(
        and(sizes)
            + (sizes.equals(List.of("1")) ? " node" : " nodes")
            + (any.setup().permits() == 1 ? "" : ", k " + any.setup().permits())
            + (networks.size() > 1 ? "" : ", network " + any.network())
            + ", channels "
            + (any.fifo() ? "fifo" : "any")
            + ", hold "
            + any.hold()
            + ", delay "
            + any.delay());
    List<String> entries = distinct(scenario -> Figures.whole(scenario.entries()));
    out.println(
        "seed "
            + any.seed()
            + ", "
            + Figures.count(trials, "trial", "trials")
            + " of "
            + and(entries)
            + (entries.equals(List.of("1")) ? " entry" : " entries")
            + " each");
  }

  private List<String> distinct(Function<Scenario, String> text) {
    return scenarios.stream().map(text).distinct().toList();
  }

  private static String and(List<String> texts) {
    return texts.size() == 1
        ? texts.getFirst()
        : String.join(", ", texts.subList(0, texts.size() - 1)) + " and " + texts.getLast();
  }

  /** The rows of each workload and, if there are several, of each number of nodes and network. */
  private Map<String, List<SimulationAnswer>> blocks() {
    boolean hasSizes = distinct(scenario -> Figures.whole(scenario.nodes())).size() > 1;
    boolean hasNetworks = distinct(scenario -> scenario.network().toString()).size() > 1;
    Map<String, List<SimulationAnswer>> blocks = new LinkedHashMap<>();
    for (SimulationAnswer answer : answers) {
      Scenario scenario = answer.scenario();
      String name =
          scenario.workload()
              + (hasSizes ? ", N " + scenario.nodes() : "")
              + (hasNetworks ? ", " + scenario.network() : "");
      blocks.computeIfAbsent(name, any -> new ArrayList<>()).add(answer);
    }
    return blocks;
  }

  private void print(PrintWriter out, String name, int width, List<SimulationAnswer> rows) {
    List<Column> shown = shown();
    StringBuilder head = new StringBuilder(pad(name, width));
    for (Column column : shown) {
      head.append(String.format(Locale.ROOT, "%" + WIDTH + "s", column.name));
    }
    out.println();
    out.println(head);
    for (SimulationAnswer answer : rows) {
      StringBuilder line =
          new StringBuilder(pad(INDENT + answer.scenario().algorithm().id(), width));
      for (Column column : shown) {
        Double value = column.value.apply(answer.summary());
        line.append(String.format(Locale.ROOT, "%" + WIDTH + "s", text(column, value)));
      }
      out.println(line);
    }
  }

  /** With several trials, also the confidence interval of the messages. */
  private List<Column> shown() {
    List<Column> shown = new ArrayList<>();
    for (Column column : columns) {
      shown.add(column);
      if (trials > 1 && column.name.equals("messages")) {
        shown.add(INTERVAL);
      }
    }
    return shown;
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
  public void writeCsv(Path file) {
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

  // LaTeX.

  /** Writes the same rows and columns as a table for a paper. */
  public void writeLatex(Path file) {
    LatexTable table =
        new LatexTable(List.of("algorithm"), columns.stream().map(Column::name).toList());
    StringWriter head = new StringWriter();
    printHead(new PrintWriter(head, true));
    table.comment(head.toString());
    table.comment("messages, hops and bits are per entry, delay and response in units of time");
    table.comment(LatexTable.INTERVALS);
    Map<String, List<SimulationAnswer>> blocks = blocks();
    blocks.forEach(
        (name, rows) -> {
          if (blocks.size() > 1) {
            table.heading(name);
          } else {
            table.comment(name);
          }
          for (SimulationAnswer answer : rows) {
            table.row(
                List.of(answer.scenario().algorithm().id()),
                columns.stream().map(column -> rounded(column, answer.summary())).toList());
          }
        });
    TextFile.write(file, table.text());
  }

  /** Null where there is no value. */
  private static Rounded rounded(Column column, Summary summary) {
    Double value = column.value.apply(summary);
    return value == null ? null : Rounded.of(value, column.half.apply(summary));
  }
}
