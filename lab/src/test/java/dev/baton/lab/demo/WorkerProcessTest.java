package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerProcessTest {

  @TempDir private Path directory;

  /** What it last had to say, not what it logged while all was well. */
  @Tag("process")
  @Test
  void whyItHasEndedIsNotInItsUsualLines() throws Exception {
    String script =
        """
        echo '2026-11-19T22:12:03.125Z INFO Baton - a: the lease is valid' >&2
        echo '2026-11-19T22:12:04.125Z WARN Baton - a: the clock stood still for 300 ms' >&2
        echo 'WARNING: sun.misc.Unsafe' >&2
        echo '2026-11-19T22:12:05.125Z ERROR Baton - a: no memory' >&2
        """;
    try (WorkerProcess process =
        new WorkerProcess(
            new ProcessBuilder("sh", "-c", script),
            "a",
            directory.resolve("a.history"),
            directory.resolve("a.log"))) {
      process.onEnd().get(20, TimeUnit.SECONDS);
      assertThat(process.ended().getMessage())
          .isEqualTo("a has ended: 2026-11-19T22:12:05.125Z ERROR Baton - a: no memory");
    }
  }
}
