package dev.baton.lab;

import dev.baton.lab.answer.EntriesProgress;
import dev.baton.lab.answer.Json;
import dev.baton.lab.experiment.Reproduction;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.Threads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton reproduce}: runs experiments again, and compares. */
@Command(
    name = "reproduce",
    header = "Run experiments again from their manifest, and compare hashes and numbers.",
    description =
        "%nRuns every trial that the manifest lists, and compares the hashes of all events and"
            + " the numbers in the files next to it. Prints 'identical', or each experiment that"
            + " differs, and then the exit code is 1.%n",
    customSynopsis = "baton reproduce MANIFEST [--threads T] [--json]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    parameterListHeading = "",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton reproduce results/manifest.json"},
    usageHelpWidth = 100,
    sortOptions = false)
final class ReproduceCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "MANIFEST",
      hideParamSyntax = true,
      description = "The file manifest.json of a run.")
  private Path manifest;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "How many trials run at once (default: one per core).")
  private Integer threads;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (manifest == null) {
      throw new IllegalArgumentException(
          "The manifest is missing: write baton reproduce results/manifest.json, for example.");
    }
    int workers = Threads.count(threads);
    Reproduction reproduction = new Reproduction(manifest);
    PrintWriter err = spec.commandLine().getErr();
    if (reproduction.warning() != null) {
      err.println("baton: warning: " + reproduction.warning());
    }
    FormerIds.tell(reproduction.algorithms(), err);
    Map<String, List<String>> differences;
    try (EntriesProgress progress = new EntriesProgress(err, "reproduce", reproduction.work())) {
      differences = reproduction.compare(workers, progress);
    }
    boolean isIdentical = differences.values().stream().allMatch(List::isEmpty);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("identical", isIdentical);
      answer.put("experiments", differences);
      Json.print(out, answer);
    } else {
      differences.forEach(
          (name, list) -> {
            out.println((list.isEmpty() ? "identical  " : "DIFFERS    ") + name);
            list.forEach(difference -> out.println("           " + difference));
          });
      out.println();
      out.println(isIdentical ? "identical" : "not identical");
    }
    return isIdentical ? 0 : 1;
  }
}
