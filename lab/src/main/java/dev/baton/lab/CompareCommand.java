package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.lab.answer.ComparisonAnswer;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.ProgressLine;
import dev.baton.lab.answer.SimulationAnswer;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.SystemOptions;
import dev.baton.lab.options.TimeOptions;
import dev.baton.lab.options.TrialOptions;
import dev.baton.lab.run.TextFile;
import dev.baton.lab.run.Threads;
import dev.baton.lab.run.Trials;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Summary;
import dev.baton.simulator.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton compare}: many algorithms under the same conditions. */
@Command(
    name = "compare",
    header = "Measure many algorithms under the same conditions, in one table.",
    description =
        "%nRuns every algorithm, or those that are named, on the same networks, under the same"
            + " workloads and with the same random numbers: nodes are idle and stay inside for the"
            + " same times, whichever algorithm lets them in. Each row is what 'baton simulate'"
            + " measures for that algorithm; each load and number of nodes has a block of rows.%n",
    customSynopsis = "baton compare --nodes N [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton compare --nodes 49 --workload isolated,burst,saturated,think:100",
      "  baton compare --nodes 25 --k 3 --workload saturated --sort delay",
      "  baton compare --nodes 10,20,50 --workload saturated,think:50 --trials 10 --latex"
          + " table.tex",
      "  baton compare --nodes 200 --topology power-law:2 --algorithms raysuz,raymond --out"
          + " rows.csv"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class CompareCommand implements Callable<Integer> {

  @ArgGroup(validate = false, order = 1, heading = "%nThe algorithms and the system:%n")
  private ChoiceOptions choice = new ChoiceOptions();

  @ArgGroup(validate = false, order = 2, heading = "")
  private SizesOptions system = new SizesOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nWhat happens in it:%n")
  private LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nThe runs:%n")
  private RunOptions run = new RunOptions();

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  /** Which algorithms. */
  static final class ChoiceOptions {
    @Option(
        names = "--algorithms",
        paramLabel = "A,A…",
        hideParamSyntax = true,
        split = ",",
        description =
            "Which to compare, by id (default: all that have K permits and work on these channels)."
                + " A structure, groups or clusters apply to those that use them.")
    private List<String> algorithms;
  }

  /** The system, in one size or several. */
  static final class SizesOptions extends SystemOptions {
    @Option(
        names = "--nodes",
        order = -2,
        paramLabel = "N,…",
        hideParamSyntax = true,
        split = ",",
        description = "How many nodes; one number or more, such as 10,20,50. Required.")
    private List<Integer> nodes;
  }

  /** When nodes ask, and how long things take. */
  static final class LoadOptions extends TimeOptions {
    @Option(
        names = "--workload",
        order = 0,
        paramLabel = "LOAD,…",
        hideParamSyntax = true,
        // Not before a number, which belongs to a law.
        split = ",(?=[a-z])",
        description =
            "When nodes ask to enter, as for simulate: isolated, burst, saturated, think:MEAN,"
                + " contention:PCT, open:MEAN; one or more (default isolated,burst,saturated).")
    private List<Workload> workloads =
        List.of(Workload.parse("isolated"), Workload.parse("burst"), Workload.parse("saturated"));
  }

  /** How much is run, and what is printed. */
  static final class RunOptions extends TrialOptions {
    @Option(
        names = "--sort",
        paramLabel = "COLUMN",
        description = "The column by which rows are sorted, smallest first (default messages).")
    private String sort = "messages";

    @Option(
        names = "--columns",
        paramLabel = "COLUMN,…",
        hideParamSyntax = true,
        split = ",",
        description = "What tables show (default: all), such as messages,response.")
    private List<String> columns;

    @Option(
        names = "--latex",
        paramLabel = "FILE",
        description =
            "Also write the rows to this file as a table for LaTeX, each mean with its interval if"
                + " there are several trials.")
    private Path latex;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description =
            "Also write the rows to this file as CSV, with all measures but the types of"
                + " messages.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object instead of the table.")
    private boolean json;
  }

  @Override
  public Integer call() {
    int threads = run.threads();
    int trials = run.trials();
    ComparisonAnswer.Column order = ComparisonAnswer.column(run.sort);
    List<ComparisonAnswer.Column> columns = ComparisonAnswer.columns(run.columns);
    TextFile.checkDirectory(run.out);
    TextFile.checkDirectory(run.latex);
    PrintWriter err = spec.commandLine().getErr();
    List<Scenario> scenarios = scenarios(err);
    List<SimulationAnswer> answers = new ArrayList<>(Collections.nCopies(scenarios.size(), null));
    Map<Scenario, Trials.Violated> violated = new LinkedHashMap<>();
    long total = scenarios.stream().mapToLong(Scenario::entries).sum() * trials;
    try (ProgressLine progress = new ProgressLine(err, "compare", "entries", total);
        Threads pool = new Threads(Math.min(threads, scenarios.size()))) {
      AtomicInteger next = new AtomicInteger();
      Runnable work =
          () -> {
            for (int i = next.getAndIncrement(); i < answers.size(); i = next.getAndIncrement()) {
              Scenario scenario = scenarios.get(i);
              try {
                answers.set(i, answer(scenario, trials, progress));
              } catch (Trials.Violated e) {
                synchronized (violated) {
                  violated.put(scenario, e);
                }
              }
            }
          };
      pool.run(Collections.nCopies(pool.size(), work));
    }
    answers.removeIf(Objects::isNull);
    answers.sort(
        Comparator.<SimulationAnswer>comparingInt(
                answer -> load.workloads.indexOf(answer.scenario().workload()))
            .thenComparingInt(answer -> system.nodes.indexOf(answer.scenario().nodes()))
            .thenComparing(order.ascending()));
    ComparisonAnswer comparison = new ComparisonAnswer(scenarios, answers, trials, columns);
    if (run.out != null) {
      comparison.writeCsv(run.out);
    }
    if (run.latex != null) {
      comparison.writeLatex(run.latex);
    }
    print(comparison, answers, violated);
    return violated.isEmpty() ? 0 : 1;
  }

  private static SimulationAnswer answer(Scenario scenario, int trials, ProgressLine progress)
      throws Trials.Violated {
    long start = System.nanoTime();
    Summary summary = Summary.of(Trials.run(scenario, trials, 1, progress::add));
    return new SimulationAnswer(scenario, summary, (System.nanoTime() - start) / 1e9);
  }

  // What is compared.

  private List<Scenario> scenarios(PrintWriter err) {
    if (system.nodes == null) {
      throw new IllegalArgumentException(
          "The number of nodes is missing: write --nodes 9 or --nodes 10,20,50, for example.");
    }
    Map<Integer, List<SystemOptions.Described>> systems = systems(err);
    List<Scenario> scenarios = new ArrayList<>();
    for (Workload workload : load.workloads) {
      systems
          .values()
          .forEach(size -> size.forEach(described -> scenarios.add(scenario(described, workload))));
    }
    return scenarios;
  }

  private Scenario scenario(SystemOptions.Described described, Workload workload) {
    Catalog.Entry algorithm = described.algorithm();
    return run.of(
        Scenario.of(
                algorithm, algorithm.roams() ? described.setup().roaming(1, 0) : described.setup())
            .network(described.network())
            .fifo(described.fifo())
            .workload(workload)
            .hold(load.hold())
            .delay(load.delay()));
  }

  /** By the number of nodes. */
  private Map<Integer, List<SystemOptions.Described>> systems(PrintWriter err) {
    List<Catalog.Entry> algorithms = algorithms(err);
    Map<Integer, List<SystemOptions.Described>> systems = new LinkedHashMap<>();
    for (int nodes : system.nodes) {
      List<SystemOptions.Described> size = new ArrayList<>();
      for (Catalog.Entry algorithm : algorithms) {
        SystemOptions.Described described = system.ofOneOfMany(algorithm, nodes, run.seed());
        if (choice.algorithms != null) {
          algorithm.nodes(described.setup());
          if (systems.isEmpty()) {
            described.warn(err);
          }
        }
        size.add(described);
      }
      systems.put(nodes, size);
    }
    return systems;
  }

  private List<Catalog.Entry> algorithms(PrintWriter err) {
    if (choice.algorithms != null) {
      return choice.algorithms.stream()
          .map(id -> Catalog.entry(FormerIds.current(id, err)))
          .toList();
    }
    List<String> leftOut = new ArrayList<>();
    List<Catalog.Entry> all = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      if (!system.fifo() && entry.needsFifo()) {
        leftOut.add(entry.id() + " (needs FIFO)");
      } else if (system.permits() == 1 || entry.hasPermits()) {
        all.add(entry);
      }
    }
    if (!leftOut.isEmpty()) {
      err.println("baton: left out: " + String.join(", ", leftOut) + ".");
    }
    return all;
  }

  // What was found.

  private void print(
      ComparisonAnswer comparison,
      List<SimulationAnswer> answers,
      Map<Scenario, Trials.Violated> violated) {
    PrintWriter out = spec.commandLine().getOut();
    if (run.json) {
      List<Map<String, Object>> rows = new ArrayList<>();
      answers.forEach(answer -> rows.add(answer.fields()));
      violated.forEach(
          (scenario, why) ->
              rows.add(SimulationAnswer.violated(scenario, run.trials(), why, null)));
      Json.print(out, Map.of("rows", rows));
      return;
    }
    comparison.print(out);
    violated.forEach(
        (scenario, why) ->
            out.println(
                "VIOLATED: "
                    + scenario.algorithm().id()
                    + ", "
                    + scenario.workload()
                    + (system.nodes.size() == 1 ? "" : ", N " + scenario.nodes())
                    + ": "
                    + why.getMessage()
                    + "; baton simulate shows how."));
    ComparisonAnswer.printLegend(out);
  }
}
