package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.core.stage.Script;
import dev.baton.core.stage.Trace;
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
 * Every scenario file runs and gives its transcript. {@code -Dbaton.update=true} rewrites the
 * transcripts, to be read as a diff.
 */
class TracesTest {

  private static final Path TRACES = Path.of("src/test/resources/traces");
  private static final boolean UPDATE = Boolean.getBoolean("baton.update");
  private static final TestLibrary LIBRARY = new TestLibrary();

  static List<Path> traces() throws IOException {
    try (Stream<Path> files = Files.walk(TRACES)) {
      return files.filter(file -> file.toString().endsWith(".trace")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void theTranscriptIsWhatHappens(Path file) throws IOException {
    String text = Files.readString(file);
    Script.Result result = Trace.parse(file.toString(), text).run(LIBRARY);
    if (UPDATE) {
      Files.writeString(file, result.transcript());
    } else {
      assertThat(result.differences()).isEmpty();
      assertThat(result.transcript()).isEqualTo(text);
    }
  }

  /** A trace lies in the folder of its algorithm, and its end says whether all is well. */
  @ParameterizedTest
  @MethodSource("traces")
  void theTraceIsWellKept(Path file) throws IOException {
    String text = Files.readString(file);
    String id = Trace.parse(file.toString(), text).algorithm();
    assertThat(TRACES.relativize(file).getName(0)).hasToString(id.replaceFirst("/.*", ""));
    assertThat(text).startsWith("#").contains("\nend\n  ");
  }

  @Test
  void everyAlgorithmHasATraceWithoutViolation() throws IOException {
    for (Catalog.Entry entry : Catalog.entries()) {
      boolean hasOne = false;
      for (Path file : traces()) {
        String text = Files.readString(file);
        hasOne |=
            text.contains("algorithm " + entry.id() + "\n")
                && !text.contains("violation:")
                && text.contains(
                    entry.isPerpetual()
                        ? "  1 message is under way"
                        : "nobody waits, no message is under way");
      }
      assertThat(hasOne).as(entry.id()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "0 enters      | '0 enters' is not an event",
        "9 requests    | there is no node 9",
        "1 exits       | 1 cannot exit: it is idle",
        "1 receives REQUEST from 0 | no REQUEST is under way from 0 to 1",
        "1 misses REQUEST from 0 | no REQUEST is under way from 0 to 1",
        "3 crashes     | there is no node 3",
        "one requests  | a number is expected, not 'one'",
      })
  void aWrongLineIsNamedByFileAndNumber(String line, String what) {
    String text = "algorithm raymond\nnodes 3\n\n2 requests\n  2 -> 0 REQUEST\n" + line + "\n";
    assertThatExceptionOfType(Script.WrongLine.class)
        .isThrownBy(() -> Trace.parse("wrong.trace", text).run(LIBRARY))
        .withMessageStartingWith("wrong.trace line 6: ")
        .withMessageContaining(what);
  }

  @Test
  void aTranscriptThatDiffersIsNamedByFileAndNumber() {
    String text = "algorithm raymond\nnodes 3\n\n2 requests\n  2 -> 1 REQUEST\n";
    Script.Result result = Trace.parse("different.trace", text).run(LIBRARY);
    assertThat(result.matches()).isFalse();
    assertThat(result.differences().getFirst()).startsWith("different.trace line 4: ");
  }

  @Test
  void anUnknownAlgorithmIsAWrongLine() {
    assertThatExceptionOfType(Script.WrongLine.class)
        .isThrownBy(() -> Trace.parse("x.trace", "algorithm x\nnodes 3\n").run(LIBRARY))
        .withMessageStartingWith("x.trace line ")
        .withMessageContaining("There is no algorithm 'x'");
  }
}
