package dev.baton.lab;

import dev.baton.cluster.attack.EpochTrace;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Script;
import dev.baton.core.stage.Trace;
import dev.baton.lab.answer.ChangedFields;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.TextFile;
import dev.baton.web.CatalogLibrary;
import dev.baton.web.Recorder;
import dev.baton.web.SpaceTimeSvg;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton trace}: runs scenario files. */
@Command(
    name = "trace",
    header = "Run scenario files, and compare what happens with what they say.",
    description =
        "%nA scenario file is a script of events, and below each event, indented, what it does. For"
            + " each file the answer is 'ok', or every line at which something other than what the"
            + " file says happened (exit code 1). 'baton check' and 'baton simulate' write such"
            + " files with --out when an algorithm fails.%n",
    customSynopsis = "baton trace FILE… [--update] [--show] [--fields] [--svg OUT]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    parameterListHeading = "",
    optionListHeading = "",
    footerHeading = "%nA scenario file:%n",
    footer = {
      "  algorithm raymond        head: algorithm, nodes, and perhaps structure, holder, permits,",
      "  nodes 3                  groups, clusters, neighbourhoods, outside (how many nodes start"
          + " so),",
      "  structure line           channels (fifo or any)",
      "",
      "  # 2 asks across 1.       a comment",
      "  2 requests               an event: 'I requests', 'I exits', 'I receives MESSAGE from J',",
      "    2 -> 1 REQUEST         'I times out on T', 'I joins B', 'I leaves', 'I finds J', 'I"
          + " loses J',",
      "                           and indented what it does",
      "  1 receives REQUEST from 2",
      "    1 -> 0 REQUEST",
      "  show 1                   prints the fields of nodes; 'network' the messages under way;",
      "    1: HOLDER=0 USING=no ASKED=yes REQUEST_Q=[2]",
      "  end                      who still waits, and what is still under way",
      "    2 still waits",
      "    1 message is under way",
      "",
      "A file whose head has 'voters A B C' instead of 'nodes' is about a cluster that crashes,",
      "pauses and is cut in two: docs/guide/traces.md has its steps.",
      "",
      "Examples:",
      "  baton trace my.trace --update     write only the events, and have the rest filled in",
      "  baton trace my.trace --show",
      "  baton trace my.trace --fields     which fields each event changes",
      "  baton trace my.trace --svg my.svg",
      "  baton check lamport --nodes 3 --requests 1 --channels any --out a.trace; baton trace"
          + " a.trace"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class TraceCommand implements Callable<Integer> {

  private static final int OK = 0;
  private static final int DIFFERS = 1;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE…",
      hideParamSyntax = true,
      description = "Scenario files.")
  private List<Path> files = List.of();

  @Option(
      names = "--update",
      description = "Rewrite the indented lines of the files to match what happens.")
  private boolean update;

  @Option(names = "--show", description = "Print each scenario with what happens.")
  private boolean show;

  @Option(
      names = "--fields",
      description = "Print each event with what it does and which fields it changes.")
  private boolean fields;

  @Option(
      names = "--svg",
      paramLabel = "OUT",
      description = "Draw the scenario, one file, as a space-time diagram.")
  private Path svg;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  /** The catalog; or, where the launcher has found that a scenario needs them, the variants too. */
  private static Trace.Library library() {
    return ServiceLoader.load(Trace.Library.class).findFirst().orElseGet(CatalogLibrary::new);
  }

  @Override
  public Integer call() {
    if (files.isEmpty()) {
      throw new IllegalArgumentException(
          "A file is missing: write baton trace FILE; 'baton trace --help' describes the"
              + " format.");
    }
    if (svg != null && files.size() > 1) {
      throw new IllegalArgumentException(
          "--svg draws one scenario: write one file, not " + files.size() + ".");
    }
    TextFile.checkDirectory(svg);
    int exitCode = OK;
    for (Path file : files) {
      exitCode = Math.max(exitCode, runOrSayWhy(file));
    }
    return exitCode;
  }

  private int runOrSayWhy(Path file) {
    try {
      return run(file);
    } catch (IllegalArgumentException e) {
      spec.commandLine().getErr().println("baton: " + e.getMessage());
      return Mistakes.WRONG_USAGE;
    }
  }

  private int run(Path file) {
    PrintWriter out = spec.commandLine().getOut();
    String text = TextFile.read(file);
    if (svg != null) {
      TextFile.write(svg, SpaceTimeSvg.of(Recorder.of(schedule(file.toString(), text, "--svg"))));
    }
    if (fields) {
      out.print(ChangedFields.of(schedule(file.toString(), text, "--fields")));
    }
    Script.Result result = result(file.toString(), text);
    if (show) {
      out.print(result.transcript());
    }
    String events = Figures.count(result.events(), "event", "events");
    if (result.matches()) {
      out.println("ok       " + file + ": " + events);
      return OK;
    }
    if (update) {
      TextFile.write(file, result.transcript());
      out.println("updated  " + file + ": " + events);
      return OK;
    }
    String differences = Figures.count(result.differences().size(), "difference", "differences");
    out.println("differs  " + file + ": " + differences + " in " + events);
    result.differences().forEach(difference -> out.println("  " + difference));
    return DIFFERS;
  }

  private static Schedule schedule(String file, String text, String option) {
    if (EpochTrace.isOne(text)) {
      throw new IllegalArgumentException(
          file + " is about a cluster, not about an algorithm: leave " + option + " out.");
    }
    return Trace.parse(file, text).schedule(library());
  }

  private Script.Result result(String file, String text) {
    if (EpochTrace.isOne(text)) {
      return EpochTrace.parse(file, text).run();
    }
    Trace trace = Trace.parse(file, text);
    FormerIds.current(trace.algorithm().replaceFirst("/.*", ""), spec.commandLine().getErr());
    return trace.run(library());
  }
}
