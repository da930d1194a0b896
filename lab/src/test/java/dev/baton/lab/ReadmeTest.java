package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README is short, says the most important things first, and what it shows is true. */
class ReadmeTest {

  /** Tests run in the directory of their module. */
  private static final Path README = Path.of("../README.md");

  private static final Pattern ALGORITHM = Pattern.compile("\\(docs/algorithms/([^)/]+)\\.md\\)");

  private static String readme() throws IOException {
    return Files.readString(README);
  }

  /** What a reader sees without scrolling much. */
  private static String top() throws IOException {
    List<String> lines = Files.readAllLines(README);
    return String.join("\n", lines.subList(0, 60)) + "\n";
  }

  /** The content of the first block of code in that language; it must be closed. */
  private static String block(String text, String language) {
    String begin = "```" + language + "\n";
    assertThat(text).contains(begin);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("```", from);
    assertThat(to).as("the end of the block of " + language).isPositive();
    return text.substring(from, to);
  }

  @Test
  void isShort() throws IOException {
    assertThat(Files.readAllLines(README)).hasSizeLessThan(200);
  }

  @Test
  void beginsWithWhatBothAudiencesLookFor() throws IOException {
    assertThat(top()).contains("**Status:**").contains("**What a hold is worth.**");
    assertThat(block(top(), "xml")).contains("<artifactId>baton-cluster</artifactId>");
    assertThat(block(top(), "java")).contains("baton.lock(");
    assertThat(commands(top())).hasSize(4);
  }

  /** The lines that begin with ./baton, without what they are for. */
  private static List<String> commands(String text) {
    return text.lines()
        .filter(line -> line.startsWith("./baton "))
        .map(line -> line.split(" {2,}")[0].substring("./baton ".length()))
        .toList();
  }

  @Test
  void itsCommandsAreUnderstood() throws IOException {
    for (String command : commands(readme())) {
      BatonCommand.line().parseArgs(command.split(" "));
    }
  }

  /** In a JVM of its own; the README leaves out the imports and the method around it. */
  @Test
  void itsLockRuns(@TempDir Path directory) throws Exception {
    Path source = directory.resolve("Readme.java");
    Files.writeString(
        source,
        """
        import dev.baton.cluster.*;
        import java.time.Duration;

        class Readme {
          public static void main(String[] args) throws Exception {
        %s
          }
        }
        """
            .formatted(block(readme(), "java")));
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(java, "-cp", classes, source.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    assertThat(Files.readString(output, StandardCharsets.UTF_8))
        .matches("inside, with fence \\d+\n");
  }

  /** Every algorithm is in its table of families, once. */
  @Test
  void namesEveryAlgorithm() throws IOException {
    List<String> named =
        readme()
            .lines()
            .filter(line -> line.startsWith("|"))
            .flatMap(line -> ALGORITHM.matcher(line).results())
            .map((MatchResult match) -> match.group(1))
            .toList();
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            Catalog.entries().stream().map(Catalog.Entry::id).toList());
    assertThat(readme()).contains(Catalog.entries().size() + " algorithms");
  }

  /**
   * The schedule that the README shows is what the command prints; "…" stands for lines left out.
   */
  @Test
  void itsCounterExampleIsWhatTheCheckerPrints() throws IOException {
    String shown = block(readme(), "console");
    String command = shown.lines().findFirst().orElseThrow();
    assertThat(command).startsWith("$ ./baton check ");
    CommandRun run = CommandRun.of(command.substring("$ ./baton ".length()));
    List<String> expected =
        shown.lines().skip(1).filter(line -> !line.isBlank() && !line.equals("…")).toList();
    assertThat(expected).hasSizeGreaterThan(5);
    assertThat(run.out().lines().toList()).containsSubsequence(expected);
  }
}
