package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClustersCommandTest {

  @Test
  void clustersAreFormedMessageByMessage() {
    CommandRun run =
        CommandRun.of("clusters --nodes 4 --topology line --root 3 --steps").isFine().fits();
    assertThat(run.out())
        .startsWith("3 -> 2 PARENT(nhops=1, leader=3)\n")
        .contains("2 clusters of line, 4 nodes, depth 2, root 3\n\n  3 2\n  1 0\n", "ECHO", "bits");
    JsonNode json = CommandRun.of("clusters --nodes 15 --depth 4 --json").isFine().json();
    assertThat(json.at("/clusters/0")).hasSize(15);
    assertThat(json.at("/messages/PARENT").asInt()).isEqualTo(14);
    assertThat(json.has("steps")).isFalse();
  }

  @Test
  void whatItWritesIsReadAsClusters(@TempDir Path directory) {
    Path zones = directory.resolve("zones.txt");
    String network = " --nodes 12 --topology torus:3x4";
    CommandRun.of("clusters" + network + " --root 5 --out " + zones).isFine();
    CommandRun.of("simulate raysuz" + network + " --clusters " + zones).isFine();
  }

  @Test
  void whatIsWrongIsSaid() {
    CommandRun.of("clusters").isRefused("--nodes 15");
    CommandRun.of("clusters --nodes 3 --root 3").isRefused("0 to 2");
    CommandRun.of("clusters --nodes 3 --depth 0").isRefused("--depth 2");
    CommandRun.of("clusters --nodes 3 --topology edges:0-1").isRefused("write more edges");
  }
}
