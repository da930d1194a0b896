package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentCommandTest {

  @TempDir private Path directory;

  /** The example of the guide. */
  private Path mine(String what, String by) throws IOException {
    String guide = Files.readString(Path.of("../docs/guide/experiments.md"));
    String text = JavaProgram.block(guide, "yaml").replace(what, by);
    return Files.writeString(directory.resolve("mine.yaml"), text);
  }

  @Test
  void aDryRunListsConfigurationsAndWhatIsSelected() throws IOException {
    String line = "experiment " + mine("", "") + " --quick --dry-run";
    assertThat(CommandRun.of(line).isFine().out())
        .isEqualTo(
            """
            mine: Raymond on a line
            4 configurations; of each, unless it is a probe, 3 to 10 trials:
                1  raymond --structure line --nodes 7 --workload isolated --entries 140
                2  raymond --structure line --nodes 7 --workload think:140 --entries 140
                3  raymond --structure line --nodes 15 --workload isolated --entries 300
                4  raymond --structure line --nodes 15 --workload think:300 --entries 300
            plot line, messages over N
                   selects 2: 1, 3
            claim about 2N/3 messages
                   test: messages, isolated
                     selects 2: 1, 3

            """);
  }

  @Test
  void nothingIsRunOrWrittenIfSomethingIsWrong() throws IOException {
    Path out = directory.resolve("results");
    Path file = mine("{of: {workload: isolated}", "{of: {workload: idle}");
    String words = "line 18, claims[0].test: no configuration is one of {workload: idle}.";
    CommandRun.of("experiment " + file + " --quick --dry-run").isRefused(words);
    CommandRun.of("experiment " + file + " --quick --out " + out).isRefused(words);
    assertThat(out).doesNotExist();
  }
}
