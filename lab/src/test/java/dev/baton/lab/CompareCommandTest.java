package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {

  private static List<String> ids(JsonNode answer, String workload) {
    List<String> ids = new ArrayList<>();
    for (JsonNode row : answer.get("rows")) {
      if (row.get("workload").asText().equals(workload)) {
        ids.add(row.get("algorithm").asText());
      }
    }
    return ids;
  }

  @Test
  void everyAlgorithmHasARowUnderEveryWorkload() {
    String line = "compare --nodes 7 --entries 70 --workload isolated,think:5";
    JsonNode answer = CommandRun.of(line + " --json").isFine().json();
    String[] all =
        Catalog.entries().stream().map(Catalog.Entry::id).toList().toArray(new String[0]);
    assertThat(ids(answer, "isolated")).containsExactlyInAnyOrder(all);
    assertThat(ids(answer, "think:5")).containsExactlyInAnyOrder(all);
    assertThat(CommandRun.of(line).isFine().fits().out()).contains(all);
  }

  @Test
  void aRowIsTheAnswerOfSimulate() {
    String system = "--nodes 9 --clusters 3 --delay exponential:1 --seed 5 --trials 2 --json";
    JsonNode rows =
        CommandRun.of("compare --algorithms raysuz,lamport --workload burst " + system)
            .isFine()
            .json()
            .get("rows");
    JsonNode raysuz = CommandRun.of("simulate raysuz --workload burst " + system).isFine().json();
    assertThat(rows).hasSize(2);
    for (String field : List.of("algorithm", "clusters", "messagesPerEntry", "eventHash")) {
      assertThat(rows.get(0).get(field)).as(field).isEqualTo(raysuz.get(field));
    }
    assertThat(rows.get(1).get("algorithm").asText()).isEqualTo("lamport");
    assertThat(rows.get(1).has("clusters")).isFalse();
  }

  @Test
  void threadsChangeNothing() {
    String line = "compare --nodes 9 --entries 90 --delay exponential:1 --trials 2 --threads ";
    assertThat(CommandRun.of(line + 1).isFine().out()).isEqualTo(CommandRun.of(line + 2).out());
  }

  @Test
  void rowsAreSortedByAColumn() {
    String line = "compare --nodes 9 --algorithms lamport,raymond,ricart-agrawala --json";
    String load = " --workload saturated";
    assertThat(ids(CommandRun.of(line + load).json(), "saturated"))
        .containsExactly("raymond", "ricart-agrawala", "lamport");
    assertThat(ids(CommandRun.of(line + load + " --sort delay").json(), "saturated"))
        .containsExactly("lamport", "ricart-agrawala", "raymond");
    CommandRun.of(line + " --sort colour").isRefused("There is no column 'colour'");
  }

  @Test
  void onlyThoseThatFitTheConditionsAreCompared() {
    JsonNode three =
        CommandRun.of("compare --nodes 9 --entries 90 --k 3 --workload burst --json")
            .isFine()
            .json();
    assertThat(ids(three, "burst"))
        .contains("klme", "request-collectors")
        .doesNotContain("lamport");
    CommandRun any = CommandRun.of("compare --nodes 4 --entries 40 --channels any --json");
    assertThat(any.err()).startsWith("baton: left out: lamport (needs FIFO)");
    assertThat(ids(any.json(), "burst")).contains("ricart-agrawala").doesNotContain("lamport");
    CommandRun.of("compare --nodes 4 --k 2 --algorithms lamport")
        .isRefused("lamport has one permit, not 2.");
    CommandRun.of("compare --nodes 4 --algorithms lampert").isRefused("lampert");
    CommandRun.of("compare").isRefused("The number of nodes is missing");
  }

  @Test
  void aViolationIsSaidAndNotHidden() {
    CommandRun run =
        CommandRun.of(
            "compare --nodes 5 --algorithms lamport,raymond --workload saturated --channels any"
                + " --delay exponential:1");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("VIOLATED: lamport, saturated").contains("  raymond");
  }

  @Test
  void rowsAreWrittenAsCsv(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("rows.csv");
    CommandRun.of(
            "compare --nodes 4 --algorithms lamport,klme --workload isolated,burst --out " + file)
        .isFine();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).contains("algorithm,nodes,workload").contains("messagesPerEntry.mean");
    assertThat(lines.get(1)).startsWith("klme,4,isolated").as("fewer messages first");
    long commas = lines.get(0).chars().filter(c -> c == ',').count();
    assertThat(lines).allMatch(line -> line.chars().filter(c -> c == ',').count() == commas);
  }
}
