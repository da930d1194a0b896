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
  void sizesAndLoadsMakeBlocks() {
    String line = "compare --nodes 9,4 --entries 90 --algorithms raymond,lamport";
    CommandRun run = CommandRun.of(line + " --workload saturated,think:50").isFine().fits();
    assertThat(run.out())
        .startsWith("9 and 4 nodes, network complete, ")
        .containsSubsequence(
            "\nsaturated, N 9 ", "\nsaturated, N 4 ", "\nthink:50, N 9 ", "\nthink:50, N 4 ")
        .containsOnlyOnce("messages, hops, bits   per entry");
    JsonNode rows =
        CommandRun.of(line + " --workload saturated --json").isFine().json().get("rows");
    assertThat(rows).extracting(row -> row.get("nodes").asInt()).containsExactly(9, 9, 4, 4);
    JsonNode alone =
        CommandRun.of(
                "compare --nodes 4 --entries 90 --algorithms raymond --workload saturated"
                    + " --json")
            .json()
            .get("rows");
    assertThat(rows.get(2).get("algorithm").asText()).isEqualTo("raymond");
    assertThat(rows.get(2).get("eventHash")).isEqualTo(alone.get(0).get("eventHash"));
    CommandRun.of("compare --nodes 9,ten").isRefused("'ten' is not a whole number");
    CommandRun.of("compare --nodes 9,0").isRefused("at least 1 node");
  }

  @Test
  void networksOfDifferentSizesAreNamed() {
    assertThat(
            CommandRun.of(
                    "compare --nodes 9,16 --topology grid --entries 90 --algorithms raymond"
                        + " --workload burst")
                .isFine()
                .out())
        .startsWith("9 and 16 nodes, channels fifo")
        .contains("\nburst, N 9, ", "\nburst, N 16, ");
  }

  @Test
  void columnsAreChosen() {
    String line = "compare --nodes 4 --algorithms raymond --workload burst --trials 2 --columns ";
    assertThat(CommandRun.of(line + "response,messages").isFine().out())
        .containsPattern("\nburst +response messages +±95 %\n");
    CommandRun.of(line + "messages,colour")
        .isRefused("There is no column 'colour': write messages,");
  }

  @Test
  void rowsAreWrittenForLatex(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("rows.tex");
    CommandRun.of(
            "compare --nodes 4,9 --algorithms raymond,lamport --workload saturated --trials 3"
                + " --delay exponential:1 --columns messages,jain --latex "
                + file)
        .isFine();
    assertThat(file)
        .content()
        .contains("% seed 1, 3 trials of 400 and 900 entries each\n")
        .contains("algorithm & \\multicolumn{2}{c}{messages} & jain \\\\")
        .contains("\\multicolumn{4}{@{}l}{\\itshape saturated, N 9} \\\\")
        .containsPattern("raymond & [0-9.]+ & \\$\\{}\\\\pm[0-9.]+\\$ & 0\\.[0-9]+ ")
        .contains("lamport & 24 &  & ");
    CommandRun.of("compare --nodes 4 --latex " + directory).isRefused("cannot be written");
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
