package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An id that an algorithm had before does what the new one does, and a line names that. */
class FormerIdsTest {

  private static final String EXPERIMENT =
      """
      title: "One cell"
      paper: "nobody's"
      about: "Nothing."
      sweeps:
        - {algorithm: cao-singhal, nodes: 4, workload: isolated}
      quick: {least: 2, most: 2, entries: 10*N}
      full: {least: 2, most: 2, entries: 10*N}
      measures: [messages]
      """;

  @TempDir private Path directory;

  private static CommandRun tells(CommandRun run, String before) {
    String notice = "baton: " + before + " is now called " + before + "-style.";
    assertThat(run.err().lines().filter(notice::equals)).as(run.err()).hasSize(1);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"banerjee-chrysanthis", "cao-singhal", "chaudhuri-edward-k"})
  void theRunIsThatOfTheNewId(String before) {
    String options = " --nodes 4 --entries 50 --json";
    CommandRun run = tells(CommandRun.of("simulate " + before + options), before);
    CommandRun now = CommandRun.of("simulate " + before + "-style" + options).isFine();
    assertThat(run.json().get("algorithm").asText()).isEqualTo(before + "-style");
    assertThat(run.json().get("eventHash")).isEqualTo(now.json().get("eventHash"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check raysuz-fair --nodes 2 --requests 1",
        "compare --algorithms raymond,raysuz-fair --nodes 4 --entries 50",
        "attack --algorithm raysuz-fair --seeds 1"
      })
  void everyCommandUnderstandsIt(String line) {
    assertThat(tells(CommandRun.of(line), "raysuz-fair").out()).contains("raysuz-fair-style");
  }

  @Test
  void aTraceMayNameIt() throws IOException {
    Path file = directory.resolve("a.trace");
    Files.writeString(file, "algorithm cao-singhal\nnodes 1\n\n0 requests\n  0 enters\n");
    tells(CommandRun.of("trace " + file), "cao-singhal");
  }

  /** A manifest of before is compared under the ids that it has. */
  @Test
  void anExperimentMayNameItAndIsReproduced() throws IOException {
    Path file = Files.writeString(directory.resolve("mine.yaml"), EXPERIMENT);
    Path results = directory.resolve("results");
    tells(CommandRun.of("experiment " + file + " --out " + results), "cao-singhal");
    String manifest = Files.readString(results.resolve("manifest.json"));
    assertThat(manifest).contains("\"cao-singhal\"");
    tells(CommandRun.of("reproduce " + results.resolve("manifest.json")), "cao-singhal");
  }
}
