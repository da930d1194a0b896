package dev.baton.lab;

import static dev.baton.lab.JavaProgram.block;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guides to the laboratory show can be typed in as it stands. */
class GuideTest {

  private static String guide(String name) throws IOException {
    return Files.readString(Path.of("../docs/guide/" + name));
  }

  /** The algorithm of the guide, and the one that it says only a fairness bound notices. */
  @Test
  @Tag("process")
  void theAlgorithmOfTheGuideHolds(@TempDir Path directory) throws Exception {
    String central = block(guide("your-own-algorithm.md"), "java");
    String broken =
        central
            .replace("Central", "Broken")
            .replace("queue.dequeue()", "queue.get(queue.size() - 1)")
            .replace("new Grant());", "new Grant()); queue.remove(queue.get(queue.size() - 1));");
    String program =
        """
        import dev.baton.checker.*;
        import dev.baton.core.*;
        import java.util.List;
        import java.util.function.Function;

        class Program {
          public static void main(String[] args) {
            print(Central::nodes);
            print(Broken::nodes);
          }

          static void print(Function<Setup, Node<?>[]> nodes) {
            Algorithm algorithm =
                new Algorithm() {
                  public String id() {
                    return "guide";
                  }

                  public Node<?>[] nodes(Setup setup) {
                    return nodes.apply(setup);
                  }
                };
            for (boolean fifo : new boolean[] {true, false}) {
              Check check =
                  Check.of(algorithm, Setup.of(Graph.complete(3))).withRequests(2).withFifo(fifo);
              Check bypass = check.withProperties(List.of(Property.BYPASS)).withBypass(1);
              System.out.println(
                  Search.run(check).verdict() + ", bypass " + Search.run(bypass).verdict());
            }
          }
        }

        """;
    String classes =
        (central + broken)
            .replaceAll("(?m)^(package|import) .*\\R", "")
            .replace("public final class", "final class");
    assertThat(JavaProgram.run(directory, program + classes))
        .isEqualTo(
            """
            holds, bypass holds
            holds, bypass holds
            holds, bypass violated
            holds, bypass violated
            """);
  }

  @Test
  @Tag("process")
  void theCheckOfTheGuideHolds(@TempDir Path directory) throws Exception {
    String program =
        """
        import dev.baton.algorithms.Catalog;
        import dev.baton.checker.*;
        import dev.baton.core.*;

        class Program {
          public static void main(String[] args) {
        %s
            System.out.println(report.verdict());
          }
        }
        """
            .formatted(block(guide("check.md"), "java"));
    assertThat(JavaProgram.run(directory, program)).isEqualTo("holds\n");
  }

  @Test
  void theTracesOfTheGuideRun(@TempDir Path directory) throws IOException {
    String guide = guide("traces.md");
    String ofACluster = guide.substring(guide.indexOf("## Traces of a cluster"));
    for (String part : List.of(guide, ofACluster)) {
      Path trace = directory.resolve("guide.trace");
      Files.writeString(trace, block(part, ""));
      CommandRun run = CommandRun.of("trace", trace.toString()).isFine();
      assertThat(run.out()).startsWith("ok ");
    }
  }
}
