package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A run of experiments in a directory of its own: whole, a share of one, or shares put together.
 */
public final class ExperimentRun {

  private static final String SHARE = "share.json";

  private final Path directory;
  private final List<Experiment> experiments;
  private final boolean isQuick;
  private final TrialStore store;

  public ExperimentRun(Path directory, List<Experiment> experiments, boolean isQuick) {
    this.directory = directory;
    this.experiments = experiments;
    this.isQuick = isQuick;
    store = new TrialStore(directory, Version.code());
  }

  /**
   * Refuses experiments with mistakes in them, and a directory that another run has used.
   *
   * @throws IllegalArgumentException with one sentence
   */
  public void begin(boolean mayResume) {
    experiments.forEach(experiment -> ExperimentReview.check(experiment, isQuick));
    if (!mayResume && !store.isEmpty()) {
      throw new IllegalArgumentException(
          directory
              + " holds trials of an earlier run: add --resume to continue it, or write another"
              + " directory.");
    }
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          directory + " cannot be created: write another directory.", e);
    }
  }

  /** Entries to complete in a share, at the least. */
  public long work(int share, int shares) {
    return tasks(share, shares).stream().mapToLong(Laboratory.Task::work).sum();
  }

  /** The ids of the algorithms, as the experiments write them. */
  public List<String> algorithms() {
    return tasks(1, 1).stream().map(task -> task.cell().option("algorithm")).distinct().toList();
  }

  public int cells(int share, int shares) {
    return tasks(share, shares).size();
  }

  /**
   * The work of a share, which are numbered from 1: some trials of each cell of which it is known
   * how many it will have, and all of some other cells.
   */
  private List<Laboratory.Task> tasks(int share, int shares) {
    List<Laboratory.Task> all = Laboratory.tasks(experiments, isQuick);
    List<Laboratory.Task> mine = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Laboratory.Task task = all.get(i);
      int turn = Math.floorMod(share - 1 - i, shares);
      if (task.isFixed() && turn < task.effort().least()) {
        mine.add(task.share(turn, shares));
      } else if (!task.isFixed() && turn == 0) {
        mine.add(task);
      }
    }
    return mine;
  }

  /** Runs everything, and writes the report. */
  public ExperimentReport run(int threads, Laboratory.Progress progress) {
    return report(laboratory(true, progress).run(tasks(1, 1), threads));
  }

  /** Runs the trials of one share; the report is written when all shares are merged. */
  public void runShare(int share, int shares, int threads, Laboratory.Progress progress) {
    ObjectNode json = Manifest.head(isQuick);
    json.put("share", share);
    json.put("shares", shares);
    ObjectNode files = json.putObject("experiments");
    experiments.forEach(each -> files.put(each.name(), each.text()));
    laboratory(true, progress).run(tasks(share, shares), threads);
    ExperimentReport.write(directory.resolve(SHARE), Texts.pretty(json));
  }

  private Laboratory laboratory(boolean mayRun, Laboratory.Progress progress) {
    return new Laboratory(store, mayRun, progress);
  }

  private ExperimentReport report(Map<Laboratory.Task, Result> results) {
    ExperimentReport report = new ExperimentReport();
    for (Experiment experiment : experiments) {
      List<Result> found = new ArrayList<>();
      results.forEach(
          (task, result) -> {
            if (task.experiment().equals(experiment.name())) {
              found.add(result);
            }
          });
      report.add(directory, experiment, found);
    }
    ObjectNode manifest = Manifest.of(directory, isQuick, report);
    ExperimentReport.write(directory.resolve("manifest.json"), Texts.pretty(manifest));
    report.finish(directory, Manifest.line(manifest));
    return report;
  }

  /**
   * Puts shares together and writes the report, as if one machine had run it all.
   *
   * @throws IllegalArgumentException with one sentence, if they are not shares of one run
   */
  public static ExperimentReport merge(List<Path> shares, Path directory) {
    JsonNode first = null;
    for (Path share : shares) {
      JsonNode json = readShare(share);
      if (first == null) {
        first = json;
      }
      for (String field : List.of("code", "effort", "shares", "experiments")) {
        if (!first.path(field).equals(json.path(field))) {
          throw new IllegalArgumentException(
              shares.getFirst()
                  + " and "
                  + share
                  + " are not shares of the same run: their "
                  + field
                  + " differ.");
        }
      }
    }
    if (!first.path("code").asText().equals(Version.code())) {
      throw new IllegalArgumentException(
          "The shares were run by other code ("
              + first.path("code").asText()
              + ") than this ("
              + Version.code()
              + "): merge them with the version that ran them.");
    }
    List<Experiment> experiments = new ArrayList<>();
    first
        .path("experiments")
        .properties()
        .forEach(
            file -> experiments.add(Experiments.parse(file.getKey(), file.getValue().asText())));
    boolean isQuick = first.path("effort").asText().equals("quick");
    ExperimentRun run = new ExperimentRun(directory, experiments, isQuick);
    run.begin(true);
    shares.forEach(run.store::addAll);
    try {
      return run.report(run.laboratory(false, new Silence()).run(run.tasks(1, 1), 1));
    } catch (Laboratory.MissingException e) {
      throw new IllegalArgumentException(
          "A share is missing or incomplete: there is no trial of " + e.getMessage(), e);
    }
  }

  private static JsonNode readShare(Path share) {
    try {
      return Texts.JSON.readTree(share.resolve(SHARE).toFile());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          share
              + " holds no finished share: run baton experiment … --shard I/N --out "
              + share
              + ".",
          e);
    }
  }

  /** Ignores progress. */
  static final class Silence implements Laboratory.Progress {
    @Override
    public void ran(long entries) {}

    @Override
    public void found(long entries) {}
  }

  /** Deletes a directory that this process has created. */
  static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
