package dev.baton.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LaTeX takes the documents that are made for it. */
@Tag("long")
class LatexTest {

  private static final Path TRACES = Path.of("../algorithms/src/test/resources/traces");

  @BeforeAll
  static void latexIsThere() throws InterruptedException {
    boolean isThere = isThere();
    if (!isThere) {
      System.err.println("LatexTest: skipped, because pdflatex is not installed.");
    }
    assumeTrue(isThere, "pdflatex is not installed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "naimi-trehel/path-reversal",
        "klme/illustration",
        "raysuz/fig-6",
        "request-collectors/cases",
        "reverse-link/lost-link"
      })
  void aDocumentIsCompiled(String trace, @TempDir Path directory)
      throws IOException, InterruptedException {
    String text = Files.readString(TRACES.resolve(trace + ".trace"));
    Files.writeString(directory.resolve("run.tex"), Tikz.of(ExportsTest.recording(text)));
    Path output = directory.resolve("output.txt");
    int code =
        new ProcessBuilder("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "run.tex")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(code).as(Files.readString(output)).isZero();
    assertThat(directory.resolve("run.pdf")).isNotEmptyFile();
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
