package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SimulateCommandTest {

  private static final List<String> FIELDS =
      List.of(
          "algorithm",
          "nodes",
          "workload",
          "delay",
          "hold",
          "topology",
          "structure",
          "channels",
          "k",
          "seed",
          "trials",
          "entries",
          "truncated",
          "messagesPerEntry",
          "hopsPerEntry",
          "bitsPerEntry",
          "messagesByType",
          "syncDelay",
          "responseTime",
          "turnaround",
          "throughput",
          "fairness",
          "maxLoadShare",
          "simulatedTime",
          "events",
          "eventsPerSecond",
          "eventHash");

  /** Where nodes roam there is more to say, of the question and of the answer. */
  private static List<String> fieldsOf(String line) {
    List<String> fields = new ArrayList<>(FIELDS);
    if (Catalog.entry(line.substring(0, line.indexOf(' '))).roams()) {
      fields.addAll(fields.indexOf("seed"), List.of("neighbourhoods", "mobility"));
      fields.addAll(fields.indexOf("simulatedTime"), List.of("moves", "lostMessages"));
    }
    return fields;
  }

  static Stream<String> everyAlgorithmAndWorkload() {
    return Catalog.entries().stream()
        .flatMap(
            entry ->
                Stream.of("isolated", "burst", "saturated", "think:5", "contention:50")
                    .map(workload -> entry.id() + " --nodes 7 --workload " + workload));
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithmAndWorkload")
  void jsonHasTheFieldsOfTheContract(String line) {
    JsonNode json = CommandRun.of("simulate " + line + " --json").isFine().json();
    assertThat(json.fieldNames()).toIterable().containsExactlyElementsOf(fieldsOf(line));
    for (String estimate : List.of("messagesPerEntry", "hopsPerEntry", "bitsPerEntry")) {
      hasFields(json.get(estimate), "mean", "ci95");
      assertThat(json.get(estimate).get("ci95").isNull()).as("one trial").isTrue();
    }
    if (line.endsWith("isolated")) {
      assertThat(json.get("syncDelay").isNull()).as("nobody ever waits").isTrue();
    } else {
      hasFields(json.get("syncDelay"), "mean", "p50", "p99", "ci95", "samples");
    }
    hasFields(json.get("responseTime"), "mean", "p50", "p99", "ci95");
    hasFields(json.get("turnaround"), "mean", "p50", "p99", "ci95");
    hasFields(json.get("fairness"), "jain", "maxBypass");
    assertThat(json.get("messagesByType").size()).isPositive();
    assertThat(json.get("entries").asLong() + json.get("truncated").asLong())
        .isGreaterThanOrEqualTo(700);
    assertThat(json.get("delay").asText()).isEqualTo("constant:1");
    assertThat(json.get("hold").asText()).isEqualTo("constant:1");
    assertThat(json.get("topology").asText()).isEqualTo("complete");
    assertThat(json.get("seed").asLong()).isEqualTo(1);
    assertThat(json.get("trials").asInt()).isEqualTo(1);
    assertThat(json.get("eventHash").asText()).matches("[0-9a-f]{16}");
  }

  private static void hasFields(JsonNode json, String... names) {
    assertThat(json.fieldNames()).toIterable().containsExactly(names);
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    String line =
        "simulate raymond --nodes 15 --workload think:20 --delay exponential:1 --trials 4 --json";
    JsonNode one = CommandRun.of(line + " --threads 1").isFine().json();
    JsonNode two = CommandRun.of(line + " --threads 2").isFine().json();
    for (String field : FIELDS) {
      if (!field.equals("eventsPerSecond")) {
        assertThat(two.get(field)).as(field).isEqualTo(one.get(field));
      }
    }
    assertThat(one.get("messagesPerEntry").get("ci95").asDouble()).isPositive();
    JsonNode other = CommandRun.of(line + " --seed 2").isFine().json();
    assertThat(other.get("eventHash")).isNotEqualTo(one.get("eventHash"));
  }

  @Test
  void theTablesShowTheSameNumbers() {
    CommandRun run = CommandRun.of("simulate lamport --nodes 5 --workload burst").isFine().fits();
    assertThat(run.out())
        .contains(
            "lamport, 5 nodes, burst", "messages               12.00", "RELEASE", "--trials 10");
    String ten = "simulate suzuki-kasami --nodes 5 --delay exponential:1 --trials 10";
    assertThat(CommandRun.of(ten).isFine().fits().out()).contains("±").doesNotContain("--trials");
  }

  @Test
  void aNetworkThatIsNotCompleteHasItsBreadthFirstTree() {
    CommandRun run = CommandRun.of("simulate raymond --nodes 12 --topology torus:3x4").isFine();
    assertThat(run.out()).contains("network torus:3x4, structure breadth-first tree of torus:3x4");
  }

  @Test
  void clustersMayBeZones(@TempDir Path directory) throws IOException {
    Path zones = directory.resolve("zones.txt");
    Files.writeString(zones, "zone eu 0 1 2\nzone us 3 4\ndelay eu us constant:40\n");
    String system = " raysuz --nodes 5 --clusters " + zones;
    JsonNode near = CommandRun.of("simulate" + system + " --json").isFine().json();
    JsonNode far =
        CommandRun.of("simulate" + system + " --json --delay zones:" + zones).isFine().json();
    assertThat(far.at("/clusters")).hasToString("[[0,1,2],[3,4]]");
    assertThat(far.at("/responseTime/mean").asDouble())
        .isGreaterThan(near.at("/responseTime/mean").asDouble());
    CommandRun.of("check" + system + " --requests 1").isFine();
    CommandRun four = CommandRun.of("simulate raysuz --nodes 20 --structure zones:4x5").isFine();
    assertThat(four.out()).contains("4 zones");
    CommandRun.of("simulate raysuz --nodes 9 --clusters " + zones).isRefused("write --nodes 5");
    CommandRun.of("simulate raysuz --nodes 9 --clusters nowhere.txt").isRefused("nowhere.txt");
  }

  /** Sections 3.4 and 4.6 of the paper, with its clusters, as in the traces of these names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | edges:0-1,0-2,0-3,3-4,0-5,5-6 | 0,1,2 3,4 5,6 | [[0,1,2],[3,4],[5,6]]",
        "5 | edges:0-1,0-2,2-3,2-4 | 0,1 2,3,4 | [[0,1],[2,3,4]]",
      })
  void theTopologiesOfRaysuzScenariosRun(
      String nodes, String structure, String clusters, String listed) {
    JsonNode run =
        CommandRun.of(
                "simulate",
                "raysuz",
                "--nodes",
                nodes,
                "--structure",
                structure,
                "--clusters",
                clusters,
                "--json")
            .isFine()
            .json();
    assertThat(run.at("/clusters")).hasToString(listed);
  }

  /** The words of a line, with an underscore where a word has a space. */
  private static String[] arguments(String line) {
    return Stream.of(line.split(" ")).map(word -> word.replace('_', ' ')).toArray(String[]::new);
  }

  @Test
  void clustersThatAreListedNeedATree() {
    CommandRun.of("simulate", "raysuz", "--nodes", "5", "--clusters", "0,1 2,3,4")
        .isRefused("write --structure");
    String check = "check raysuz --nodes 3 --requests 1 --structure line --clusters";
    CommandRun.of(arguments(check + " 0_2,1")).isFine();
  }

  @Test
  void singleEntriesAreWritten(@TempDir Path directory) throws IOException {
    Path samples = directory.resolve("samples.csv");
    Path histogram = directory.resolve("histogram.csv");
    String line = "simulate raymond --nodes 7 --workload think:9 --trials 2 --entries 300 --json";
    JsonNode alone = CommandRun.of(line).isFine().json();
    JsonNode watched =
        CommandRun.of(line + " --samples " + samples + " --histogram " + histogram).isFine().json();
    assertThat(watched.get("eventHash")).isEqualTo(alone.get("eventHash"));
    List<String> rows = Files.readAllLines(samples);
    assertThat(rows.getFirst())
        .isEqualTo("trial,entry,node,requested,entered,left,response,turnaround,delay,counted");
    assertThat(rows.get(1)).startsWith("0,0,");
    assertThat(rows.stream().filter(row -> row.endsWith(",true")).count())
        .isEqualTo(alone.get("entries").asLong());
    assertThat(rows.stream().filter(row -> row.endsWith(",false")).count())
        .isEqualTo(alone.get("truncated").asLong());
    List<String> steps = Files.readAllLines(histogram);
    assertThat(steps.getFirst()).isEqualTo("time,upTo,entries,share");
    assertThat(
            steps.stream()
                .filter(row -> row.startsWith("response,"))
                .mapToLong(row -> Long.parseLong(row.split(",")[2]))
                .sum())
        .isEqualTo(alone.get("entries").asLong());
    CommandRun.of("simulate hybrid-torus-style --nodes 9 --idle-rounds skip --samples " + samples)
        .isRefused("leave --idle-rounds out");
    CommandRun.of("simulate raymond --nodes 3 --samples " + directory)
        .isRefused("cannot be written");
  }

  @Test
  void aViolationIsATrace(@TempDir Path directory) {
    String line = "simulate lamport --nodes 5 --channels any --delay exponential:1";
    Path file = directory.resolve("overtaken.trace");
    CommandRun run = CommandRun.of(line + " --trials 3 --out " + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("warning", "lamport needs channels that keep the order");
    assertThat(run.out()).startsWith("VIOLATED: ").contains("algorithm lamport", "violation: ");
    assertThat(file).exists();
    CommandRun.of("trace " + file).isFine();

    CommandRun again = CommandRun.of(line + " --trials 3 --threads 1 --json");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.json().get("violation").asText()).contains("entered while");
    assertThat(file).hasContent(again.json().get("trace").asText());
  }

  @Test
  void aLongTraceIsPrintedInPart(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("long.trace");
    CommandRun run =
        CommandRun.of(
            "simulate lamport --nodes 20 --channels any --delay uniform:0.8,1.2 --workload think:9"
                + " --out "
                + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("lines before these");
    assertThat(run.out().lines().count()).isLessThan(210);
    assertThat(Files.readAllLines(file)).hasSizeGreaterThan(200);
    CommandRun.of("trace " + file).isFine();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simulate                                           | An algorithm is missing
          simulate raymond | write --nodes 9
          simulate fly --nodes 3 | There is no algorithm 'fly': write one of
          simulate raymond --nodes 0 | There must be at least 1 node, not 0.
          simulate raymond --nodes many | 'many' is not a whole number
          simulate raymond --nodes 99999999999 | too large
          simulate raymond --nodes 10 --topology torus:3x4 | such as torus:2x5
          simulate raymond --nodes 10 --topology torus | is not a topology: write
          simulate raymond --nodes 10 --topology edges:0-1 | does not connect
          simulate raymond --nodes 200 --hold constant:999999999 | simulated time overflows
          simulate raymond --nodes 3 --topology edges:0-1,1-0,1-2 | appears twice
          simulate raymond --nodes 10 --structure ring | raymond needs a tree, which ring is not
          simulate lamport --nodes 10 --structure line | leave the structure out
          simulate raymond --nodes 9 --delay slow | --delay: 'slow' is not a time: write
          simulate raymond --nodes 9 --delay constant:0 | write a delay above 0
          simulate raymond --nodes 9 --hold uniform:2,1 | --hold: 'uniform:2,1' is not a time
          simulate raymond --nodes 9 --workload think | 'think' is not a workload: write
          simulate raymond --nodes 9 --workload contention:0 | 'contention:0' is not a workload
          simulate raymond --nodes 9 --channels lifo | write --channels fifo
          simulate raymond --nodes 9 --k 2 | raymond has one permit, not 2
          simulate raymond --nodes 9 --k 0 | at least 1 permit
          simulate raymond --nodes 9 --groups 3 | raymond does not divide the nodes into groups
          simulate request-collectors --nodes 9 --groups 10 | write fewer --groups
          simulate request-collectors --nodes 9 --groups 0 | There must be at least 1 group, not 0
          simulate raymond --nodes 9 --clusters 2 | raymond has no clusters
          simulate raysuz --nodes 9 --clusters 0 | at least 1 deep
          simulate raymond --nodes 9 --neighbourhoods 2 | raymond has a fixed membership: leave
          simulate raymond --nodes 9 --churn 0.1 | raymond has a fixed membership: leave
          simulate raymond --nodes 9 --mobility churn:1 | raymond has a fixed membership: leave
          simulate raymond --nodes 9 --mobility fly | --mobility: 'fly' is not a mobility: write
          simulate raymond --nodes 9 --locality 0.5 | raymond has no clusters: leave --locality out
          simulate raysuz --nodes 9 --workload isolated --locality 2 | a number from 0 to 1, not '2'
          simulate raysuz --nodes 9 --workload isolated --locality x | a number from 0 to 1, not 'x'
          simulate raysuz --nodes 9 --locality 0.5 | everybody requests, so that locality cannot choose
          simulate raymond --nodes 9 --entries 0 | at least 1 entry
          simulate raymond --nodes 9 --trials 0 | at least 1 trial
          simulate raymond --nodes 9 --threads 0 | threads, not 0
          simulate raymond --nodes 9 --out /nowhere/a.trace | cannot be written
          simulate raymond 9 | There is no argument '9' here
          """)
  void aMistakeIsOneSentence(String line, String words) {
    CommandRun.of(line).isRefused(words);
  }
}
