package dev.baton.lab;

import dev.baton.lab.answer.EntriesProgress;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.experiment.DryRun;
import dev.baton.lab.experiment.Experiment;
import dev.baton.lab.experiment.ExperimentReport;
import dev.baton.lab.experiment.ExperimentRun;
import dev.baton.lab.experiment.Experiments;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.Threads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton experiment}: what the papers claim, measured. */
@Command(
    name = "experiment",
    header = "Measure what the papers claim: tables, plots, verdicts.",
    description =
        "%nRuns an experiment, or all of them, and writes a report: index.html with every claim,"
            + " its published and its measured value and a verdict; the plots as PDF, SVG and PNG;"
            + " tables for LaTeX; the numbers as CSV and JSON; and manifest.json, from which"
            + " 'baton reproduce' runs it all again. Every trial is kept, so that an interrupted"
            + " run continues where it stopped.%n",
    customSynopsis = {
      "baton experiment NAME|all|FILE.yaml --out DIR [options]",
      "       baton experiment merge DIR… --out DIR"
    },
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    parameterListHeading = "",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton experiment all --quick --out results",
      "  baton experiment raymond-trees --out results",
      "  baton experiment mine.yaml --dry-run",
      "  baton experiment all --shard 2/5 --out share-2     then: baton experiment merge share-*"
          + " --out all"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class ExperimentCommand implements Callable<Integer> {

  private static final Pattern SHARE = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      hideParamSyntax = true,
      description =
          "An experiment, 'all', or a file of your own; or 'merge' and the directories of all"
              + " shares. Without a name, lists the experiments.")
  private List<String> names = List.of();

  @Option(names = "--out", paramLabel = "DIR", description = "Where to write. Required.")
  private Path out;

  @Option(
      names = "--quick",
      description = "Fewer values, trials and entries: minutes instead of hours.")
  private boolean quick;

  @Option(
      names = "--dry-run",
      description =
          "Run nothing: check the experiment, list its configurations, and which of them each plot"
              + " and each claim selects.")
  private boolean dryRun;

  @Option(names = "--resume", description = "Continue the run in DIR.")
  private boolean resume;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description =
          "How many trials run at once (default: one per core). Does not change the result.")
  private Integer threads;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Run only the I-th of N shares, on a machine of its own, for example; then merge them.")
  private String shard;

  @Option(names = "--json", description = "Print one JSON object: the claims and their verdicts.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter printer = spec.commandLine().getOut();
    if (names.isEmpty()) {
      for (String name : Experiments.names()) {
        Experiment experiment = Experiments.named(name).getFirst();
        printer.printf("%-28s %s%n", name, experiment.title());
      }
      return 0;
    }
    if (dryRun && !names.getFirst().equals("merge")) {
      one();
      Experiments.named(names.getFirst())
          .forEach(experiment -> DryRun.print(experiment, quick, printer));
      return 0;
    }
    if (out == null) {
      throw new IllegalArgumentException(
          "The directory to write to is missing: write --out results, for example.");
    }
    if (names.getFirst().equals("merge")) {
      List<Path> shares = names.stream().skip(1).map(Path::of).toList();
      if (shares.isEmpty()) {
        throw new IllegalArgumentException(
            "The shares are missing: write baton experiment merge share-1 share-2 --out all, for"
                + " example.");
      }
      print(printer, ExperimentRun.merge(shares, out));
      return 0;
    }
    one();
    List<Experiment> experiments = Experiments.named(names.getFirst());
    ExperimentRun run = new ExperimentRun(out, experiments, quick);
    int share = 1;
    int shares = 1;
    if (shard != null) {
      Matcher matcher = SHARE.matcher(shard);
      if (!matcher.matches()
          || Integer.parseInt(matcher.group(1)) < 1
          || Integer.parseInt(matcher.group(1)) > Integer.parseInt(matcher.group(2))) {
        throw new IllegalArgumentException(
            "'" + shard + "' is not a share: write --shard 1/4 to --shard 4/4, for example.");
      }
      share = Integer.parseInt(matcher.group(1));
      shares = Integer.parseInt(matcher.group(2));
    }
    int workers = Threads.count(threads);
    run.begin(resume);
    FormerIds.tell(run.algorithms(), spec.commandLine().getErr());
    try (EntriesProgress progress =
        new EntriesProgress(
            spec.commandLine().getErr(), names.getFirst(), run.work(share, shares))) {
      if (shard == null) {
        print(printer, run.run(workers, progress));
      } else {
        run.runShare(share, shares, workers, progress);
        printer.println(
            "Share "
                + shard
                + " is complete: "
                + Figures.count(run.cells(share, shares), "configuration", "configurations")
                + " in "
                + out
                + ". When all shares are complete: baton experiment merge DIR… --out DIR");
      }
    }
    return 0;
  }

  private void one() {
    if (names.size() > 1) {
      throw new IllegalArgumentException(
          "One experiment at a time, or all: write baton experiment all --out DIR.");
    }
  }

  private void print(PrintWriter printer, ExperimentReport report) {
    if (json) {
      Json.print(printer, report.fields());
      return;
    }
    report.print(printer);
    printer.println();
    printer.println("Report: " + out.resolve("index.html"));
    printer.println("To run it again and compare: baton reproduce " + out.resolve("manifest.json"));
  }
}
