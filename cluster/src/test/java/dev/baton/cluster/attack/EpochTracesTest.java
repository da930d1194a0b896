package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.cluster.epoch.Removed;
import dev.baton.core.stage.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every scenario file of the epoch protocol runs and gives its transcript. {@code
 * -Dbaton.update=true} rewrites the transcripts, to be read as a diff.
 */
class EpochTracesTest {

  private static final Path TRACES = Path.of("src/test/resources/epochs");
  private static final boolean UPDATE = Boolean.getBoolean("baton.update");

  static List<Path> traces() throws IOException {
    try (Stream<Path> files = Files.list(TRACES)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void theTranscriptIsWhatHappens(Path file) throws IOException {
    String text = Files.readString(file);
    Script.Result result = EpochTrace.parse(file.toString(), text).run();
    if (UPDATE) {
      Files.writeString(file, result.transcript());
    } else {
      assertThat(result.differences()).isEmpty();
      assertThat(result.transcript()).isEqualTo(text);
    }
  }

  /** It says what to look at, breaks no promise, and decision 0007 or 0012 leads to it. */
  @ParameterizedTest
  @MethodSource("traces")
  void theTraceIsWellKept(Path file) throws IOException {
    String text = Files.readString(file);
    assertThat(text).startsWith("# ").contains("\n# Look at: ").doesNotContain("violation");
    assertThat(EpochTrace.isOne(text)).isTrue();
    String link = "cluster/src/test/resources/epochs/" + file.getFileName();
    Path decisions = Path.of("../docs/decisions");
    assertThat(
            Files.readString(decisions.resolve("0007-epochs.md"))
                + Files.readString(decisions.resolve("0012-neighbourhoods.md")))
        .contains(link);
  }

  /** Nothing of a hold is left out: the monitor of the attack watches. */
  @Test
  void withoutTheQuarantineAPausedHolderIsNotAlone() throws IOException {
    Path file = TRACES.resolve("paused-holder.trace");
    EpochTrace trace = EpochTrace.parse(file.toString(), Files.readString(file));
    Script.Result result = trace.run(Removed.QUARANTINE.rules());
    assertThat(result.transcript())
        .contains("violation: x slot 0 is granted to b while d still holds it");
    assertThat(result.matches()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a dances                 | 'a dances' is not a step: write 'A starts'",
        "2 hours pass             | a time is written '2 s' or '500 ms', not '2 hours'.",
        "d requests x             | there is no process d: let it start.",
        "a releases x             | a does not hold x.",
        "a requests x*two         | a number is expected, not 'two'",
        "a requests               | a lock is written 'x', 'x*2' or 'x in north', not ''.",
        "a is cut off from e      | there is no process e: let it start.",
        "a starts                 | a is running already.",
        "d starts quickly         | write 'starts' or 'starts in N'.",
        "a crashes twice          | write 'crashes' or 'crashes after its SEAL'.",
        "a pauses for long        | a time is written '2 s' or '500 ms', not 'long'.",
        "d replaces the voter e   | e is not a voter.",
      })
  void aWrongLineIsNamedByFileAndNumber(String line, String what) {
    String text = "algorithm raymond\nvoters a b c\nmembers a b c\n\n1 s passes\n" + line + "\n";
    assertThatExceptionOfType(Script.WrongLine.class)
        .isThrownBy(() -> EpochTrace.parse("wrong.trace", text).run())
        .withMessageStartingWith("wrong.trace line 6: " + what);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "algorithm raymond | wrong.trace line 1: the head must say 'algorithm ID' and 'voters A B",
        "algorithm raymonds | wrong.trace line 1: There is no algorithm 'raymonds'",
        "lease soon | wrong.trace line 1: a time is written '2 s' or '500 ms', not 'soon'.",
      })
  void aWrongHeadIsNamedByFileAndNumber(String line, String what) {
    assertThatExceptionOfType(Script.WrongLine.class)
        .isThrownBy(() -> EpochTrace.parse("wrong.trace", line + "\n"))
        .withMessageStartingWith(what);
  }

  @Test
  void membersWithoutAMajorityOfTheVotersAreRefused() {
    String text = "algorithm raymond\nvoters a b c\nmembers a d e\n\n1 s passes\n";
    assertThatExceptionOfType(Script.WrongLine.class)
        .isThrownBy(() -> EpochTrace.parse("wrong.trace", text))
        .withMessage("wrong.trace line 4: a majority of the voters must be among the members.");
  }

  @Test
  void aTranscriptThatDiffersIsNamedByFileAndNumber() {
    String text = "algorithm raymond\nvoters a\nmembers a\n\na requests x\n  0.000  a has x\n";
    Script.Result result = EpochTrace.parse("different.trace", text).run();
    assertThat(result.matches()).isFalse();
    assertThat(result.differences()).hasSize(1);
    assertThat(result.differences().getFirst())
        .isEqualTo(
            "different.trace line 5: after 'a requests x' expected [0.000  a has x], got [ 0.000  a"
                + " holds x, fence 1:1]");
  }
}
