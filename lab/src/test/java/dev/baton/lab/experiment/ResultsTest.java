package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.baton.lab.experiment.ClaimJudge.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The verdicts follow from the published results, and the documents that count them count right;
 * {@code -Dbaton.update=true} judges again, and writes tables and counts.
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

  /**
   * Every verdict is what the rule makes of the numbers in one file, and the table is what is
   * written of the verdicts: a claim, a formula or a tolerance that was changed makes a difference.
   */
  @Test
  void verdictsFollowFromTheResults() throws IOException {
    Map<String, List<Measured>> results = ResultFile.read(RESULTS.resolve(ResultFile.NAME));
    List<Judgement> judgements = new ArrayList<>();
    for (Experiment experiment : Experiments.named("all")) {
      ClaimJudge judge = new ClaimJudge(results.get(experiment.name()));
      experiment.claims().forEach(claim -> judgements.add(judge.judge(experiment.name(), claim)));
    }
    ArrayNode json = Texts.JSON.createArrayNode();
    judgements.forEach(judgement -> json.add(ResultTables.claim(judgement)));
    update("claims.json", Texts.pretty(json));
    update("claims.md", ResultTables.markdown(judgements));
  }

  private static void update(String name, String text) throws IOException {
    Path file = RESULTS.resolve(name);
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(file, text);
    } else {
      assertThat(Files.readString(file)).as(name).isEqualTo(text);
    }
  }

  @Test
  void theResultsAreSmall() throws IOException {
    assertThat(Files.size(RESULTS.resolve(ResultFile.NAME))).isLessThan(1 << 20);
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
