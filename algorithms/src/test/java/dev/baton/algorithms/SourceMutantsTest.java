package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every small change of every algorithm is noticed by the checker, or is listed with the reason why
 * not, in {@code survivors}. All of them are judged with {@code -Pmutants}; {@code
 * -Dbaton.mutants=PATTERN} chooses classes, and {@code -Dbaton.update=true} writes what was found.
 */
@Execution(ExecutionMode.CONCURRENT)
class SourceMutantsTest {

  private static final Path SURVIVORS = Path.of("src/test/resources/survivors");

  /** The largest systems in which they are judged. */
  private static final long MOST_STATES = 50_000;

  private static final String FOUND = "  found: ";
  private static final String REASON = "  reason: ";

  static List<String> types() {
    return MutantJudge.types();
  }

  static Stream<String> chosen() {
    return types().stream().filter(type -> type.matches(System.getProperty("baton.mutants", ".*")));
  }

  /** Those that have a list of survivors, perhaps an empty one. */
  static Stream<String> judged() {
    return types().stream().filter(type -> Files.exists(file(type)));
  }

  /** A survivor: what is different, and why nothing notices. */
  private record Survivor(String found, String reason) {}

  private static Path file(String type) {
    return SURVIVORS.resolve(type + ".txt");
  }

  /** By the name of the mutant. */
  private static Map<String, Survivor> listed(String type) throws IOException {
    Map<String, Survivor> survivors = new LinkedHashMap<>();
    List<String> lines = Files.exists(file(type)) ? Files.readAllLines(file(type)) : List.of();
    String name = null;
    for (String line : lines) {
      if (line.startsWith(FOUND)) {
        survivors.put(name, new Survivor(line.substring(FOUND.length()), ""));
      } else if (line.startsWith(REASON)) {
        String reason = line.substring(REASON.length());
        survivors.put(name, new Survivor(survivors.get(name).found, reason));
      } else if (!line.startsWith("#") && !line.isBlank()) {
        name = line;
      }
    }
    return survivors;
  }

  // All of them.

  @Tag("mutants")
  @ParameterizedTest
  @MethodSource("chosen")
  void everyMutantIsNoticedOrListed(String type) throws IOException {
    MutantJudge judge = new MutantJudge(type, MOST_STATES);
    Map<String, Survivor> listed = listed(type);
    Map<String, Survivor> found = new LinkedHashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (SourceMutant mutant : SourceMutants.of(type)) {
      MutantJudge.Verdict verdict = judge.judge(mutant);
      counts.merge(verdict.by(), 1, Integer::sum);
      if (verdict.isSurvivor()) {
        Survivor before = listed.get(mutant.name());
        String reason = before == null ? reason(verdict) : before.reason;
        found.put(mutant.name(), new Survivor(verdict.where(), reason));
      }
    }
    if (Boolean.getBoolean("baton.update")) {
      write(type, counts, found);
    }
    assertThat(found.keySet()).containsExactlyElementsOf(listed(type).keySet());
  }

  /** What can be said without looking. */
  private static String reason(MutantJudge.Verdict verdict) {
    return MutantJudge.isWrong(verdict.where())
        ? "noticed by simulations of 9 nodes; a system that is large enough is not searched"
        : "not known yet";
  }

