package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of claims in the README is that of the results; {@code -Dbaton.update=true} copies it.
 */
class ResultsTest {

  /** Tests run in the directory of their module. */
  private static final Path ROOT = Path.of("..");

  private static final Path README = ROOT.resolve("README.md");
  private static final Path RESULTS = ROOT.resolve("docs/results");
  private static final String BEGIN = "<!-- claims: ";
  private static final String END = "<!-- end of claims -->";

  private static JsonNode claims() throws IOException {
    return Texts.JSON.readTree(RESULTS.resolve("claims.json").toFile());
  }

  @Test
  void theReadmeHasTheClaimsOfTheResults() throws IOException {
    String readme = Files.readString(README);
    int begin = readme.indexOf('\n', readme.indexOf(BEGIN)) + 1;
    int end = readme.indexOf(END);
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(README, readme.substring(0, begin) + block() + readme.substring(end));
    } else {
      assertThat(readme.substring(begin, end)).isEqualTo(block());
    }
  }

  private static String block() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    claims().forEach(claim -> counts.merge(claim.path("verdict").asText(), 1, Integer::sum));
    String table =
        Files.readAllLines(RESULTS.resolve("claims.md")).stream()
            .filter(line -> line.startsWith("|"))
            .collect(Collectors.joining("\n"));
    String summary =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "));
    return """
    %d claims: %s. [Results](docs/results/README.md), with plots and reasons.

    <details><summary>All of them</summary>

    %s

    </details>
    """
        .formatted(claims().size(), summary, table);
  }

  /** Claims that a file states are those that were judged, in its order. */
  @Test
  void theResultsAreOfTheExperimentsThatThereAre() throws IOException {
    List<String> stated =
        Experiments.named("all").stream()
            .flatMap(experiment -> experiment.claims().stream())
            .map(Experiment.Claim::claim)
            .toList();
    assertThat(claims()).extracting(claim -> claim.path("claim").asText()).isEqualTo(stated);
    assertThat(stated).hasSizeGreaterThanOrEqualTo(40);
  }

  @Test
  void whatDiffersIsExplained() throws IOException {
    for (JsonNode claim : claims()) {
      if (!claim.path("verdict").asText().equals("confirmed")) {
        assertThat(claim.path("note").asText())
            .as(claim.path("claim").asText())
            .hasSizeGreaterThan(40);
      }
    }
  }
}
