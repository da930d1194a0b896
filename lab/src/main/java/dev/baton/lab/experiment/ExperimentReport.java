package dev.baton.lab.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.lab.experiment.ClaimJudge.Judgement;
import dev.baton.lab.experiment.ClaimJudge.Verdict;
import dev.baton.lab.paper.Figure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that a run found, and the files it is written to. */
public final class ExperimentReport {

  /**
   * What one experiment found.
   *
   * @param plots title and PNG; null where this run has nothing to draw
   */
  record Findings(
      Experiment experiment,
      List<Result> results,
      List<Judgement> judgements,
      Map<String, byte[]> plots) {}

  private final List<Findings> findings = new ArrayList<>();

  List<Findings> findings() {
    return findings;
  }

  List<Judgement> judgements() {
    return findings.stream().flatMap(found -> found.judgements().stream()).toList();
  }

  static Map<Verdict, Long> counts(List<Judgement> judgements) {
    Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict, judgements.stream().filter(it -> it.verdict() == verdict).count());
    }
    return counts;
  }

  /** How many claims came to each verdict, in one line. */
  public String summary() {
    List<String> parts = new ArrayList<>();
    counts(judgements()).forEach((verdict, count) -> parts.add(count + " " + verdict));
    return judgements().size() + " claims: " + String.join(", ", parts);
  }

  /** For people: every claim and what became of it. */
  public void print(PrintWriter out) {
    for (Findings found : findings) {
      out.println();
      out.println(found.experiment().name() + ": " + found.experiment().title());
      for (Judgement judgement : found.judgements()) {
        out.println("  " + mark(judgement.verdict()) + " " + judgement.claim().claim());
        out.println(
            "      published "
                + judgement.claim().published()
                + "; measured "
                + judgement.measured());
        if (judgement.verdict() != Verdict.CONFIRMED) {
          out.println("      " + judgement.verdictInWords() + ". " + judgement.note());
        }
      }
      printEmpty(out, found.plots());
    }
    out.println();
    out.println(summary());
  }

  private static void printEmpty(PrintWriter out, Map<String, byte[]> plots) {
    plots.forEach(
        (title, png) -> {
          if (png == null) {
            out.println("  Nothing of this run to draw: " + title);
          }
        });
  }

  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case CONFIRMED -> "+";
      case OTHERWISE -> "~";
      case NOT_CONFIRMED -> "-";
      case NOT_JUDGED -> " ";
    };
  }

  /** As JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    counts(judgements()).forEach((verdict, count) -> fields.put(verdict.toString(), count));
    fields.put("claims", judgements().stream().map(Judgement::fields).toList());
    return fields;
  }

  /** Judges an experiment, and writes its tables and pictures. */
  void add(Path directory, Experiment experiment, List<Result> results) {
    ClaimJudge judge = new ClaimJudge(results);
    List<Judgement> judgements =
        experiment.claims().stream().map(claim -> judge.judge(experiment.name(), claim)).toList();
    String tables = "results/" + experiment.name();
    write(directory.resolve(tables + ".csv"), ResultTables.csv(results));
    write(directory.resolve(tables + "-wide.csv"), ResultTables.wide(results));
    write(directory.resolve(tables + ".tex"), ResultTables.latex(experiment, results));
    write(directory.resolve(tables + ".json"), ResultTables.json(experiment, results, judgements));
    Map<String, byte[]> plots;
    try {
      plots = draw(directory, experiment, results);
    } catch (InternalError | LinkageError e) {
      throw new IllegalArgumentException(
          "Java cannot draw plots here, probably for lack of fonts: install fontconfig, harfbuzz"
              + " and a font, and continue with --resume.",
          e);
    }
    findings.add(new Findings(experiment, results, judgements, plots));
  }

  private static Map<String, byte[]> draw(
      Path directory, Experiment experiment, List<Result> results) {
    Map<String, byte[]> plots = new LinkedHashMap<>();
    for (Experiment.Plot plot : experiment.plots()) {
      Figure figure = Plots.figure(plot, results);
      if (figure == null) {
        plots.put(plot.title(), null);
      } else {
        String file = "plots/" + experiment.name() + "-" + plot.id();
        byte[] png = figure.png();
        write(directory.resolve(file + ".svg"), figure.svg());
        write(directory.resolve(file + ".pdf"), figure.pdf());
        write(directory.resolve(file + ".png"), png);
        if (plot.isDistribution()) {
          write(directory.resolve(file + ".csv"), Plots.csv(plot, results));
        }
        plots.put(plot.title(), png);
      }
    }
    return plots;
  }

  /** Writes the files that cover all experiments. */
  void finish(Path directory, String manifestLine) {
    write(directory.resolve("claims.md"), ResultTables.markdown(judgements()));
    write(
        directory.resolve("claims.json"),
        Texts.pretty(
            Texts.JSON
                .createArrayNode()
                .addAll(judgements().stream().map(ResultTables::claim).toList())));
    ResultFile.write(directory.resolve(ResultFile.NAME), findings);
    write(directory.resolve("index.html"), HtmlReport.page(this, manifestLine));
  }

  static void write(Path file, String text) {
    write(file, text.getBytes(UTF_8));
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
