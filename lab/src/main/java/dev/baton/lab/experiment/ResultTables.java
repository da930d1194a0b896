package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.lab.experiment.ClaimJudge.Judgement;
import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.paper.LatexTable;
import dev.baton.lab.paper.Rounded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;

/** Results as CSV, JSON and Markdown: the same bytes for the same results. */
final class ResultTables {

  private ResultTables() {}

  /** One line per cell and measure. */
  static String csv(List<Result> results) {
    List<String> names = options(results);
    StringBuilder text = new StringBuilder();
    List<Object> head = new ArrayList<>(names);
    head.addAll(List.of("measure", "unit", "mean", "ci95", "trials", "converged", "eventHash"));
    line(text, head);
    for (Result result : results) {
      for (Measure measure : Measure.values()) {
        Estimate estimate = result.estimate(measure);
        if (estimate == null) {
          continue;
        }
        List<Object> cells = new ArrayList<>();
        names.forEach(name -> cells.add(result.cell().option(name)));
        cells.add(measure);
        cells.add(measure.unit());
        cells.add(estimate.mean());
        cells.add(estimate.ci95());
        cells.add(estimate.trials());
        cells.add(result.isPrecise());
        cells.add(result.hash());
        line(text, cells);
      }
    }
    return text.toString();
  }

  /** One line per cell; a measure has a column for its mean, and one for half of its interval. */
  static String wide(List<Result> results) {
    List<String> names = options(results);
    List<Measure> measures = measures(results);
    StringBuilder text = new StringBuilder();
    List<Object> head = new ArrayList<>(names);
    head.addAll(List.of("trials", "converged", "eventHash"));
    for (Measure measure : measures) {
      head.add(measure);
      head.add(measure + ".ci95");
    }
    line(text, head);
    for (Result result : results) {
      List<Object> cells = new ArrayList<>();
      names.forEach(name -> cells.add(result.cell().option(name)));
      cells.add(result.trials().size());
      cells.add(result.isPrecise());
      cells.add(result.hash());
      for (Measure measure : measures) {
        Estimate estimate = result.estimate(measure);
        cells.add(estimate == null ? null : estimate.mean());
        cells.add(estimate == null ? null : estimate.ci95());
      }
      line(text, cells);
    }
    return text.toString();
  }

  private static List<String> options(List<Result> results) {
    return results.stream()
        .flatMap(result -> result.cell().options().keySet().stream())
        .distinct()
        .toList();
  }

  /** Those of which something was measured. */
  private static List<Measure> measures(List<Result> results) {
    return Stream.of(Measure.values())
        .filter(measure -> results.stream().anyMatch(it -> it.estimate(measure) != null))
        .toList();
  }

  /** For a paper: a row per cell, with the measures that the experiment is about. */
  static String latex(Experiment experiment, List<Result> results) {
    List<String> names = new ArrayList<>(CellTexts.differing(cells(results)));
    names.remove("probe");
    if (names.isEmpty()) {
      names.add("algorithm");
    }
    List<Measure> about = experiment.about(measures(results));
    LatexTable table = new LatexTable(names, about.stream().map(Measure::toString).toList());
    table.comment(experiment.name() + ": " + experiment.title());
    about.forEach(measure -> table.comment("  " + measure + ": " + measure.unit()));
    table.comment(LatexTable.INTERVALS);
    if (results.stream().anyMatch(result -> !result.isPrecise())) {
      table.comment("*: the interval did not become as narrow as the experiment asks for.");
    }
    Map<String, List<Result>> kinds = new LinkedHashMap<>();
    for (Result result : results) {
      String probe = result.cell().option("probe");
      String kind = probe == null ? "simulations" : "probe " + probe;
      kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(result);
    }
    kinds.forEach(
        (kind, rows) -> {
          if (kinds.size() > 1) {
            table.heading(kind);
          }
          rows.forEach(result -> row(table, names, about, result));
        });
    return table.text();
  }

  private static List<Cell> cells(List<Result> results) {
    return results.stream().map(Result::cell).toList();
  }

  private static void row(
      LatexTable table, List<String> names, List<Measure> measures, Result result) {
    List<String> labels = new ArrayList<>();
    names.forEach(name -> labels.add(Objects.requireNonNullElse(result.cell().option(name), "")));
    if (!result.isPrecise()) {
      labels.set(0, labels.getFirst() + "*");
    }
    List<Rounded> values = new ArrayList<>();
    for (Measure measure : measures) {
      Estimate estimate = result.estimate(measure);
      values.add(estimate == null ? null : Rounded.of(estimate.mean(), estimate.ci95()));
    }
    table.row(labels, values);
  }

  private static void line(StringBuilder text, List<Object> cells) {
    text.append(CSVFormat.RFC4180.format(cells.toArray())).append("\r\n");
  }

  static String json(Experiment experiment, List<Result> results, List<Judgement> judgements) {
    ObjectNode json = Texts.JSON.createObjectNode();
    json.put("experiment", experiment.name());
    json.put("title", experiment.title());
    json.put("paper", experiment.paper());
    ArrayNode claims = json.putArray("claims");
    judgements.forEach(judgement -> claims.add(claim(judgement)));
    ArrayNode cells = json.putArray("cells");
    for (Result result : results) {
      ObjectNode cell = cells.addObject();
      ObjectNode options = cell.putObject("options");
      result.cell().options().forEach(options::put);
      cell.put("command", result.cell().command(experiment.name(), result.trials().size()));
      cell.put("trials", result.trials().size());
      cell.put("converged", result.isPrecise());
      cell.put("eventHash", result.hash());
      ObjectNode measures = cell.putObject("measures");
      for (Measure measure : Measure.values()) {
        Estimate estimate = result.estimate(measure);
        if (estimate != null) {
          ObjectNode value = measures.putObject(measure.toString());
          value.put("unit", measure.unit());
          value.put("mean", estimate.mean());
          value.put("ci95", estimate.ci95());
        }
      }
    }
    return Texts.pretty(json);
  }

  static JsonNode claim(Judgement judgement) {
    return Texts.JSON.valueToTree(judgement.fields());
  }

  /** One row per claim, and a line for each that is not confirmed as it stands. */
  static String markdown(List<Judgement> judgements) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Claims

        | claim | published | situation | compared | measured | verdict |
        |---|---|---|---|---|---|
        """);
    for (Judgement judgement : judgements) {
      Claim claim = judgement.claim();
      text.append("| ")
          .append(claim.claim())
          .append(" (")
          .append(judgement.experiment())
          .append("; ")
          .append(claim.where())
          .append(") | ")
          .append(claim.published())
          .append(" | ")
          .append(claim.situation())
          .append(" | ")
          .append(claim.compared())
          .append(" | ")
          .append(judgement.measured())
          .append(" | ")
          .append(judgement.verdictInWords())
          .append(" |\n");
    }
    text.append("\n## Where measurement and paper differ\n\n");
    for (Judgement judgement : judgements) {
      if (judgement.verdict() != ClaimJudge.Verdict.CONFIRMED) {
        text.append("- *")
            .append(judgement.claim().claim())
            .append("* (")
            .append(judgement.experiment())
            .append("; published: ")
            .append(judgement.claim().published())
            .append("): ")
            .append(judgement.verdictInWords())
            .append(". ")
            .append(judgement.note())
            .append('\n');
      }
    }
    return text.toString().replace("<", "&lt;");
  }
}
