package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The example of docs/guide/cluster.md runs, and is the one in the guide. */
@Execution(ExecutionMode.CONCURRENT)
final class ClusterGuideTest extends NetworkTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  // Begin of the example.
  void run(String name, String host, int port, String... peers) throws InterruptedException {
    try (Baton baton =
        Baton.builder()
            .cluster("orders")
            .member(name)
            .bind(host, port)
            .peers(peers)
            .voters("app-1", "app-2", "app-3")
            .stateDirectory(directory.resolve(name))
            .insecure()
            .join()) {
      for (int i = 0; i < 3; i++) {
        try (Hold hold = baton.lock("invoice-42").acquire(Duration.ofSeconds(30))) {
          out.println(name + " is inside, with fence " + hold.fence());
        }
      }
    }
  }

  // End of the example.

  @Test
  void runs() throws Exception {
    List<Future<?>> processes = new ArrayList<>();
    String[] peers =
        Stream.of("a", "c", "e").map(each -> "127.0.0.1:" + port(each)).toArray(String[]::new);
    for (int i = 0; i < 3; i++) {
      String name = "app-" + (i + 1);
      int port = Integer.parseInt(peers[i].substring(peers[i].indexOf(':') + 1));
      processes.add(
          start(
              () -> {
                run(name, "127.0.0.1", port, peers);
                return null;
              }));
    }
    for (Future<?> process : processes) {
      soon(process);
    }
    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines)
        .hasSize(9)
        .allMatch(line -> line.matches("app-[123] is inside, with fence \\d+"));
    assertThat(lines)
        .extracting(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void isInTheGuide() throws IOException {
    Path file = Path.of("src/test/java/dev/baton/cluster/ClusterGuideTest.java");
    List<String> example =
        between(Files.readString(file), "// Begin of the example.\n", "// End of the example.")
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> line.substring(2).replace("out.println", "System.out.println"))
            .map(line -> line.replace("void run", "static void run"))
            .map(line -> line.replace("directory.resolve(name)", "Path.of(\"var/baton\", name)"))
            .toList();
    String guide = Files.readString(Path.of("../docs/guide/cluster.md"));
    assertThat(between(guide, "```java\n", "```").lines().toList()).isEqualTo(example);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
