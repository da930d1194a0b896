package dev.baton.lab;

import dev.baton.checker.Check;
import dev.baton.checker.Progress;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.lab.answer.CheckAnswer;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.ProgressLine;
import dev.baton.lab.options.CheckOptions;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.SystemOptions;
import dev.baton.lab.run.ExplainedSearch;
import dev.baton.lab.run.TextFile;
import dev.baton.lab.run.Threads;
import dev.baton.web.Recorder;
import dev.baton.web.SpaceTimeSvg;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code baton check}: every interleaving of a small system. */
@Command(
    name = "check",
    header = "Try every interleaving of a small system.",
    description =
        "%nFollows every order in which requests, messages and exits of N nodes can happen, each"
            + " node asking R times, and says whether the properties hold in all of them. If not,"
            + " it prints a shortest path to the violation, as a table and as a trace that 'baton"
            + " trace' replays, and the exit code is 1. The number of states grows very fast:"
            + " start with 3 nodes.%n",
    customSynopsis = "baton check ALGORITHM --nodes N --requests R [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton check suzuki-kasami --nodes 3 --requests 2",
      "  baton check raymond --nodes 4 --structure line --requests unbounded",
      "  baton check ricart-agrawala --nodes 3 --requests 2 --property bypass:2",
      "  baton check klme --nodes 3 --requests 1 --k 2 --joins 1 --leaves 1",
      "  baton check reverse-link --nodes 3 --structure line --requests 1 --link-changes 2",
      "  baton check lamport --nodes 3 --requests 1 --channels any --out overtaken.trace"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class CheckCommand implements Callable<Integer> {

  @Mixin private CheckOptions options;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    SystemOptions.Described described = options.system();
    List<Check> searches = options.searches(described);
    int threads = options.threads();
    TextFile.checkDirectory(options.out());
    TextFile.checkDirectory(options.svg());
    FormerIds.current(options.algorithm(), spec.commandLine().getErr());
    described.warn(spec.commandLine().getErr());
    CheckAnswer answer = new CheckAnswer(searches.get(0));
    try (Threads pool = new Threads(threads)) {
      for (Check check : searches) {
        if (answer.holds()) {
          search(check, pool, answer);
        }
      }
    }
    String trace = answer.trace();
    if (trace != null && options.out() != null) {
      TextFile.write(options.out(), trace);
    }
    if (trace != null && options.svg() != null) {
      TextFile.write(options.svg(), SpaceTimeSvg.of(Recorder.of(answer.schedule())));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (options.json()) {
      Json.print(out, answer.fields());
    } else {
      answer.print(out, options.out(), options.fields());
    }
    return answer.holds() ? 0 : 1;
  }

  private void search(Check check, Threads pool, CheckAnswer answer) {
    PrintWriter err = spec.commandLine().getErr();
    String task =
        check.properties().contains(Property.BYPASS)
            ? options.algorithm() + " bypass"
            : options.algorithm();
    long start = System.nanoTime();
    long[] reached = new long[2];
    long steps = (long) Check.STEPS_PER_REQUEST * check.requests() * check.setup().n();
    try (ProgressLine line = new ProgressLine(err, task, "states", -1)) {
      Progress progress =
          new Progress() {
            @Override
            public void onLevel(int depth, long states, long frontier) {
              show("depth " + depth, states, frontier);
              reached[1] = depth;
            }

            @Override
            public void onStep(int step, long states, long frontier) {
              show("step " + step + " of " + steps, states, frontier);
            }

            private void show(String where, long states, long frontier) {
              reached[0] = states;
              line.at(states, where + ", " + Figures.whole(frontier) + " to follow");
            }
          };
      ExplainedSearch search = ExplainedSearch.run(check, pool, progress);
      answer.add(search.report(), search.hint(), (System.nanoTime() - start) / 1e9);
    } catch (OutOfMemoryError e) {
      // The search counts what it takes, but the JVM had less left: no pass, and no crash either.
      int depth = check.isSwept() ? Report.NO_DEPTH : (int) reached[1];
      answer.addIncomplete(reached[0], depth, (System.nanoTime() - start) / 1e9);
    }
  }
}
