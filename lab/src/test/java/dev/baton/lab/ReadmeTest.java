package dev.baton.lab;

import static dev.baton.lab.JavaProgram.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
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

  @Test
  void isShort() throws IOException {
    assertThat(Files.readAllLines(README)).hasSizeLessThan(200);
  }

  @Test
  void beginsWithWhatBothAudiencesLookFor() throws IOException {
    assertThat(top()).contains("**Status:**").contains("**What a hold is worth.**");
    assertThat(block(top(), "xml")).contains("<artifactId>baton-cluster</artifactId>");
    assertThat(block(top(), "java")).contains("baton.lock(");
    assertThat(commands(top())).hasSize(5);
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

  /** The README leaves out the imports, and the method around it. */
  @Test
  @Tag("process")
  void itsLockRuns(@TempDir Path directory) throws Exception {
    String program =
        """
        import dev.baton.cluster.*;
        import java.time.Duration;

        class Readme {
          public static void main(String[] args) throws Exception {
        %s
          }
        }
        """
            .formatted(block(readme(), "java"));
    assertThat(JavaProgram.run(directory, program)).matches("inside, with fence \\d+\n");
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
