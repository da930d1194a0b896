package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs what a manifest lists once more, and compares. */
public final class Reproduction {

  private final Path directory;
  private final JsonNode manifest;

  public Reproduction(Path file) {
    directory = file.toAbsolutePath().getParent();
    manifest = Manifest.read(file);
  }

  public List<String> names() {
    return Manifest.names(manifest);
  }

  /** The ids of the algorithms, as the manifest writes them. */
  public List<String> algorithms() {
    List<String> algorithms = new ArrayList<>();
    for (JsonNode experiment : manifest.path("experiments")) {
      for (JsonNode cell : experiment.path("cells")) {
        algorithms.add(Manifest.cell(cell).option("algorithm"));
      }
    }
    return algorithms.stream().distinct().toList();
  }

  /** A sentence if other code wrote the manifest; else null. */
  public String warning() {
    String code = manifest.path("code").asText();
    return code.equals(Version.code())
        ? null
        : "the run was made by different code (" + code + "; this is " + Version.code() + ").";
  }

  /** Entries to complete. */
  public long work() {
    long work = 0;
    for (JsonNode experiment : manifest.path("experiments")) {
      for (JsonNode json : experiment.path("cells")) {
        Cell cell = Manifest.cell(json);
        work +=
            cell.isProbe()
                ? 1000
                : Long.parseLong(cell.option("entries")) * json.path("trials").asInt();
      }
    }
    return work;
  }

  /** What differs, a sentence for each; by experiment, an empty list if all is identical. */
  public Map<String, List<String>> compare(int threads, Laboratory.Progress progress) {
    Path scratch;
    try {
      scratch = Files.createTempDirectory("baton-reproduce");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      Map<String, List<String>> differences = new LinkedHashMap<>();
      for (JsonNode experiment : manifest.path("experiments")) {
        differences.put(
            experiment.path("name").asText(), compare(experiment, scratch, threads, progress));
      }
      return differences;
    } finally {
      ExperimentRun.delete(scratch);
    }
  }

  private List<String> compare(
      JsonNode json, Path scratch, int threads, Laboratory.Progress progress) {
    List<String> differences = new ArrayList<>();
    String name = json.path("name").asText();
    for (String file : Manifest.files(name)) {
      String hash = Manifest.fileHash(directory.resolve(file));
      if (!json.path("files").path(file).asText().equals(hash)) {
        differences.add(file + (hash == null ? " is missing" : " was changed") + ".");
      }
    }
    List<Result> results = new ArrayList<>();
    TrialStore store = new TrialStore(scratch, Version.code());
    Map<Laboratory.Task, JsonNode> wanted = new LinkedHashMap<>();
    for (JsonNode cell : json.path("cells")) {
      int trials = cell.path("trials").asInt();
      Experiment.Effort effort = new Experiment.Effort(trials, trials, null);
      wanted.put(new Laboratory.Task(name, Manifest.cell(cell), effort, List.of(), false), cell);
    }
    Laboratory laboratory = new Laboratory(store, true, progress);
    laboratory
        .run(List.copyOf(wanted.keySet()), threads)
        .forEach(
            (task, result) -> {
              JsonNode cell = wanted.get(task);
              if (!cell.path("eventHash").asText().equals(result.hash())) {
                differences.add(
                    "other events: " + String.join(" ", result.cell().arguments()) + ".");
              }
              results.add(
                  new Result(result.cell(), result.trials(), cell.path("converged").asBoolean()));
            });
    String csv = ResultTables.csv(results);
    String file = "results/" + name + ".csv";
    try {
      String found = Files.readString(directory.resolve(file));
      if (!found.equals(csv)) {
        differences.add(firstDifference(file, found, csv));
      }
    } catch (IOException e) {
      // Said above.
    }
    return differences;
  }

  private static String firstDifference(String file, String found, String measured) {
    List<String> these = found.lines().toList();
    List<String> those = measured.lines().toList();
    int line = 0;
    while (line < Math.min(these.size(), those.size()) && these.get(line).equals(those.get(line))) {
      line++;
    }
    String text = line < those.size() ? those.get(line) : "nothing";
    return file + ", line " + (line + 1) + " is not what is measured: " + text + ".";
  }
}
