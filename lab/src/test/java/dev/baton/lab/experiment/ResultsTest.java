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
 * The table of claims is that of the judged claims, and the documents that count them count right;
 * {@code -Dbaton.update=true} writes the counts.
 */
class ResultsTest {

  /** Tests run in the directory of their module. */
  private static final Path ROOT = Path.of("..");

  private static final Path RESULTS = ROOT.resolve("docs/results");
  private static final String BEGIN = "<!-- claims: ResultsTest writes these lines. -->\n";
  private static final String END = "<!-- end of claims -->\n";

  private static JsonNode claims() throws IOException {
    return Texts.JSON.readTree(RESULTS.resolve("claims.json").toFile());
  }

  @Test
  void theDocumentsCountTheClaims() throws IOException {
    String rest = "[Results](docs/results/README.md), with plots and reasons.";
    counts(ROOT.resolve("README.md"), rest);
    counts(RESULTS.resolve("README.md"), "[All of them](claims.md), with reasons.");
  }

  private static void counts(Path document, String rest) throws IOException {
    String text = Files.readString(document);
    String lines = summary() + "\n" + rest + "\n";
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(document, text.substring(0, begin) + lines + text.substring(end));
    } else {
      assertThat(text.substring(begin, end)).isEqualTo(lines);
    }
  }

  /** How many claims there are, and how many of them have each verdict. */
  private static String summary() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    claims().forEach(claim -> counts.merge(claim.path("verdict").asText(), 1, Integer::sum));
    return claims().size()
        + " claims: "
        + counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "))
        + ".";
  }

  /** A row of the table for each claim, in the same order, with the same verdict. */
  @Test
  void theTableHasTheClaimsThatWereJudged() throws IOException {
    List<String> rows =
        Files.readAllLines(RESULTS.resolve("claims.md")).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| claim "))
            .toList();
    assertThat(rows).hasSize(claims().size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode claim = claims().get(i);
      assertThat(rows.get(i))
          .startsWith("| " + claim.path("claim").asText() + " (")
          .endsWith("| " + claim.path("verdict").asText() + " |");
    }
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
