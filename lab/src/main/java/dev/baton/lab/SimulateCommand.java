package dev.baton.lab;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Trace;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.ProgressLine;
import dev.baton.lab.answer.SimulationAnswer;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.RoamingOptions;
import dev.baton.lab.options.SystemOptions;
import dev.baton.lab.options.TimeOptions;
import dev.baton.lab.options.TrialOptions;
import dev.baton.lab.run.TextFile;
import dev.baton.lab.run.Trials;
import dev.baton.simulator.Locality;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import dev.baton.simulator.ViolationException;
import dev.baton.simulator.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code baton simulate}: one simulated configuration. */
@Command(
    name = "simulate",
    header = "Measure what an algorithm costs: messages, delays, fairness.",
    description =
        "%nRuns N nodes in simulated time until a number of critical sections is complete, and"
            + " prints messages per entry, waiting times, throughput and fairness. The same"
            + " options and the same seed give the same events, on any machine and any number of"
            + " threads. A monitor watches that never too many are inside; if it sees a"
            + " violation, the events up to there are printed as a trace and the exit code is 1.%n",
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

  /** The way to a violation after more events is not recorded. */
  private static final long MAX_EVENTS = 1_000_000;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ALGORITHM",
      hideParamSyntax = true,
      description = "Its id, such as raymond; 'baton algorithms' lists them all.")
  private String algorithm;

  @ArgGroup(validate = false, order = 1, heading = "%nThe system:%n")
  private SystemOptions system = new SystemOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWhat happens in it:%n")
  private LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nNodes that roam:%n")
  private RoamingOptions roaming = new RoamingOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nThe run:%n")
  private RunOptions run = new RunOptions();

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  /** When nodes ask, and how long things take. */
  static final class LoadOptions extends TimeOptions {
    @Option(
        names = "--workload",
        order = 0,
        paramLabel = "LOAD",
        description = {
          "When nodes ask to enter (default saturated):",
          "isolated        one at a time, a random node, the system quiet in between",
          "burst           all once, drain, repeat",
          "saturated       again as soon as they have left",
          "think:MEAN      after an exponential idle time with that mean",
          "contention:PCT  the same, so that inside/(inside + idle) = PCT/100"
        })
    private Workload workload = new Workload.Saturated();

    @Option(
        names = "--locality",
        order = 3,
        paramLabel = "P",
        description =
            "Which share of the requests comes from the cluster of the last who entered, for"
                + " algorithms with clusters; for isolated, think and contention (default: each"
                + " node asks by itself).")
    private String locality;

    @Option(
        names = "--idle-rounds",
        order = 4,
        paramLabel = "HOW",
        description =
            "run (default) or skip: while nobody asks, a token that never rests makes equal rounds;"
                + " they can be counted without running them if messages take a constant time."
                + " Changes nothing but the event hash.")
    private String idleRounds = "run";
  }

  /** How much is run, and what is printed. */
  static final class RunOptions extends TrialOptions {
    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Where to write the trace, should there be a violation.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object instead of the tables.")
    private boolean json;
  }

  @Override
  public Integer call() {
    SystemOptions.Described described = system.of("simulate", algorithm, run.seed());
    int threads = run.threads();
    int trials = run.trials();
    TextFile.checkDirectory(run.out);
    Scenario scenario = scenario(described);
    PrintWriter err = spec.commandLine().getErr();
    described.warn(err);
    long total = scenario.entries() * trials;
    long start = System.nanoTime();
    List<Outcome> outcomes;
    try (ProgressLine progress = new ProgressLine(err, algorithm, "entries", total)) {
      outcomes = Trials.run(scenario, trials, threads, progress);
    } catch (Trials.Violated e) {
      printViolation(scenario, e);
      return 1;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    print(new SimulationAnswer(scenario, Summary.of(outcomes), seconds));
    return 0;
  }

  /**
   * The scenario that these arguments of {@code baton simulate} describe.
   *
   * @throws IllegalArgumentException with one sentence, if they do not
   */
  static Scenario scenario(List<String> arguments) {
    List<String> line = new ArrayList<>(arguments);
    line.addFirst("simulate");
    ParseResult parsed;
    try {
      parsed = BatonCommand.line().parseArgs(line.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    SimulateCommand command = (SimulateCommand) parsed.subcommand().commandSpec().userObject();
    return command.scenario(command.system.of("simulate", command.algorithm, command.run.seed()));
  }

  private Scenario scenario(SystemOptions.Described described) {
    return run.of(
        Scenario.of(
                described.algorithm(), roaming.roaming(described.algorithm(), described.setup()))
            .network(described.network())
            .fifo(described.fifo())
            .workload(load.workload)
            .hold(load.hold())
            .delay(load.delay())
            .mobility(roaming.mobility())
            .skipsIdleRounds(skipsIdleRounds())
            .locality(locality(described)));
  }

  private boolean skipsIdleRounds() {
    if (!load.idleRounds.equals("run") && !load.idleRounds.equals("skip")) {
      throw new IllegalArgumentException(
          "Idle rounds cannot be '" + load.idleRounds + "': write --idle-rounds run or skip.");
    }
    return load.idleRounds.equals("skip");
  }

  private Locality locality(SystemOptions.Described described) {
    if (load.locality == null) {
      return null;
    }
    if (!described.algorithm().hasClusters()) {
      throw new IllegalArgumentException(algorithm + " has no clusters: leave --locality out.");
    }
    return Locality.parse(load.locality, described.algorithm().clusters(described.setup()));
  }

  private void print(SimulationAnswer answer) {
    PrintWriter out = spec.commandLine().getOut();
    if (run.json) {
      Json.print(out, answer.fields());
    } else {
      answer.print(out);
    }
  }

  // A violation.

  private void printViolation(Scenario scenario, Trials.Violated violated) {
    PrintWriter out = spec.commandLine().getOut();
    String trace = trace(scenario, violated);
    if (trace != null && run.out != null) {
      TextFile.write(run.out, trace);
    }
    if (run.json) {
      Json.print(out, SimulationAnswer.violated(scenario, run.trials(), violated, trace));
      return;
    }
    out.println("VIOLATED: " + violated.violation().getMessage());
    if (trace == null) {
      out.println(
          "So many events make no readable trace: write fewer --nodes, or search for a short one"
              + " with baton check.");
      return;
    }
    out.println();
    printEnd(out, trace);
    out.println(
        run.out == null
            ? "To replay it: add --out FILE to this command, then baton trace FILE."
            : "Written to " + run.out + ". To replay it: baton trace " + run.out);
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
              + (scenario.mobility().isNone() ? "" : ", mobility " + scenario.mobility());
      return Trace.print(
          scenario.algorithm(), scenario.setup(), scenario.fifo(), comment, schedule);
    }
  }
}
