package dev.baton.web;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.checker.Progress;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.checker.Workers;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.EventLine;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Trace;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where the page asks for runs. It keeps those that were asked for, under their numbers, so that
 * they can be forked and exported. Answers are JSON; what cannot be done is {@code {"error":
 * sentence}}.
 */
public final class Desk {

  /** Hears how far a search has come. */
  public interface Watcher {
    /**
     * Is called now and then.
     *
     * @param depth how many events lead there; -1 if states are forgotten on the way
     */
    void tell(double states, double frontier, int depth);
  }

  private final Trace.Library library;
  private final List<Take> takes = new ArrayList<>();

  /**
   * A run that was asked for.
   *
   * @param times of each event
   */
  private record Take(Schedule schedule, List<Double> times, Recording recording) {}

  public Desk(Trace.Library library) {
    this.library = library;
  }

  private static String answer(Supplier<Map<String, Object>> question) {
    try {
      return PlainJson.of(question.get());
    } catch (IllegalArgumentException e) {
      return PlainJson.of(Map.of("error", String.valueOf(e.getMessage())));
    }
  }

  /** Every algorithm, with what can be set. */
  public String catalog() {
    List<Object> entries = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", entry.id());
      fields.put("name", entry.name());
      fields.put("family", entry.family().text());
      fields.put("paper", entry.paper());
      fields.put("permits", entry.hasPermits());
      fields.put("groups", entry.usesGroups());
      fields.put("clusters", entry.hasClusters());
      fields.put("roams", entry.roams());
      fields.put("links", entry.usesLinks());
      fields.put("structure", entry.structure().toString().toLowerCase(Locale.ROOT));
      fields.put("fifo", entry.needsFifo());
      fields.put("unbounded", entry.unbounded());
      entries.add(fields);
    }
    return PlainJson.of(entries);
  }

  /** A simulation, with options as on the command line. */
  public String simulate(String options, int mostEvents) {
    return answer(
        () -> {
          Run run = Run.of(Options.parse(options).scenario(), mostEvents);
          Recording recording = run.recorded(run.events().size()).recording();
          Schedule schedule =
              new Schedule(
                  recording.algorithm(), recording.setup(), recording.fifo(), run.events());
          Map<String, Object> fields = keep(new Take(schedule, run.times(), recording));
          fields.put("outcome", outcome(run.outcome()));
          return fields;
        });
  }

  private static Map<String, Object> outcome(Outcome outcome) {
    if (outcome == null) {
      return Map.of();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("hash", hex(Summary.of(List.of(outcome)).eventHash()));
    fields.put("events", outcome.events());
    fields.put("entries", outcome.entries());
    fields.put("messages", outcome.messagesPerEntry());
    fields.put("response", outcome.responseTime().mean());
    return fields;
  }

  /** A scenario file. */
  public String open(String trace) {
    return answer(
        () -> {
          Schedule schedule = Trace.parse("trace", trace).schedule(library);
          List<Double> times = new ArrayList<>();
          for (int i = 1; i <= schedule.events().size(); i++) {
            times.add((double) i);
          }
          return keep(new Take(schedule, times, Recorder.of(schedule)));
        });
  }

  /**
   * The first events of a run, then others.
   *
   * @param own as lines of a scenario
   * @param finishes whether what has begun is finished then
   */
  public String fork(int number, int events, String own, boolean finishes) {
    return answer(
        () -> {
          Take base = takes.get(number);
          Schedule from = base.schedule;
          Recorder recorder = new Recorder(from.algorithm(), from.setup(), from.fifo());
          List<Double> times = new ArrayList<>();
          double now = 0;
          for (int i = 0; i < events; i++) {
            now = base.times.get(i);
            recorder.step(now, from.events().get(i));
          }
          for (String line : own.split("\n")) {
            if (!line.isBlank()) {
              now += 0.25;
              recorder.step(now, EventLine.parse(recorder.stage(), line.strip()));
            }
          }
          if (finishes) {
            new Director(recorder, now).finish();
          }
          Recording recording = recorder.recording();
          List<Event> happened = new ArrayList<>();
          for (Recording.Moment moment : recording.moments()) {
            happened.add(moment.event());
            times.add(moment.time());
          }
          Schedule schedule = new Schedule(from.algorithm(), from.setup(), from.fifo(), happened);
          return keep(new Take(schedule, times, recording));
        });
  }

  private Map<String, Object> keep(Take take) {
    takes.add(take);
    Map<String, Object> fields = RecordingJson.fields(take.recording);
    fields.put("number", takes.size() - 1);
    return fields;
  }

  /** A run as a file: svg, tikz, mermaid, shiviz or trace. */
  public String export(int number, String format) {
    return answer(
        () -> {
          Take take = takes.get(number);
          Recording recording = take.recording;
          String text =
              switch (format) {
                case "svg" -> SpaceTimeSvg.of(recording);
                case "tikz" -> Tikz.of(recording);
                case "mermaid" -> Mermaid.of(recording);
                case "shiviz" -> ShiViz.of(recording);
                case "trace" ->
                    Trace.print(
                        take.schedule.algorithm(),
                        take.schedule.setup(),
                        take.schedule.fifo(),
                        "Made in the web lab.",
                        take.schedule.events());
                default ->
                    throw new IllegalArgumentException("There is no format '" + format + "'.");
              };
          return Map.of("text", text);
        });
  }

  /** A run without a recording: only what it cost, as the rows of {@code baton compare}. */
  public String measure(String options) {
    return answer(
        () -> {
          Options read = Options.parse(options);
          Scenario scenario = read.repeated();
          List<Outcome> outcomes = new ArrayList<>();
          for (int trial = 0; trial < read.trials(); trial++) {
            outcomes.add(outcome(scenario, trial));
          }
          return cost(Summary.of(outcomes));
        });
  }

  private static Outcome outcome(Scenario scenario, int trial) {
    try {
      return Simulation.run(scenario, trial);
    } catch (ViolationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Map<String, Object> cost(Summary summary) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("messages", summary.messagesPerEntry().mean());
    fields.put("delay", mean(summary.syncDelay()));
    fields.put("response", mean(summary.responseTime()));
    fields.put("bypass", summary.maxBypass());
    fields.put("entries", summary.entries());
    fields.put("hash", hex(summary.eventHash()));
    return fields;
  }

  private static Double mean(Summary.Spread spread) {
    return spread == null ? null : spread.mean();
  }

  /** As the command line prints it. */
  private static String hex(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** Every interleaving of a small system, with options as on the command line. */
  public String check(String options, long memoryBytes, Watcher watcher) {
    return answer(
        () -> {
          List<Report> reports = new ArrayList<>();
          for (Check check : Options.parse(options).searches(memoryBytes)) {
            if (reports.stream().allMatch(it -> it.verdict() == Report.Verdict.HOLDS)) {
              reports.add(Search.run(check, Workers.ALONE, new Told(watcher)));
            }
          }
          return ReportJson.fields(reports);
        });
  }

  /** Passes on how far a search has come, whichever way it goes. */
  private record Told(Watcher watcher) implements Progress {
    @Override
    public void onLevel(int depth, long states, long frontier) {
      watcher.tell(states, frontier, depth);
    }

    @Override
    public void onStep(int step, long states, long frontier) {
      watcher.tell(states, frontier, Report.NO_DEPTH);
    }
  }
}
