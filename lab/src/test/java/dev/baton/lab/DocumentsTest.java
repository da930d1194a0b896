package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the documents say of the catalog is what the catalog says, and their links lead somewhere;
 * {@code -Dbaton.update=true} writes the index of algorithms.
 */
class DocumentsTest {

  /** Tests run in the directory of their module. */
  private static final Path ROOT = Path.of("..");

  private static final Path PAGES = ROOT.resolve("docs/algorithms");
  private static final Path INDEX = PAGES.resolve("README.md");
  private static final String BEGIN = "<!-- catalog: DocumentsTest writes this table. -->\n";
  private static final String END = "<!-- end of the catalog -->\n";

  /** Begins the sentence of a page that says what was found. */
  private static final String FOUND = "**In short:** ";

  @Test
  void theIndexOfAlgorithmsHasTheCatalogsRows() throws IOException {
    String index = Files.readString(INDEX);
    int begin = index.indexOf(BEGIN) + BEGIN.length();
    int end = index.indexOf(END);
    String tables = tables();
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(INDEX, index.substring(0, begin) + tables + index.substring(end));
    } else {
      assertThat(index.substring(begin, end).lines())
          .as("The index differs from the catalog or the pages: write it with -Dbaton.update=true.")
          .containsExactlyElementsOf(tables.lines().toList());
    }
  }

  /** A table for each kind of algorithm, in the order in which the catalog first has them. */
  private static String tables() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String kind : Catalog.entries().stream().map(DocumentsTest::kind).distinct().toList()) {
      text.append("\n## ").append(kind).append("\n\n");
      text.append("| algorithm | family | paper | network | k | isolated | saturated | delay |");
      text.append(" fairness | what was found |\n|---|---|---|---|---|---|---|---|---|---|\n");
      for (Catalog.Entry entry : Catalog.entries()) {
        if (kind(entry).equals(kind)) {
          text.append(row(entry)).append('\n');
        }
      }
    }
    return text.append('\n').toString();
  }

  /** "Token" for "token, tree": how the right to enter is found, roughly. */
  private static String kind(Catalog.Entry entry) {
    String kind = entry.family().text().split(",")[0];
    return Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
  }

  private static String row(Catalog.Entry entry) throws IOException {
    String network = entry.network() + (entry.needsFifo() ? ", FIFO" : "");
    return Stream.of(
            "[" + entry.id() + "](" + entry.id() + ".md)",
            entry.family().text(),
            entry.paper(),
            network,
            entry.permits(),
            entry.cost().isolated(),
            entry.cost().saturated(),
            entry.cost().delay(),
            entry.cost().fairness(),
            found(entry.id()))
        .reduce("|", (row, cell) -> row + " " + cell + " |");
  }

  /** What the page says in short, up to the end of the paragraph. */
  private static String found(String id) throws IOException {
    String page = Files.readString(PAGES.resolve(id + ".md"));
    assertThat(page).as("the page of " + id).containsOnlyOnce(FOUND);
    int begin = page.indexOf(FOUND) + FOUND.length();
    return page.substring(begin, page.indexOf("\n\n", begin)).replace('\n', ' ');
  }

  @Test
  void everyAlgorithmHasAPageWithTheSameHeadings() throws IOException {
    for (Catalog.Entry entry : Catalog.entries()) {
      Path page = PAGES.resolve(entry.id() + ".md");
      List<String> headings =
          Files.readAllLines(page).stream().filter(line -> line.startsWith("## ")).toList();

      assertThat(headings)
          .as(page.toString())
          .containsExactly(
              "## Idea", "## Paper and code", "## Departures", "## Cost", "## What was checked");
    }
  }

  /** A row of the threat model is worth what its test is worth. */
  @Test
  void theTestsOfTheThreatModelExist() throws IOException {
    String guide = Files.readString(ROOT.resolve("docs/guide/security.md"));
    List<MatchResult> named =
        Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`").matcher(guide).results().toList();
    assertThat(named).hasSizeGreaterThan(20);
    Map<String, String> sources = new TreeMap<>();
    for (String module : List.of("cluster", "voter", "lab")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          sources.put(name, Files.readString(file));
        }
      }
    }
    for (MatchResult test : named) {
      assertThat(sources).containsKey(test.group(1));
      if (test.group(2) != null) {
        assertThat(sources.get(test.group(1)))
            .as(test.group())
            .contains("void " + test.group(2) + "(");
      }
    }
  }

  /** With the status that the decision itself states. */
  @Test
  void everyDecisionIsInTheIndex() throws IOException {
    Path decisions = ROOT.resolve("docs/decisions");
    String index = Files.readString(decisions.resolve("README.md"));
    try (Stream<Path> files = Files.list(decisions)) {
      for (Path file : files.filter(each -> !each.endsWith("README.md")).toList()) {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(2))
            .as(file.toString())
            .matches("Status: (accepted|living design)\\..*");
        String status = lines.get(2).replaceFirst("Status: ([^.]*)\\..*", "$1");
        String name = file.getFileName().toString();
        assertThat(index.lines())
            .as("the row of " + name + " in the index")
            .filteredOn(line -> line.contains("](" + name + ")"))
            .singleElement()
            .asString()
            .endsWith("| " + status + " |");
      }
    }
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> files = Files.list(ROOT)) {
      files.filter(DocumentsTest::isDocument).forEach(documents::add);
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(DocumentsTest::isDocument).forEach(documents::add);
    }
    return documents;
  }

  private static boolean isDocument(Path file) {
    return file.toString().endsWith(".md");
  }

  @Test
  void linksOfTheDocumentsLeadSomewhere() throws IOException {
    for (Path document : documents()) {
      String text = Files.readString(document);
      for (Link link : links(text)) {
        Path target =
            link.file().isEmpty() ? document : document.resolveSibling(link.file()).normalize();
        assertThat(target).as("in " + document).exists();
        if (!link.section().isEmpty() && isDocument(target)) {
          assertThat(sections(Files.readString(target)))
              .as("sections of " + target + ", linked from " + document)
              .contains(link.section());
        }
      }
    }
  }

  /**
   * A link inside the repository.
   *
   * @param file empty for the document itself
   * @param section empty for none
   */
  private record Link(String file, String section) {}

  private static List<Link> links(String text) {
    return Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)\\s]*))?\\)")
        .matcher(text)
        .results()
        .map(match -> new Link(match.group(1), match.group(2) == null ? "" : match.group(2)))
        .filter(link -> !link.equals(new Link("", "")))
        .toList();
  }

  /** Headings as links name them: lower case, hyphens for spaces, no punctuation. */
  private static List<String> sections(String text) {
    return text.lines()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase())
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
