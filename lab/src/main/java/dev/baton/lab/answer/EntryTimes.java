package dev.baton.lab.answer;

import dev.baton.lab.run.EntryLog;
import dev.baton.lab.run.TextFile;
import dev.baton.lab.run.TimeHistogram;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Ticks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;

/** How long each entry of a simulation took, as CSV: every one, or how many took how long. */
public final class EntryTimes {

  private static final String[] HEAD = {
    "trial",
    "entry",
    "node",
    "requested",
    "entered",
    "left",
    "response",
    "turnaround",
    "delay",
    "counted"
  };

  private final List<EntryLog> logs;
  private final List<Outcome> outcomes;

  /** Of some trials, each with its log. */
  public EntryTimes(List<EntryLog> logs, List<Outcome> outcomes) {
    this.logs = List.copyOf(logs);
    this.outcomes = List.copyOf(outcomes);
  }

  /** A row per entry, in the order in which they were made; those of the warm-up do not count. */
  public void writeSamples(Path file) {
    TextFile.write(
        file,
        Stream.concat(
            Stream.of(row((Object[]) HEAD)),
            IntStream.range(0, logs.size()).boxed().flatMap(this::samples)));
  }

  private Stream<String> samples(int trial) {
    List<EntryLog.Entry> entries = logs.get(trial).entries();
    return IntStream.range(0, entries.size())
        .mapToObj(
            number -> {
              EntryLog.Entry entry = entries.get(number);
              List<Object> cells = new ArrayList<>(List.of(trial, number, entry.node()));
              cells.add(Ticks.text(entry.requested()));
              cells.add(Ticks.text(entry.entered()));
              cells.add(Ticks.text(entry.left()));
              for (EntryLog.Time time : EntryLog.Time.values()) {
                long ticks = entry.ticks(time);
                cells.add(ticks == EntryLog.NONE ? null : Ticks.text(ticks));
              }
              cells.add(number >= outcomes.get(trial).truncated());
              return row(cells.toArray());
            });
  }

  /** A row per length that occurred, of all trials together, without the warm-ups. */
  public void writeHistogram(Path file) {
    List<String> rows = new ArrayList<>(List.of(row("time", "upTo", "entries", "share")));
    for (EntryLog.Time time : EntryLog.Time.values()) {
      TimeHistogram histogram = new TimeHistogram();
      for (int trial = 0; trial < logs.size(); trial++) {
        histogram.add(logs.get(trial), (int) outcomes.get(trial).truncated(), time);
      }
      String name = time.name().toLowerCase(Locale.ROOT);
      histogram
          .steps()
          .forEach(step -> rows.add(row(name, step.time(), step.count(), step.share())));
    }
    TextFile.write(file, rows.stream());
  }

  private static String row(Object... cells) {
    return CSVFormat.RFC4180.format(cells) + "\r\n";
  }
}
