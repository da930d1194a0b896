package dev.baton.lab;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Trace;
import dev.baton.lab.answer.EntryTimes;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.ProgressLine;
import dev.baton.lab.answer.SimulationAnswer;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.ScenarioOptions;
import dev.baton.lab.options.SystemOptions;
import dev.baton.lab.run.EntryLog;
import dev.baton.lab.run.ExplainedSearch;
import dev.baton.lab.run.Handlers;
import dev.baton.lab.run.TextFile;
import dev.baton.lab.run.Trials;
import dev.baton.simulator.Demand;
import dev.baton.simulator.Listener;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import dev.baton.simulator.ViolationException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton simulate}: one simulated configuration. */
@Command(
    name = "simulate",
    header = "Measure what an algorithm costs: messages, delays, fairness.",
    description =
        "%nRuns N nodes in simulated time until a number of critical sections is complete, and"
            + " prints messages per entry, waiting times, throughput and fairness. The same"
            + " options and the same seed give the same events, on any machine and any number of"
            + " threads. A monitor checks that there are never too many inside; if there"
            + " are, the events that led to it are printed as a trace and the exit code is 1.%n",
    customSynopsis = "baton simulate ALGORITHM --nodes N [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton simulate raymond --nodes 49 --workload saturated",
      "  baton simulate suzuki-kasami --nodes 20 --workload think:50 --delay exponential:1 --trials"
          + " 10",
      "  baton simulate lamport --nodes 5 --channels any --delay exponential:1    (fails, and shows"
          + " why)"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class SimulateCommand implements Callable<Integer> {

  /** A trace of more lines is printed in part. */
  private static final int MAX_LINES = 200;

  /** A violation after more events than this is not written as a trace. */
  private static final long MAX_EVENTS = 1_000_000;

  @Mixin private ScenarioOptions options;

  @ArgGroup(validate = false, order = 6, heading = "")
  private AnswerOptions answer = new AnswerOptions();

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  /** What is printed and written. */
  static final class AnswerOptions {
    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Where to write the trace if there is a violation.")
    private Path out;

    @Option(
        names = "--samples",
        paramLabel = "FILE",
        description =
            "Also write to this file, as CSV, when each entry was asked for, made and left.")
    private Path samples;

    @Option(
        names = "--histogram",
        paramLabel = "FILE",
        description =
            "Also write to this file, as CSV, how many entries took how long, and the share that"
                + " took no longer.")
    private Path histogram;

    @Option(names = "--json", description = "Print one JSON object instead of the tables.")
    private boolean json;

    /** Whether single entries must be seen. */
    private boolean watches() {
      return samples != null || histogram != null;
    }
  }

  @Override
  public Integer call() {
    SystemOptions.Described described = options.system();
    int threads = options.run().threads();
    int trials = options.run().trials();
    TextFile.checkDirectory(answer.out);
    TextFile.checkDirectory(answer.samples);
    TextFile.checkDirectory(answer.histogram);
    Scenario scenario = options.scenario(described);
    if (answer.watches() && scenario.skipsIdleRounds()) {
      throw new IllegalArgumentException(
          "Single entries are seen only if all rounds are run: leave --idle-rounds out.");
    }
    PrintWriter err = spec.commandLine().getErr();
    FormerIds.current(options.algorithm(), err);
    described.warn(err);
    String doubt = ExplainedSearch.doubt(scenario.algorithm(), scenario.setup(), scenario.fifo());
    if (doubt != null) {
      err.println("baton: warning: " + doubt);
    }
    long total = scenario.entries() * trials;
    long start = System.nanoTime();
    List<Outcome> outcomes;
    EntryLog[] logs = new EntryLog[answer.watches() ? trials : 0];
    IntFunction<Listener> listeners =
        trial -> answer.watches() ? (logs[trial] = new EntryLog(scenario)) : null;
    try (ProgressLine progress = new ProgressLine(err, options.algorithm(), "entries", total)) {
      outcomes = Trials.run(scenario, trials, threads, listeners, progress::add);
    } catch (Trials.Violated e) {
      printViolation(scenario, e);
      return 1;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    EntryTimes times = new EntryTimes(List.of(logs), outcomes);
    if (answer.samples != null) {
      times.writeSamples(answer.samples);
    }
    if (answer.histogram != null) {
      times.writeHistogram(answer.histogram);
    }
    print(new SimulationAnswer(scenario, Summary.of(outcomes), seconds));
    return 0;
  }

  private void print(SimulationAnswer found) {
    PrintWriter out = spec.commandLine().getOut();
    if (answer.json) {
      Json.print(out, found.fields());
    } else {
      found.print(out);
    }
  }

  // A violation.

  private void printViolation(Scenario scenario, Trials.Violated violated) {
    PrintWriter out = spec.commandLine().getOut();
    String trace = trace(scenario, violated);
    if (trace != null && answer.out != null) {
      TextFile.write(answer.out, trace);
    }
    if (answer.json) {
      Json.print(out, SimulationAnswer.violated(scenario, options.run().trials(), violated, trace));
      return;
    }
    out.println("VIOLATED: " + violated.violation().getMessage());
    Throwable cause = violated.violation().getCause();
    String place = cause == null ? null : Handlers.place(cause);
    if (place != null) {
      out.println("In " + place + ".");
    }
    if (trace == null) {
      out.println(
          "There are too many events for a readable trace: write fewer --nodes, or search for a"
              + " short one with baton check.");
      return;
    }
    out.println();
    printEnd(out, trace);
    out.println(
        answer.out == null
            ? "To replay it: add --out FILE to this command, then baton trace FILE."
            : "Written to " + answer.out + ". To replay it: baton trace " + answer.out);
  }

  /** The last lines of a long trace, and all of a short one. */
  private static void printEnd(PrintWriter out, String trace) {
    List<String> lines = trace.lines().toList();
    int first = Math.max(0, lines.size() - MAX_LINES);
    if (first > 0) {
      out.println("[" + Figures.whole(first) + " lines before these; --out FILE writes them all]");
    }
    lines.subList(first, lines.size()).forEach(out::println);
    out.println();
  }

  /** Runs the trial again, and writes down every event; null if there are too many. */
  private String trace(Scenario scenario, Trials.Violated violated) {
    if (violated.violation().event() > MAX_EVENTS) {
      return null;
    }
    List<Event> schedule = new ArrayList<>();
    try {
      Simulation.run(scenario, violated.trial(), (ticks, event) -> schedule.add(event));
      throw new IllegalStateException("The second run of the same trial has no violation.");
    } catch (ViolationException again) {
      String comment =
          again.getMessage()
              + "\nFrom: baton simulate, seed "
              + scenario.seed()
              + ", trial "
              + violated.trial()
              + ", "
              + scenario.workload()
              + ", hold "
              + scenario.hold()
              + ", delay "
              + scenario.delay()
              + (scenario.demand() instanceof Demand.Even ? "" : ", demand " + scenario.demand())
              + (scenario.faults().isNone() ? "" : ", " + scenario.faults())
              + (scenario.mobility().isNone() ? "" : ", mobility " + scenario.mobility());
      return Trace.print(
          scenario.algorithm(), scenario.setup(), scenario.fifo(), comment, schedule);
    }
  }
}
