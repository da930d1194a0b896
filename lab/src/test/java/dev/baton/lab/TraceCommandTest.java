package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCommandTest {

  private static final String SCENARIO =
      """
      algorithm raymond
      nodes 3
      structure line

      # 2 asks across 1.
      2 requests
        2 -> 1 REQUEST
      1 receives REQUEST from 2
        1 -> 0 REQUEST
      show 1
        1: HOLDER=0 USING=no ASKED=yes REQUEST_Q=[2]
      """;

  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void whatHappensAsWrittenIsOk() throws IOException {
    Path file = file("a.trace", SCENARIO);
    assertThat(CommandRun.of("trace " + file).isFine().out()).startsWith("ok ").contains("a.trace");
    assertThat(CommandRun.of("trace --show " + file).isFine().out()).startsWith(SCENARIO);
  }

  @Test
  void aScenarioCanBeDrawn() throws IOException {
    Path file = file("a.trace", SCENARIO);
    Path svg = directory.resolve("a.svg");
    CommandRun.of("trace " + file + " --svg " + svg).isFine();
    assertThat(svg).content().startsWith("<svg ").contains("2 still waits");
    CommandRun.of("trace " + file + " " + file + " --svg " + svg)
        .isRefused("--svg draws one scenario: write one file, not 2.");
    CommandRun.of("trace " + file + " --svg " + directory.resolve("no/a.svg"))
        .isRefused("cannot be written");
    Path cluster = file("b.trace", "voters a b c\n");
    CommandRun.of("trace " + cluster + " --svg " + svg).isRefused("leave --svg out");
  }

  @Test
  void theFieldsThatEventsChangeAreShown() throws IOException {
    Path file = file("a.trace", SCENARIO);
    assertThat(CommandRun.of("trace --fields " + file).isFine().out())
        .startsWith(
            """
            2 requests
              2 -> 1 REQUEST
              2: ASKED=yes (was no) REQUEST_Q=[2] (was [])
            1 receives REQUEST from 2
              1 -> 0 REQUEST
              1: ASKED=yes (was no) REQUEST_Q=[2] (was [])
            ok\
            """);
    Path cluster = file("b.trace", "voters a b c\n");
    CommandRun.of("trace " + cluster + " --fields").isRefused("leave --fields out");
  }

  @Test
  void aDifferenceIsShownWithItsLine() throws IOException {
    Path file = file("a.trace", SCENARIO.replace("2 -> 1 REQUEST", "2 -> 0 REQUEST"));
    CommandRun run = CommandRun.of("trace " + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("differs ")
        .contains("line 6", "2 -> 0 REQUEST", "2 -> 1 REQUEST");
  }

  @Test
  void updateRewritesWhatHappens() throws IOException {
    Path file = file("a.trace", SCENARIO.replaceAll("(?m)^  .*\n", ""));
    assertThat(CommandRun.of("trace " + file).exitCode()).isEqualTo(1);
    assertThat(CommandRun.of("trace --update " + file).isFine().out()).startsWith("updated ");
    assertThat(file).hasContent(SCENARIO);
    CommandRun.of("trace " + file).isFine();
  }

  @Test
  void aWrongLineIsOneSentence() throws IOException {
    Path flies = file("a.trace", SCENARIO.replace("2 requests", "2 flies"));
    CommandRun.of("trace " + flies).isRefused("a.trace line 6: '2 flies' is not an event: write");
    CommandRun.of("trace --update " + flies).isRefused("line 6");
    assertThat(flies).content().contains("2 flies");
    Path early = file("b.trace", SCENARIO.replace("2 requests", "2 exits"));
    CommandRun.of("trace " + early).isRefused("b.trace line 6: 2 cannot exit");
    Path unknown = file("c.trace", SCENARIO.replace("raymond", "fly"));
    CommandRun.of("trace " + unknown).isRefused("There is no algorithm 'fly'");
    Path empty = file("d.trace", "");
    CommandRun.of("trace " + empty).isRefused("the head must say");
  }

  @Test
  void aFileThatCannotBeReadIsOneSentence() throws IOException {
    CommandRun.of("trace").isRefused("A file is missing");
    CommandRun.of("trace " + directory.resolve("none")).isRefused("There is no file");
    CommandRun.of("trace " + directory).isRefused("is a directory");
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
    CommandRun.of("trace " + binary).isRefused("is not text in UTF-8");
  }

  @Test
  void allFilesAreRunAndTheWorstCounts() throws IOException {
    Path good = file("good.trace", SCENARIO);
    Path bad = file("bad.trace", SCENARIO.replace("REQUEST_Q=[2]", "REQUEST_Q=[]"));
    Path wrong = file("wrong.trace", SCENARIO.replace("2 requests", "2 flies"));
    CommandRun two = CommandRun.of("trace " + bad + " " + good);
    assertThat(two.exitCode()).isEqualTo(1);
    assertThat(two.out()).contains("differs ", "ok ");
    CommandRun three = CommandRun.of("trace " + wrong + " " + bad + " " + good);
    assertThat(three.exitCode()).isEqualTo(2);
    assertThat(three.out()).contains("differs ", "ok ");
    assertThat(three.err().lines()).hasSize(1);
  }

  @Test
  void aScenarioOfEpochsRuns() throws IOException {
    String scenario =
        "algorithm raymond\nvoters a\nmembers a\n\na requests x\n   0.000  a holds x, fence 1:1\n";
    Path file = file("a.trace", scenario);
    assertThat(CommandRun.of("trace " + file).isFine().out()).startsWith("ok ").contains("1 event");
    Path other = file("b.trace", scenario.replace("holds x", "holds y"));
    assertThat(CommandRun.of("trace " + other).exitCode()).isEqualTo(1);
    assertThat(CommandRun.of("trace --update " + other).isFine().out()).startsWith("updated ");
    assertThat(Files.readString(other)).isEqualTo(scenario);
    Path wrong = file("c.trace", scenario.replace("requests", "wants"));
    CommandRun.of("trace " + wrong).isRefused("c.trace line 5: 'a wants x' is not a step: write");
  }
}
