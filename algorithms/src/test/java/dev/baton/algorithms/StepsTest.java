package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The steps of a paper are found in the code: the page has a table of them, and each method that a
 * row names has the step in its comment, or in a comment inside it.
 */
class StepsTest {

  private static final Path PAGES = Path.of("../docs/algorithms");
  private static final Path SOURCES = Path.of("src/main/java/dev/baton/algorithms");
  private static final Pattern SOURCE = Pattern.compile("\\[source\\]\\([^)]*/(\\w+)\\.java\\)");
  private static final String TABLE = "| step |";

  /** Algorithms whose papers describe the most. */
  private static final List<String> LONG = List.of("Klme.java", "RequestCollectors.java");

  /** How many steps the documents number, or letter, under each heading. */
  private static final Map<String, List<String>> NUMBERED =
      Map.of(
          "raysuz", join(numbered("Leader step ", 6), numbered("Ordinary step ", 7)),
          "info-based", numbered("Case ", 7),
          "suzuki-kasami", numbered("Step ", 3),
          "request-collectors",
              List.of("Case 1A", "Case 1B", "Case 2A", "Case 2B", "Case 3A", "Case 3B"),
          "klme", List.of("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"),
          "lamport", numbered("Rule ", 5));

  /** A row of the table. */
  private record Step(String id, String label, List<String> methods) {}

  private static List<String> numbered(String heading, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(i -> heading + i).toList();
  }

  private static List<String> join(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  static List<String> ids() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  private static String page(String id) throws IOException {
    return Files.readString(PAGES.resolve(id + ".md"));
  }

  /** The class that the page names first. */
  private static String source(String id) throws IOException {
    Matcher name = SOURCE.matcher(page(id));
    assertThat(name.find()).as("the page of " + id + " names its source").isTrue();
    return Files.readString(SOURCES.resolve(name.group(1) + ".java"));
  }

  private static List<Step> steps(String id) throws IOException {
    List<Step> steps = new ArrayList<>();
    boolean isInTable = false;
    for (String line : page(id).lines().toList()) {
      isInTable = line.startsWith(TABLE) || isInTable && line.startsWith("|");
      if (isInTable && !line.startsWith(TABLE) && !line.startsWith("|---")) {
        String[] cells = line.split(" *\\| *");
        List<String> methods =
            Pattern.compile("`(\\w+)`").matcher(cells[3]).results().map(it -> it.group(1)).toList();
        steps.add(new Step(id, cells[1], methods));
      }
    }
    return steps;
  }

  static List<Step> allSteps() throws IOException {
    List<Step> all = new ArrayList<>();
    for (String id : ids()) {
      all.addAll(steps(id));
    }
    return all;
  }

  /** Every method of that name, or constructor: the comment before it, and those inside it. */
  private static List<String> comments(String source, String method) {
    List<String> lines = source.lines().toList();
    List<String> found = new ArrayList<>();
    Pattern head = Pattern.compile("  (?:[\\w<>?\\[\\], ]+ )?" + method + "\\(.*");
    for (int i = 0; i < lines.size(); i++) {
      if (head.matcher(lines.get(i)).matches() && !lines.get(i).endsWith(";")) {
        StringBuilder text = new StringBuilder();
        for (int j = i - 1; lines.get(j).matches(" +(/\\*\\*|\\*|@Override).*"); j--) {
          text.insert(0, lines.get(j).replaceFirst("^ +(/\\*\\*|\\*/?)", "") + " ");
        }
        for (int j = i; !lines.get(j).equals("  }"); j++) {
          int comment = lines.get(j).indexOf("// ");
          text.append(comment < 0 ? "" : lines.get(j).substring(comment) + " ");
        }
        found.add(text.toString().replaceAll("\\s+", " "));
      }
    }
    return found;
  }

  private static boolean names(String comment, String label) {
    return Pattern.compile("(?<!\\w)" + Pattern.quote(label) + "(?!\\w)").matcher(comment).find();
  }

  @ParameterizedTest
  @MethodSource("allSteps")
  void theMethodsOfAStepNameIt(Step step) throws IOException {
    assertThat(step.methods).as("methods of " + step.label).isNotEmpty();
    for (String method : step.methods) {
      assertThat(comments(source(step.id), method))
          .as("comments of " + method + " in the source of " + step.id)
          .anyMatch(comment -> names(comment, step.label), "one names " + step.label);
    }
  }

  /** None is missing on the page, at the end or between others, and none is there twice. */
  @Test
  void noNumberedStepIsMissing() throws IOException {
    for (Map.Entry<String, List<String>> document : NUMBERED.entrySet()) {
      List<String> labels = steps(document.getKey()).stream().map(Step::label).toList();
      assertThat(labels).as(document.getKey()).doesNotHaveDuplicates();
      assertThat(labels).as(document.getKey()).containsSubsequence(document.getValue());
    }
  }

  /** Also where a page has got steps since: 1, 2, 3 … under each heading. */
  @ParameterizedTest
  @MethodSource("ids")
  void theNumbersHaveNoGaps(String id) throws IOException {
    Map<String, List<Integer>> numbers = new TreeMap<>();
    for (Step step : steps(id)) {
      MatchResult label =
          Pattern.compile("(\\D+) (\\d+)")
              .matcher(step.label)
              .results()
              .filter(it -> it.group().equals(step.label) && !it.group(1).equals("Fig."))
              .findFirst()
              .orElse(null);
      if (label != null) {
        numbers
            .computeIfAbsent(label.group(1), it -> new ArrayList<>())
            .add(Integer.valueOf(label.group(2)));
      }
    }
    numbers.forEach(
        (heading, found) ->
            assertThat(found)
                .as(heading)
                .isEqualTo(IntStream.rangeClosed(1, found.size()).boxed().toList()));
  }

  /** The lengths that CONTRIBUTING states. */
  @Test
  void noFileIsTooLong() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        boolean isLong = LONG.contains(file.getFileName().toString());
        assertThat(Files.readAllLines(file))
            .as(file.toString())
            .hasSizeLessThan(isLong ? 650 : 400);
      }
    }
  }

  /** Whoever reads the class finds its page. */
  @ParameterizedTest
  @MethodSource("ids")
  void theClassNamesItsPage(String id) throws IOException {
    assertThat(source(id)).contains("<li>Page: docs/algorithms/" + id + ".md.");
  }
}
