package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.lab.experiment.ClaimJudge.Judgement;
import dev.baton.lab.experiment.Experiment.Claim;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;

/** Results as CSV, JSON and Markdown: the same bytes for the same results. */
final class ResultTables {

  private ResultTables() {}

  /** One line per cell and measure. */
  static String csv(List<Result> results) {
    List<String> names =
        results.stream()
            .flatMap(result -> result.cell().options().keySet().stream())
            .distinct()
            .toList();
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