  private static void write(String type, Map<String, Integer> counts, Map<String, Survivor> found)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + type + ": " + counts.toString().replaceAll("[{}]", "").replace('=', ' '));
    found.forEach(
        (name, survivor) ->
            lines.addAll(List.of("", name, FOUND + survivor.found, REASON + survivor.reason)));
    Files.createDirectories(SURVIVORS);
    Files.write(file(type), lines);
  }

  // A sample, and the lists.

  /**
   * One of each class that has been judged: the first, in an order that says nothing, that compiles
   * and is not listed.
   */
  @Tag("process")
  @ParameterizedTest
  @MethodSource("judged")
  void aSampleIsNoticed(String type) throws IOException {
    Map<String, Survivor> listed = listed(type);
    MutantJudge judge = new MutantJudge(type, MOST_STATES);
    List<SourceMutant> mutants =
        SourceMutants.of(type).stream()
            .filter(mutant -> !listed.containsKey(mutant.name()))
            .sorted(Comparator.comparing(mutant -> Hash.of(mutant.name())))
            .toList();
    for (SourceMutant mutant : mutants) {
      MutantJudge.Verdict verdict = judge.judge(mutant);
      if (!verdict.by().equals(MutantJudge.REFUSED)) {
        assertThat(verdict.isSurvivor()).as("%s: %s", mutant, verdict).isFalse();
        return;
      }
    }
    assertThat(mutants).as("of %s, which has no handlers", type).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("types")
  void survivorsAreChangesOfLinesThatAreStillThere(String type) throws IOException {
    List<String> names = SourceMutants.of(type).stream().map(SourceMutant::name).toList();
    listed(type)
        .forEach(
            (name, survivor) -> {
              if (!names.contains(name)) {
                fail("survivors/%s.txt: '%s' is not found in %s any more.", type, name, type);
              }
              assertThat(survivor.reason).as("the reason of %s", name).isNotBlank();
            });
  }

  @Test
  void everyListIsOfAClass() throws IOException {
    try (Stream<Path> files = Files.list(SURVIVORS)) {
      List<String> lists =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".txt"))
              .map(name -> name.replace(".txt", ""))
              .toList();
      assertThat(types()).containsAll(lists);
    }
  }

  // What is changed, and what is not.

  private static final String EXAMPLE =
      """
      package dev.baton.algorithms;

      class Example {
        private int count = 1;

        Example() {
          count = 2;
        }

        void onRequest() {
          assert count > 0;
          if (count < 0) {
            throw new IllegalStateException();
          }
          while (count < 3 && isEven()) {
            count++;
          }
        }

        private boolean isEven() {
          return count % 2 == 0 ? true : false;
        }

        void state(State s) {
          count = s.number("count", count);
        }
      }
      """;

  @Test
  void statementsConditionsAndNumbersAreChanged() throws IOException {
    assertThat(SourceMutants.of("Example", EXAMPLE).stream().map(SourceMutant::name))
        .containsExactly(
            "onRequest: left out: while (count < 3 && isEven()) {",
            "onRequest: negated: count < 3 && isEven()",
            "onRequest: negated: count < 3",
            "onRequest: negated: isEven()",
            "onRequest: < is <=: count < 3",
            "onRequest: 3 is 4: while (count < 3 && isEven()) {",
            "onRequest: 3 is 2: while (count < 3 && isEven()) {",
            "onRequest: left out: count++;",
            "onRequest: ++ is --: count++;",
            "isEven: left out: return count % 2 == 0 ? true : false;",
            "isEven: negated: count % 2 == 0",
            "isEven: 2 is 3: return count % 2 == 0 ? true : false;",
            "isEven: 2 is 1: return count % 2 == 0 ? true : false;",
            "isEven: 0 is 1: return count % 2 == 0 ? true : false;",
            "isEven: 0 is -1: return count % 2 == 0 ? true : false;");
  }

  /** Besides the change, a mutant has only the calls that keep it from looping for ever. */
  @Test
  void aMutantDiffersInOnePlace() throws IOException {
    Map<String, String> sources =
        SourceMutants.of("Example", EXAMPLE).stream()
            .collect(Collectors.toMap(SourceMutant::name, SourceMutant::source));
    assertThat(sources.get("onRequest: negated: isEven()").replaceAll(" Fuel\\.\\w+\\(\\);", ""))
        .isEqualTo(EXAMPLE.replace("&& isEven()", "&& !(isEven())"));
    assertThat(sources.get("onRequest: ++ is --: count++;"))
        .contains("while (count < 3 && isEven()) { Fuel.burn();\n      count--;");
  }

  /** The changed method loops, and only the class that calls it has handlers of this algorithm. */
  @Test
  void whatCallsAChangedClassFillsUpItsFuel() {
    SourceMutant mutant =
        SourceMutants.of("ReverseLink").stream()
            .filter(m -> m.name().equals("isLower: < is <=: i < j"))
            .findFirst()
            .orElseThrow();
    Function<Setup, Node<?>[]> nodes = MutantLoader.load(mutant).nodes("ReverseLinkKStyle");
    for (int i = 0; i < 10_000; i++) {
      assertThat(nodes.apply(new Setup(3, 0, 1, Graph.complete(3), 0))).hasSize(3);
    }
  }
}
