package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

  @TempDir private Path directory;

  /** A run whose tables have one row each, as a benchmark prints them. */
  private static List<String> run(String title, String row, String column, String cell) {
    return List.of(
        "OpenJDK 64-Bit Server VM 25, 2 cores, amd64",
        "",
        title,
        "",
        "| what | " + column + " | required |",
        "| ---- | ----: | -------: |",
        "| " + row + " | " + cell + " | ≤ 4.0: met |");
  }

  private void runs(String side, String row, String column, String... cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      Files.write(
          directory.resolve(side + "-" + (i + 1) + ".txt"), run(side, row, column, cells[i]));
    }
  }

  private boolean isWorse(String row, String column, String before, String now) throws IOException {
    runs("before", row, column, before.split(" "));
    runs("now", row, column, now.split(" "));
    return !new Comparison(directory).worse().isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # The median counts, against the worst run before.
          run ns, 100 110 120 110 110, 126 126 126 126 126, false
          run ns, 100 110 120 110 110, 100 100 128 128 128, true
          run ns, 100 110 120 110 110, 100 100 100 200 200, false
          # Thousands are separated by commas; of these more is better.
          states / CPU s, '1,000,000 1,100,000 1,200,000', '960,000 960,000 960,000', false
          states / CPU s, '1,000,000 1,100,000 1,200,000', '940,000 940,000 940,000', true
          states / CPU s, '1,000,000 1,100,000 1,200,000', '9,400,000 9,400,000 9,400,000', false
          # Not more than rounding may have done.
          ratio, 0.06 0.06 0.06, 0.07 0.07 0.07, false
          ratio, 0.06 0.06 0.06, 0.08 0.08 0.08, true
          bytes, 0.0 0.0 0.0, 0.1 0.1 0.1, false
          bytes, 0.0 0.0 0.0, 24 24 24, true
          # The work of others is not judged.
          SSJ ns, 100 100 100, 200 200 200, false
          """)
  void whatIsWorse(String column, String before, String now, boolean isWorse) throws IOException {
    assertThat(isWorse("lock", column, before, now)).isEqualTo(isWorse);
  }

  @Test
  void theMachineIsNotJudged() throws IOException {
    assertThat(isWorse("the clock alone", "ns", "20 20 20", "40 40 40")).isFalse();
    assertThat(isWorse("lock, unlock", "ns", "20 20 20", "40 40 40")).isTrue();
  }

  @Test
  void whatOneSideDoesNotPrintIsNamed() throws IOException {
    runs("before", "lock, unlock", "ns", "20");
    runs("now", "lock and unlock", "ns", "20");
    Comparison comparison = new Comparison(directory);
    assertThat(comparison.worse()).isEmpty();
    assertThat(comparison.missing()).containsExactly("lock, unlock, ns");
  }

  /** Columns and tables with the same heads, as {@code codec} and {@code changes} have them. */
  @Test
  void everyFigureHasAPlaceOfItsOwn() {
    List<String> lines =
        """
        Frames

        | frame | write ns | allocated | read ns | allocated |
        | ----- | -------: | --------: | ------: | --------: |
        | a     |        1 |         2 |       3 |         4 |

        A holder closes

        | lease | p50 ms | p99 ms |
        | ----- | -----: | -----: |
        | 3 s   |      5 |        |

        A holder is killed

        | lease | p50 ms | p99 ms |
        | ----- | -----: | -----: |
        | 3 s   |      6 |      7 |
        """
            .lines()
            .toList();
    assertThat(new Comparison.Run(lines).figures().values())
        .extracting(Comparison.Printed::value)
        .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0);
  }
}
