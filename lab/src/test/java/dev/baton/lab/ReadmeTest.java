package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents say of the catalog is what the catalog says. */
class ReadmeTest {

  /** Tests run in the directory of their module. */
  private static final Path ROOT = Path.of("..");

  @Test
  void tableOfTheReadmeHasTheCatalogsRows() throws IOException {
    List<String> table =
        Files.readAllLines(ROOT.resolve("README.md")).stream()
            .filter(line -> line.startsWith("| ["))
            .toList();
    List<String> rows = Catalog.entries().stream().map(ReadmeTest::row).toList();

    assertThat(table).isEqualTo(rows);
  }

  private static String row(Catalog.Entry entry) {
    String network = entry.network().text() + (entry.network().fifo() ? ", FIFO" : "");
    return Stream.of(
            "[" + entry.id() + "](docs/algorithms/" + entry.id() + ".md)",
            entry.family(),
            entry.paper(),
            network,
            entry.permits(),
            entry.cost().isolated(),
            entry.cost().saturated(),
            entry.cost().delay(),
            entry.cost().fairness())
        .reduce("|", (row, cell) -> row + " " + cell + " |");
  }

  @Test
  void everyAlgorithmHasAPageWithTheSameHeadings() throws IOException {
    for (Catalog.Entry entry : Catalog.entries()) {
      Path page = ROOT.resolve("docs/algorithms/" + entry.id() + ".md");
      List<String> headings =
          Files.readAllLines(page).stream().filter(line -> line.startsWith("## ")).toList();

      assertThat(headings)
          .as(page.toString())
          .containsExactly(
              "## Idea", "## Paper and code", "## Departures", "## Cost", "## What was checked");
    }
  }

  @Test
  void linksOfTheDocumentsLeadSomewhere() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      List<Path> documents =
          Stream.concat(
                  files.filter(file -> file.toString().endsWith(".md")),
                  Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
                      .map(ROOT::resolve))
              .toList();
      for (Path document : documents) {
        for (String link : links(Files.readString(document))) {
          assertThat(document.resolveSibling(link)).as("in " + document).exists();
        }
      }
    }
  }

  private static List<String> links(String text) {
    return Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)")
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
