package dev.baton.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Trials on disk, one file each. A file's name is the hash of all that decides the trial: version,
 * options, number. So a run that was interrupted goes on where it was, shares of a run can be put
 * into one directory, and no result of other code is ever taken for one of this.
 */
final class TrialStore {

  private final Path directory;
  private final String version;

  TrialStore(Path run, String version) {
    directory = run.resolve("trials");
    this.version = version;
  }

  /** Whether some trial is there already. */
  boolean isEmpty() {
    try (Stream<Path> files = Files.exists(directory) ? Files.list(directory) : Stream.of()) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The trial, or null if it is not there, or its file is not what was written.
   *
   * @param hasTimes whether the times of single entries must be there
   */
  Trial find(Cell cell, int number, boolean hasTimes) {
    String key = key(cell, number);
    Path file = file(key);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      JsonNode json = Texts.JSON.readTree(file.toFile());
      Map<Measure, Double> measures = new EnumMap<>(Measure.class);
      json.path("measures")
          .properties()
          .forEach(field -> measures.put(Measure.of(field.getKey()), field.getValue().asDouble()));
      Trial trial = new Trial(measures, json.path("hash").asText(), times(json));
      boolean isWhole = seal(key, trial).equals(json.path("seal").asText());
      return isWhole && (!hasTimes || trial.times() != null) ? trial : null;
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static Map<Measure, String> times(JsonNode json) {
    if (!json.has("times")) {
      return null;
    }
    Map<Measure, String> times = new EnumMap<>(Measure.class);
    json.path("times")
        .properties()
        .forEach(field -> times.put(Measure.of(field.getKey()), field.getValue().asText()));
    return times;
  }

  /** Writes a trial: all of it, or nothing. */
  void put(Cell cell, int number, Trial trial) {
    String key = key(cell, number);
    ObjectNode json = Texts.JSON.createObjectNode();
    ObjectNode options = json.putObject("options");
    cell.options().forEach(options::put);
    json.put("trial", number);
    ObjectNode measures = json.putObject("measures");
    trial.measures().forEach((measure, value) -> measures.put(measure.toString(), value));
    json.put("hash", trial.hash());
    if (trial.times() != null) {
      ObjectNode times = json.putObject("times");
      trial.times().forEach((measure, text) -> times.put(measure.toString(), text));
    }
    json.put("seal", seal(key, trial));
    Path file = file(key);
    try {
      Files.createDirectories(file.getParent());
      // Two experiments may run the same trial at the same time.
      Path draft = Files.createTempFile(file.getParent(), "draft", ".new");
      Files.writeString(draft, Texts.pretty(json));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes over all trials of another run, and nothing else that is in its directory. */
  void addAll(Path run) {
    Path source = run.resolve("trials");
    if (!Files.isDirectory(source)) {
      throw new IllegalArgumentException(run + " holds no trials: write a directory of a run.");
    }
    try (Stream<Path> walk = Files.walk(source)) {
      for (Path file : walk.filter(TrialStore::isTrial).toList()) {
        Path copy = file(file.getFileName().toString().replace(".json", ""));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isTrial(Path file) {
    return file.getFileName().toString().matches("[0-9a-f]{64}\\.json")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private String key(Cell cell, int number) {
    return Texts.sha256(
        (version + "\n" + cell.canonical() + cell.contents() + "\ntrial=" + number)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static String seal(String key, Trial trial) {
    String times = trial.times() == null ? "" : trial.times().toString();
    return Texts.sha256(
        (key + trial.measures() + trial.hash() + times).getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String key) {
    return directory.resolve(key.substring(0, 2)).resolve(key + ".json");
  }
}
