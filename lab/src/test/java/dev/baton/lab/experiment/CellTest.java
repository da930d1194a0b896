package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellTest {

  @Test
  void argumentsOfLoadsAreVariables() {
    Cell cell =
        new Cell(Map.of("nodes", "7", "workload", "open:50", "demand", "zipf:0.9", "loss", "0.01"));
    assertThat(cell.variables())
        .containsEntry("N", 7.0)
        .containsEntry("gap", 50.0)
        .containsEntry("zipf", 0.9)
        .containsEntry("loss", 0.01);
  }

  @Test
  void latencyIsMeasuredUnderOpenLoads() {
    assertThat(Measure.of(new Cell(Map.of("workload", "open:50")))).contains(Measure.LATENCY);
    assertThat(Measure.of(new Cell(Map.of("workload", "think:50"))))
        .contains(Measure.RESPONSE)
        .doesNotContain(Measure.LATENCY);
  }

  /** So that a run is not continued with trials of another file. */
  @Test
  void whatIsInFilesBelongsToACell(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("times.txt");
    Files.writeString(file, "1\n2\n");
    Map<String, String> options =
        Map.of("workload", "think:empirical:" + file, "structure", "zones:4x5", "k", "1");
    assertThat(new Cell(options).contents()).isEqualTo("\nworkload\n1\n2\n");
    assertThat(new Cell(Map.of("workload", "think:5")).contents()).isEmpty();
  }
}
