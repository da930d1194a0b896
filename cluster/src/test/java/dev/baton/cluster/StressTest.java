package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/**
 * Runs the tests of jcstress, whose names end in {@code Stress}: two threads meet in a few
 * instructions of the word, the losses or the inbox, some hundred thousand times, and every outcome
 * is looked at. Here for less than a second each, in one way of compiling them; with {@code
 * -Dbaton.stress=quick} or another mode of jcstress, in all.
 */
@Tag("process")
@Timeout(3600)
final class StressTest {

  /** What there is; it would not be noticed otherwise if none were found. */
  private static final int TESTS = 6;

  /** One way of compiling, and nothing to find out about others. */
  private static final List<String> SHORT =
      List.of(
          "-f",
          "1",
          "-iters",
          "2",
          "-time",
          "200",
          "-sc",
          "false",
          "-af",
          "NONE",
          "-jvmArgs",
          "-XX:+UseSerialGC");

  @TempDir Path directory;

  @Test
  void onlyAcceptableOutcomesAreSeen() throws Exception {
    String mode = System.getProperty("baton.stress");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(List.of("-c", "2", "-hs", "128", "-r", directory.toString()));
    command.addAll(mode == null ? SHORT : List.of("-m", mode));
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      int code = process.waitFor();
      String all = Files.readString(said);
      assertThat(code).as(all).isZero();
      assertThat(all).containsPattern("Results: \\d+ planned; \\d+ passed, 0 failed");
      if (mode == null) {
        assertThat(all).contains(TESTS + " passed, 0 failed, 0 soft errs, 0 hard errs");
      }
    } finally {
      process.destroyForcibly();
    }
  }
}
