package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members that join and close while the heap is full, in a process of their own. */
@Tag("process")
@Timeout(300)
final class FullHeapTest {

  private static final int TIMES = 15;

  @TempDir private Path directory;

  @Test
  void thePortIsFreeAfterwards() throws Exception {
    Path said = directory.resolve("said");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx24m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            FullHeap.class.getName(),
            directory.toString(),
            String.valueOf(TIMES),
            "1");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      int code = process.waitFor();
      String all = Files.readString(said);
      assertThat(code).as(all).isZero();
      assertThat(all).containsPattern(TIMES + " times; [1-9]\\d* failed for want of memory");
    } finally {
      process.destroyForcibly();
    }
  }
}
