package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.Baton;
import dev.baton.cluster.Hold;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The example of docs/guide/cluster.md runs, and is the one in the guide. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class ClusterGuideTest extends VotersTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  // Begin of the example.
  Baton join(String name, String host, int port, String... peers) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind(host, port)
        .peers(peers)
        .voters("app-1", "app-2", "app-3")
        .stateDirectory(directory.resolve(name))
        .insecure()
        .join();
  }

  void work(Baton baton) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      try (Hold hold = baton.lock("invoice-42").acquire(Duration.ofSeconds(30))) {
        out.println(baton.member() + " is inside, with fence " + hold.fence());
      }
    }
  }

  // End of the example.

  @Test
  void runs() throws Exception {
    List<Future<Baton>> joining = new ArrayList<>();
    String[] peers =
        Stream.of("a", "c", "e").map(each -> "127.0.0.1:" + port(each)).toArray(String[]::new);
    for (int i = 0; i < 3; i++) {
      String name = "app-" + (i + 1);
      int port = Integer.parseInt(peers[i].substring(peers[i].indexOf(':') + 1));
      joining.add(start(() -> join(name, "127.0.0.1", port, peers)));
    }
    try (Baton first = soon(joining.get(0));
        Baton second = soon(joining.get(1));
        Baton third = soon(joining.get(2))) {
      List<Future<?>> working = new ArrayList<>();
      for (Baton each : List.of(first, second, third)) {
        working.add(
            start(
                () -> {
                  work(each);
                  return null;
                }));
      }
      for (Future<?> each : working) {
        soon(each);
      }
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
    Path file = Path.of("src/test/java/dev/baton/voter/ClusterGuideTest.java");
    List<String> example =
        between(Files.readString(file), "// Begin of the example.\n", "// End of the example.")
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> line.substring(2).replace("out.println", "System.out.println"))
            .map(line -> line.replace("void work", "static void work"))
            .map(line -> line.replace("Baton join", "static Baton join"))
            .map(line -> line.replace("directory.resolve(name)", "Path.of(\"var/baton\", name)"))
            .toList();
    String guide = Files.readString(Path.of("../docs/guide/cluster.md"));
    assertThat(between(guide, "```java\n", "```").lines().filter(line -> !line.isBlank()).toList())
        .isEqualTo(example);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
