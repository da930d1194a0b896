package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * One compressed file with all that verdicts follow from: of each configuration the number of its
 * trials, their hash, and of each measure mean, interval and extremes; and the same of the
 * differences between configurations that claims compare.
 */
final class ResultFile {

  static final String NAME = "results.json.gz";

  private ResultFile() {}

  static void write(Path file, List<ExperimentReport.Findings> findings) {
    ObjectNode json = Texts.JSON.createObjectNode();
    for (ExperimentReport.Findings found : findings) {
      ObjectNode experiment = json.putObject(found.experiment().name());
      List<Result> results = found.results();
      ArrayNode cells = experiment.putArray("cells");
      results.forEach(result -> put(cells.addObject(), result));
      ArrayNode differences = experiment.putArray("differences");
      for (ClaimJudge.Pair pair : new ClaimJudge(results).pairs(found.experiment().claims())) {
        Estimate difference = pair.cell().differenceTo(pair.other(), pair.measure());
        if (difference != null) {
          ObjectNode node = differences.addObject();
          node.put("of", results.indexOf(pair.cell()));
          node.put("to", results.indexOf(pair.other()));
          node.put("measure", pair.measure().toString());
          node.set("values", values(difference));
        }
      }
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Texts.JSON.writeValue(out, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(ObjectNode node, Result result) {
    ObjectNode options = node.putObject("options");
    result.cell().options().forEach(options::put);
    node.put("trials", result.trials().size());
    node.put("converged", result.isPrecise());
    node.put("eventHash", result.hash());
    ObjectNode measures = node.putObject("measures");
    for (Measure measure : Measure.values()) {
      Estimate estimate = result.estimate(measure);
      if (estimate != null) {
        measures.set(measure.toString(), values(estimate));
      }
    }
  }

  /** Mean, half the width of its interval, least, most, trials. */
  private static ArrayNode values(Estimate estimate) {
    return Texts.JSON
        .createArrayNode()
        .add(estimate.mean())
        .add(estimate.ci95())
        .add(estimate.least())
        .add(estimate.most())
        .add(estimate.trials());
  }

  /** What was measured, by experiment. */
  static Map<String, List<Measured>> read(Path file) {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      Map<String, List<Measured>> results = new LinkedHashMap<>();
      Texts.JSON
          .readTree(in)
          .properties()
          .forEach(experiment -> results.put(experiment.getKey(), read(experiment.getValue())));
      return results;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Measured> read(JsonNode experiment) {
    List<Stored> cells = new ArrayList<>();
    for (JsonNode node : experiment.path("cells")) {
      Map<Measure, Estimate> estimates = new EnumMap<>(Measure.class);
      node.path("measures")
          .properties()
          .forEach(
              measure -> estimates.put(Measure.of(measure.getKey()), estimate(measure.getValue())));
      cells.add(
          new Stored(
              Manifest.cell(node),
              node.path("converged").asBoolean(),
              estimates,
              new LinkedHashMap<>()));
    }
    for (JsonNode node : experiment.path("differences")) {
      Stored other = cells.get(node.path("to").asInt());
      String key = Stored.key(other.cell, Measure.of(node.path("measure").asText()));
      cells.get(node.path("of").asInt()).differences.put(key, estimate(node.path("values")));
    }
    return List.copyOf(cells);
  }

  private static Estimate estimate(JsonNode values) {
    return new Estimate(
        values.get(0).asDouble(),
        values.get(1).isNull() ? null : values.get(1).asDouble(),
        values.get(2).asDouble(),
        values.get(3).asDouble(),
        values.get(4).asInt());
  }

  /** What the file says of one configuration. */
  private record Stored(
      Cell cell,
      boolean isPrecise,
      Map<Measure, Estimate> estimates,
      Map<String, Estimate> differences)
      implements Measured {

    @Override
    public Estimate estimate(Measure measure) {
      return estimates.get(measure);
    }

    @Override
    public Estimate differenceTo(Measured other, Measure measure) {
      return differences.get(key(other.cell(), measure));
    }

    static String key(Cell cell, Measure measure) {
      return measure + "\n" + cell.canonical();
    }
  }
}
