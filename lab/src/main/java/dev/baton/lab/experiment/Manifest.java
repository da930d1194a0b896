package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is needed to repeat a run and to compare: code, machine, configurations, hashes. */
final class Manifest {

  private Manifest() {}

  static ObjectNode of(Path directory, boolean isQuick, ExperimentReport report) {
    ObjectNode json = head(isQuick);
    ArrayNode experiments = json.putArray("experiments");
    StringBuilder all = new StringBuilder();
    for (ExperimentReport.Findings findings : report.findings()) {
      ObjectNode experiment = experiments.addObject();
      String name = findings.experiment().name();
      experiment.put("name", name);
      experiment.put(
          "definition",
          Texts.sha256(findings.experiment().text().getBytes(StandardCharsets.UTF_8)));
      ArrayNode cells = experiment.putArray("cells");
      for (Result result : findings.results()) {
        ObjectNode cell = cells.addObject();
        ObjectNode options = cell.putObject("options");
        result.cell().options().forEach(options::put);
        cell.put("seed", result.cell().options().getOrDefault("seed", "1"));
        cell.put("trials", result.trials().size());
        cell.put("converged", result.isPrecise());
        cell.put("eventHash", result.hash());
      }
      ObjectNode files = experiment.putObject("files");
      for (String file : files(name)) {
        files.put(file, fileHash(directory.resolve(file)));
      }
      String hash = Texts.sha256(experiment.toString().getBytes(StandardCharsets.UTF_8));
      experiment.put("hash", hash);
      all.append(hash);
    }
    json.put("hash", Texts.sha256(all.toString().getBytes(StandardCharsets.UTF_8)));
    return json;
  }

  /** The files of an experiment that are hashed. */
  static List<String> files(String experiment) {
    return List.of("results/" + experiment + ".csv", "results/" + experiment + ".json");
  }

  /** Which code, which machine, how much. */
  static ObjectNode head(boolean isQuick) {
    ObjectNode json = Texts.JSON.createObjectNode();
    json.put("version", Version.release());
    json.put("code", Version.code());
    json.put("commit", Version.commit());
    json.put("java", Runtime.version() + ", " + System.getProperty("java.vm.name"));
    json.put(
        "machine",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", "
            + System.getProperty("os.arch")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " cores");
    json.put("effort", isQuick ? "quick" : "full");
    json.put("halfWidth", Laboratory.HALF_WIDTH);
    return json;
  }

  /** One line for the report. */
  static String line(JsonNode manifest) {
    return "Baton "
        + manifest.path("version").asText()
        + (manifest.path("commit").isNull() ? "" : ", commit " + manifest.path("commit").asText())
        + ", code "
        + manifest.path("code").asText()
        + ", "
        + manifest.path("effort").asText()
        + " run on Java "
        + manifest.path("java").asText()
        + ", "
        + manifest.path("machine").asText()
        + ".";
  }

  static String fileHash(Path file) {
    try {
      return Texts.sha256(Files.readAllBytes(file));
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws IllegalArgumentException with one sentence, if it is none
   */
  static JsonNode read(Path file) {
    try {
      JsonNode json = Texts.JSON.readTree(file.toFile());
      if (json.path("experiments").isArray() && json.path("code").isTextual()) {
        names(json).forEach(name -> FileNames.check("experiment", name));
        return json;
      }
    } catch (IOException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        file + " is not the manifest of a run: write DIR/manifest.json, for example.");
  }

  static Cell cell(JsonNode cell) {
    Map<String, String> options = new LinkedHashMap<>();
    cell.path("options")
        .properties()
        .forEach(it -> options.put(it.getKey(), it.getValue().asText()));
    return new Cell(options);
  }

  static List<String> names(JsonNode manifest) {
    List<String> names = new ArrayList<>();
    manifest.path("experiments").forEach(each -> names.add(each.path("name").asText()));
    return names;
  }
}
