package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the guide, from its file to a table and two figures. */
class PaperTest {

  @TempDir private Path directory;

  /** Runs it in its quick form. */
  private Path run(String what, String by, String... more) throws IOException {
    String guide = Files.readString(Path.of("../docs/guide/paper.md"));
    String text = JavaProgram.block(guide, "yaml");
    assertThat(text).contains(what);
    Path file = Files.writeString(directory.resolve("paper.yaml"), text.replace(what, by));
    Path out = directory.resolve("run");
    CommandRun.of(
            ("experiment " + file + " --quick --out " + out + " " + String.join(" ", more)).strip())
        .isFine();
    return out;
  }

  @Test
  void oneFileMakesATableAndTwoFigures() throws IOException {
    Path out = run("", "");
    String table = Files.readString(out.resolve("results/paper.tex"));
    assertThat(table)
        .contains("algorithm & $N$ & workload & \\multicolumn{2}{c}{messages} & ")
        .contains("raymond$*$ & 20 & saturated & ", "naimi-trehel");
    assertThat(table.lines().filter(line -> line.contains("think:"))).hasSize(9);

    String figure = Files.readString(out.resolve("plots/paper-messages.svg"));
    assertThat(figure)
        .as("one line for the loads of all N, and their name once")
        .containsOnlyOnce(">raymond, think:{20*N}</text")
        .containsOnlyOnce(">raymond, saturated</text")
        .contains(">number of nodes N</text")
        .contains("width=\"88.00mm\"", "height=\"75.00mm\"");
    try (PDDocument document =
        Loader.loadPDF(Files.readAllBytes(out.resolve("plots/paper-waiting.pdf")))) {
      assertThat(new PDFTextStripper().getText(document))
          .contains("response time (units of time)", "raymond", "suzuki-kasami");
    }
    assertThat(out.resolve("plots/paper-messages.pdf")).isNotEmptyFile();
    assertThat(CommandRun.of("reproduce " + out.resolve("manifest.json")).isFine().out())
        .contains("identical");
  }

  @Test
  void numbersAreWrittenInWideForm() throws IOException {
    Path out = run("", "");
    List<String> wide = Files.readAllLines(out.resolve("results/paper-wide.csv"));
    assertThat(wide).hasSize(1 + 3 * 3 * 2);
    assertThat(wide.getFirst())
        .startsWith("delay,algorithm,nodes,workload,entries,trials,converged,eventHash,messages,")
        .contains(",response,response.ci95,");
    long columns = wide.getFirst().split(",", -1).length;
    assertThat(wide).allMatch(row -> row.split(",", -1).length == columns);

    List<String> shares = Files.readAllLines(out.resolve("plots/paper-waiting.csv"));
    assertThat(shares.getFirst()).isEqualTo("line,response,entries,share");
    for (String algorithm : List.of("raymond", "naimi-trehel", "suzuki-kasami")) {
      List<String> rows = shares.stream().filter(row -> row.startsWith(algorithm + ",")).toList();
      assertThat(rows).hasSizeGreaterThan(100);
      assertThat(rows.getLast()).endsWith(",1.0");
    }
  }

  /** Trials that were kept without the times of their entries run once more. */
  @Test
  void aDistributionMayBeAddedLater() throws IOException {
    Path out =
        run("kind: cdf\n    x: response\n    of: {nodes: 20,", "x: N\n    y: response\n    of: {");
    assertThat(out.resolve("plots/paper-waiting.csv")).doesNotExist();
    String before = Files.readString(out.resolve("results/paper.csv"));
    run("", "", "--resume");
    assertThat(out.resolve("plots/paper-waiting.csv")).isNotEmptyFile();
    assertThat(out.resolve("results/paper.csv")).hasContent(before);
    byte[] figure = Files.readAllBytes(out.resolve("plots/paper-waiting.pdf"));
    run("", "", "--resume");
    assertThat(out.resolve("plots/paper-waiting.pdf"))
        .as("from the trials that were kept")
        .hasBinaryContent(figure);
  }
}
