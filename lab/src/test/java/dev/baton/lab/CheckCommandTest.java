package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.algorithms.Catalog;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CheckCommandTest {

  private static final List<String> FIELDS =
      List.of(
          "algorithm",
          "nodes",
          "requests",
          "channels",
          "neighbourhoods",
          "joins",
          "leaves",
          "linkChanges",
          "verdict",
          "property",
          "message",
          "hint",
          "states",
          "transitions",
          "depth",
          "seconds",
          "statesPerSecond",
          "reduction",
          "collisionBound",
          "trace",
          "maxBypass");

  static Stream<String> algorithms() {
    return Catalog.entries().stream().map(Catalog.Entry::id);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void jsonHasTheFieldsOfTheContract(String id) {
    JsonNode json = check(id + " --nodes 3 --requests 1", 0);
    assertThat(json.fieldNames()).toIterable().containsExactlyElementsOf(FIELDS);
    assertThat(json.get("verdict").asText()).isEqualTo("holds");
    assertThat(json.get("property").isNull()).isTrue();
    assertThat(json.get("trace").isNull()).isTrue();
    assertThat(json.get("maxBypass").isNull()).isTrue();
    assertThat(json.get("channels").asText()).isEqualTo("fifo");
    assertThat(json.get("requests").asInt()).isEqualTo(1);
    assertThat(json.get("collisionBound").asDouble()).isBetween(0.0, 1e-6);
  }

  /** The same numbers as in the table of exhaustive checks. */
  @Test
  void nodesJoinAndLeave() {
    JsonNode json = check("klme --nodes 3 --requests 1 --joins 1 --leaves 1", 0);
    assertThat(json.get("neighbourhoods").asInt()).isEqualTo(1);
    assertThat(json.get("joins").asInt()).isEqualTo(1);
    assertThat(json.get("leaves").asInt()).isEqualTo(1);
    assertThat(json.get("states").asInt()).isEqualTo(66_929);
  }

  @ParameterizedTest
  @CsvSource({
    "suzuki-kasami --nodes 3 --requests 2, 0",
    "raymond --nodes 4 --structure star --requests 2, 0",
    "ricart-agrawala --nodes 3 --requests 2 --channels any --exact, 0",
    "lamport --nodes 3 --requests 1 --channels any, 1",
    "raymond --nodes 4 --structure line --requests unbounded, 0",
    "raymond --nodes 4 --requests 2 --property safety;bypass, 0",
    "klme --nodes 3 --requests 1 --joins 1 --leaves 1, 0",
  })
  void theNumberOfThreadsChangesNothing(String line, int exitCode) {
    JsonNode one = check(line.replace(';', ',') + " --threads 1", exitCode);
    JsonNode two = check(line.replace(';', ',') + " --threads 2", exitCode);
    for (String field : FIELDS) {
      if (!field.equals("seconds") && !field.equals("statesPerSecond")) {
        assertThat(two.get(field)).as(field).isEqualTo(one.get(field));
      }
    }
  }

  @Test
  void aViolationIsATraceThatCanBeReplayed(@TempDir Path directory) {
    Path file = directory.resolve("overtaken.trace");
    Path picture = directory.resolve("overtaken.svg");
    String line = "check lamport --nodes 3 --requests 1 --channels any";
    CommandRun run = CommandRun.of(line + " --out " + file + " --svg " + picture);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("warning: lamport needs channels that keep the order");
    assertThat(run.out()).contains("VIOLATED     safety", "node 0", "channels any", "violation:");
    CommandRun trace = CommandRun.of("trace " + file).isFine();
    assertThat(trace.out()).startsWith("ok ");
    JsonNode json = check("lamport --nodes 3 --requests 1 --channels any", 1);
    assertThat(json.get("verdict").asText()).isEqualTo("violated");
    assertThat(json.get("property").asText()).isEqualTo("safety");
    assertThat(file).hasContent(json.get("trace").asText());
    assertThat(picture).content().startsWith("<svg ").contains("✕", "are inside together.");
  }

  @Test
  void theFieldsThatEventsChangeAreShown() {
    CommandRun run =
        CommandRun.of("check lamport --nodes 2 --requests 1 --channels any --fields --threads 1");
    assertThat(run.out())
        .contains("and the fields that it changes:", " requests\n  ", "=[", "] (was [")
        .doesNotContain("algorithm lamport");
  }

  @Test
  void bypassIsMeasuredExactly() {
    String line = "ricart-agrawala --nodes 3 --requests 2 --property ";
    int most = check(line + "bypass", 0).get("maxBypass").asInt();
    assertThat(most).isPositive();
    assertThat(check(line + "safety,bypass:" + most, 0).get("maxBypass").asInt()).isEqualTo(most);
    JsonNode tooLow = check(line + "safety,bypass:" + (most - 1), 1);
    assertThat(tooLow.get("property").asText()).isEqualTo("bypass");
    assertThat(tooLow.get("trace").asText()).startsWith("# bypass is violated");
    assertThat(CommandRun.of("check " + line + "safety,bypass").isFine().fits().out())
        .contains("HOLDS        safety", "MEASURED     bypass, at most " + most);
  }

  @Test
  void aSweepForgetsAndFindsTheSame() {
    String line = "info-based --nodes 4 --requests 1 --channels any";
    JsonNode full = check(line, 0);
    JsonNode swept = check(line + " --sweep", 0);
    assertThat(swept.get("states")).isEqualTo(full.get("states"));
    assertThat(swept.get("transitions")).isEqualTo(full.get("transitions"));
    assertThat(swept.get("depth").isNull()).isTrue();
    assertThat(CommandRun.of("check " + line + " --sweep").isFine().fits().out())
        .contains("depth        not known after a sweep");
    // Where something is wrong it is still the shortest path that is shown.
    String wrong = "lamport --nodes 3 --requests 1 --channels any";
    assertThat(check(wrong + " --sweep", 1).get("trace")).isEqualTo(check(wrong, 1).get("trace"));
  }

  @Test
  void unboundedRequestsAreSaid() {
    JsonNode json = check("raymond --nodes 3 --requests unbounded", 0);
    assertThat(json.get("requests").asText()).isEqualTo("unbounded");
  }

  @Test
  void theReductionIsNamedAndCanBeLeftOut() {
    JsonNode reduced = check("raymond --nodes 4 --requests 2", 0);
    JsonNode full = check("raymond --nodes 4 --requests 2 --no-reduction", 0);
    assertThat(reduced.get("reduction").asText()).isEqualTo("receivers-first");
    assertThat(full.get("reduction").asText()).isEqualTo("none");
    assertThat(reduced.get("states").asLong()).isLessThan(full.get("states").asLong());
    JsonNode any = check("raymond --nodes 4 --requests 2 --channels any", 0);
    assertThat(any.get("reduction").asText()).isEqualTo("none");
  }

  @Test
  void anExactSearchHasNoCollisions() {
    JsonNode exact = check("raymond --nodes 3 --requests 2 --exact", 0);
    assertThat(exact.get("collisionBound").asDouble()).isZero();
    assertThat(exact.get("states"))
        .isEqualTo(check("raymond --nodes 3 --requests 2", 0).get("states"));
  }

  @Test
  void tooLittleMemoryIsNoPass() {
    JsonNode json = check("suzuki-kasami --nodes 4 --requests 2 --memory 1m", 1);
    assertThat(json.get("verdict").asText()).isEqualTo("incomplete");
    assertThat(json.get("trace").isNull()).isTrue();
    CommandRun run = CommandRun.of("check suzuki-kasami --nodes 4 --requests 2 --memory 1m");
    assertThat(run.out()).contains("INCOMPLETE", "raise --memory");
  }

  private static JsonNode check(String line, int exitCode) {
    CommandRun run = CommandRun.of("check " + line + " --json");
    assertThat(run.exitCode()).as(line + ": " + run.err()).isEqualTo(exitCode);
    return run.json();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          check                                                        | An algorithm is missing
          check fly --nodes 3 --requests 1 | There is no algorithm 'fly'
          check raymond --requests 1 | write --nodes 9
          check raymond --nodes 0 --requests 1 | at least 1 node
          check raymond --nodes 3 | write --requests 2
          check raymond --nodes 3 --requests 0 | '0' is not a number of requests
          check raymond --nodes 3 --requests often | 'often' is not a number of requests
          check suzuki-kasami --nodes 3 --requests unbounded | too many states
          check raymond --nodes 50000 --requests 1 | No search finishes
          check raymond --nodes 3 --requests 1 --joins 1 | raymond has a fixed membership
          check klme --nodes 3 --requests 1 --leaves -1 | fewer than 0 joins or leaves
          check raymond --nodes 3 --requests 1 --structure ring | raymond needs a tree
          check lamport --nodes 3 --requests 1 --structure line | leave the structure out
          check raymond --nodes 3 --requests 1 --topology torus:2x2 | such as torus:1x3
          check raymond --nodes 3 --requests 1 --memory lots | 'lots' is not an amount of memory
          check raymond --nodes 3 --requests 1 --memory 900t | more than the
          check raymond --nodes 3 --requests 1 --memory -1g | is not an amount of memory
          check raymond --nodes 3 --requests 1 --property liveness | 'liveness' is not a property
          check raymond --nodes 3 --requests 1 --property bypass:some | write bypass:2
          check raymond --nodes 3 --requests unbounded --property bypass | requests must be bounded
          check raymond --nodes 3 --requests unbounded --exact | leave --exact out
          check raymond --nodes 3 --requests unbounded --sweep | leave --sweep out
          check raymond --nodes 3 --requests 1 --k 2 | raymond has one permit
          check raymond --nodes 3 --requests 1 --threads 0 | threads, not 0
          check raymond --nodes 3 --requests 1 --out /nowhere/a.trace | cannot be written
          check raymond --nodes 3 --requests 1 --no-reducton | or --no-reduction?
          """)
  void aMistakeIsOneSentence(String line, String words) {
    CommandRun.of(line).isRefused(words);
  }
}
