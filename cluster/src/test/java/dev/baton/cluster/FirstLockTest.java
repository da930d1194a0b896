package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of docs/guide/first-lock.md runs, and is the one in the guide. */
final class FirstLockTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  private void example() throws InterruptedException {
    // Begin of the example.
    try (Baton baton = Baton.local()) {
      BatonLock lock = baton.lock("invoice-42");
      lock.lock();
      try {
        out.println("inside, with fence " + lock.fence());
      } finally {
        lock.unlock();
      }
      try (Hold hold = lock.acquire(Duration.ofSeconds(5))) {
        hold.onLost(reason -> out.println("stop: " + reason));
        out.println("inside again, with fence " + hold.fence());
      }
    }
    // End of the example.
  }

  @Test
  void runs() throws Exception {
    example();
    String[] lines = printed.toString(StandardCharsets.UTF_8).lines().toArray(String[]::new);
    assertThat(lines).hasSize(2);
    assertThat(lines[0]).matches("inside, with fence \\d+");
    assertThat(lines[1]).matches("inside again, with fence \\d+");
    assertThat(fence(lines[1])).isGreaterThan(fence(lines[0]));
  }

  private static long fence(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }

  @Test
  void isInTheGuide() throws IOException {
    String source = Files.readString(Path.of("src/test/java/dev/baton/cluster/FirstLockTest.java"));
    List<String> example =
        between(source, "// Begin of the example.", "// End of the example.")
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> line.substring(4).replace("out.println", "System.out.println"))
            .toList();
    String guide = Files.readString(Path.of("../docs/guide/first-lock.md"));
    assertThat(between(guide, "```java\n", "```").lines().toList()).isEqualTo(example);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
