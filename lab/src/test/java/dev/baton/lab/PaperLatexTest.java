package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.lab.paper.LatexTable;
import dev.baton.lab.paper.Rounded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LaTeX takes the tables and figures that are made for it. */
@Tag("long")
class PaperLatexTest {

  @Test
  void theDocumentOfTheGuideIsCompiled(@TempDir Path directory)
      throws IOException, InterruptedException {
    boolean isThere = isThere();
    if (!isThere) {
      System.err.println("PaperLatexTest: skipped, because pdflatex is not installed.");
    }
    assumeTrue(isThere, "pdflatex is not installed");

    String guide = Files.readString(Path.of("../docs/guide/paper.md"));
    Path file = directory.resolve("paper.yaml");
    Files.writeString(file, JavaProgram.block(guide, "yaml"));
    CommandRun.of("experiment " + file + " --quick --out " + directory.resolve("run")).isFine();
    CommandRun.of(
            "compare --nodes 9,16 --workload isolated,contention:50 --trials 3"
                + " --algorithms raymond,maekawa --columns messages,delay,response,jain --latex "
                + directory.resolve("compare.tex"))
        .isFine();
    LatexTable pages = new LatexTable(List.of("load_1"), List.of("messages"));
    for (int i = 0; i < 100; i++) {
      pages.row(List.of("think:{" + i + "*N} <&%$#_\\~^|>"), List.of(Rounded.of(1000.0 * i, 7.0)));
    }
    Files.writeString(directory.resolve("pages.tex"), pages.text());

    String document =
        JavaProgram.block(guide, "latex")
            .replace("{booktabs,", "{longtable,booktabs,")
            .replace(
                "\\end{document}",
                "\\clearpage\\small\\n"
                    + "oindent\\input{compare.tex}\n"
                    + "\\input{pages.tex}\n"
                    + "\\end{document}");
    Files.writeString(directory.resolve("paper.tex"), document);
    Path output = directory.resolve("output.txt");
    int code =
        new ProcessBuilder("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(code).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output)).doesNotContain("Overfull", "PDF inclusion");
    assertThat(directory.resolve("paper.pdf")).isNotEmptyFile();
  }

  private static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("pdflatex", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
