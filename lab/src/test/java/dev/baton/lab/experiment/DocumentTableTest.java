package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The items of the five documents: each row has a place that exists, every claim of the experiments
 * has its row, and a row of claims says their verdicts.
 *
 * <p>Places are written in three ways: a class of the repository, a method of one or the file of a
 * trace in backticks; a link; and a claim as the name of its experiment with its words in quotes.
 */
class DocumentTableTest {

  /** Tests run in the directory of their module. */
  private static final Path ROOT = Path.of("..");

  private static final Path TABLE = ROOT.resolve("docs/documents.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern CLAIM = Pattern.compile("([a-z0-9-]+) “([^”]+)”");
  private static final Pattern PLACE = Pattern.compile("([A-Z]\\w+)(?:#(\\w+))?");

  /** From the number of items to the end of the sentence that names the experiments. */
  private static final Pattern COUNTS =
      Pattern.compile("\\d+ items\\b.*?\\d+\\sclaims.*?\\.\\s", Pattern.DOTALL);

  /** A row, without the columns of its section and of the command. */
  private record Row(String item, String where, String verdict) {

    List<String> claims() {
      return CLAIM
          .matcher(where)
          .results()
          .map(claim -> claim.group(1) + " “" + claim.group(2) + "”")
          .toList();
    }
  }

  private static final List<Row> ROWS = new ArrayList<>();

  /** The verdict of each claim. */
  private static final Map<String, String> VERDICTS = new HashMap<>();

  /** The source of each class, by its name; of classes of the same name, all. */
  private static final Map<String, String> SOURCES = new HashMap<>();

  @BeforeAll
  static void read() throws IOException {
    for (String line : Files.readAllLines(TABLE)) {
      String[] cells = line.split(" \\| ", -1);
      if (isRow(line)) {
        ROWS.add(new Row(cells[1], cells[2], cells[4].replaceFirst(" \\|$", "")));
      }
    }
    JsonNode claims = Texts.JSON.readTree(ROOT.resolve("docs/results/claims.json").toFile());
    for (JsonNode claim : claims) {
      VERDICTS.put(
          claim.path("experiment").asText() + " “" + claim.path("claim").asText() + "”",
          claim.path("verdict").asText());
    }
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        SOURCES.merge(name, Files.readString(file), String::concat);
      }
    }
  }

  private static boolean isRow(String line) {
    return line.startsWith("| ")
        && !line.startsWith("| section ")
        && line.split(" \\| ", -1).length == 5;
  }

  @Test
  void everyPlaceExists() {
    assertThat(ROWS).hasSizeGreaterThan(200);
    for (Row row : ROWS) {
      for (MatchResult code : CODE.matcher(row.where).results().toList()) {
        assertThat(exists(code.group(1))).as(code.group(1) + ", of: " + row.item).isTrue();
      }
      assertThat(VERDICTS.keySet()).as(row.item).containsAll(row.claims());
      assertThat(row.where.equals("–"))
          .as(row.item)
          .isEqualTo(row.verdict.startsWith("Nothing to run"));
    }
  }

  private static boolean exists(String place) {
    if (place.endsWith(".trace")) {
      return Files.exists(ROOT.resolve("algorithms/src/test/resources/traces").resolve(place));
    }
    var parts = PLACE.matcher(place);
    return parts.matches()
        && SOURCES.containsKey(parts.group(1))
        && (parts.group(2) == null
            || SOURCES.get(parts.group(1)).contains(" " + parts.group(2) + "("));
  }

  @Test
  void everyClaimHasItsRow() {
    List<String> listed = ROWS.stream().flatMap(row -> row.claims().stream()).toList();
    List<String> beyond = List.of("catalog-load", "scaling");
    assertThat(VERDICTS.keySet().stream().filter(it -> !beyond.contains(it.split(" ")[0])))
        .as("Claims without a row")
        .allMatch(listed::contains);
  }

  /** {@code -Dbaton.update=true} writes them. */
  @Test
  void everyDocumentCountsItsItemsAndClaims() throws IOException {
    StringBuilder counted = new StringBuilder();
    for (String part : Files.readString(TABLE).split("(?m)^(?=## )")) {
      long items = part.lines().filter(DocumentTableTest::isRow).count();
      Matcher sentence = COUNTS.matcher(part);
      if (!sentence.find()) {
        assertThat(items).as(part.lines().findFirst().orElseThrow()).isZero();
        counted.append(part);
        continue;
      }
      String words = sentence.group();
      long claims =
          VERDICTS.keySet().stream().filter(it -> isNamed(it.split(" ")[0], words)).count();
      counted
          .append(part, 0, sentence.start())
          .append(
              words
                  .replaceFirst("\\d+(?= items)", Long.toString(items))
                  .replaceFirst("\\d+(?=\\sclaims)", Long.toString(claims)))
          .append(part.substring(sentence.end()));
    }
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(TABLE, counted);
    }
    assertThat(counted).hasToString(Files.readString(TABLE));
  }

  /** Whether the sentence names this experiment, and not only one that begins like it. */
  private static boolean isNamed(String experiment, String sentence) {
    return Pattern.compile("(?<![\\w-])" + experiment + "(?![\\w-])").matcher(sentence).find();
  }

  @Test
  void aRowOfClaimsSaysTheirVerdicts() {
    for (Row row : ROWS) {
      String verdicts = row.claims().stream().map(VERDICTS::get).collect(Collectors.joining("; "));
      assertThat(row.verdict).as(row.item).startsWith(verdicts);
    }
  }
}
