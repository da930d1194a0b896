package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TopologyTest {

  private static Graph graph(String text, int n) {
    return Topology.parse(text).graph(n, 1);
  }

  @Test
  void everyNameGivesAConnectedGraphOfTheRightSize() {
    for (String text :
        new String[] {
          "complete",
          "line",
          "ring",
          "star",
          "binary-tree",
          "tree:3",
          "torus:3x4",
          "random-tree",
          "geometric:0.6",
          "power-law:2",
          "zones:3x4"
        }) {
      Graph graph = graph(text, 12);
      assertThat(graph.size()).as(text).isEqualTo(12);
      assertThat(graph.isConnected()).as(text).isTrue();
      assertThat(graph).hasToString(text);
    }
  }

  @Test
  void smallestSystems() {
    for (String text :
        new String[] {
          "complete", "line", "ring", "star", "binary-tree", "tree:1", "random-tree", "geometric:1"
        }) {
      assertThat(graph(text, 1).isConnected()).as(text).isTrue();
      assertThat(graph(text, 2).isConnected()).as(text).isTrue();
    }
  }

  @Test
  void edgesOneByOne() {
    Graph graph = graph("edges:0-1,2-1", 3);
    assertThat(graph.isTree()).isTrue();
    assertThat(graph.degree(1)).isEqualTo(2);
    assertThat(graph("edges:", 1).size()).isEqualTo(1);
  }

  @Test
  void aDescriptionGivesTheGraphAgain() {
    for (String text : new String[] {"complete", "ring", "torus:3x4", "random-tree", "tree:3"}) {
      Graph graph = graph(text, 12);
      Graph again = graph(graph.describe(), 12);
      for (int a = 0; a < 12; a++) {
        for (int b = 0; b < 12; b++) {
          assertThat(again.isEdge(a, b)).isEqualTo(graph.isEdge(a, b));
        }
      }
    }
    assertThat(graph("edges:2-1,1-0", 3).describe()).isEqualTo("edges:0-1,1-2");
  }

  @Test
  void wrongTextSaysWhatToWrite() {
    says("mesh", 4, "write complete, line, ring");
    says("line:3", 4, "write complete, line, ring");
    says("torus", 4, "write complete, line, ring");
    says(
        "torus:3x4",
        10,
        "torus:3x4 has 12 nodes, the system has 10: write a torus of U x V = 10,"
            + " such as torus:2x5.");
    says("array:3x4", 8, "write a torus of U x V = 8");
    assertThat(Topology.parse("array:3x4").graph(10, 1)).hasToString("array:3x4");
    assertThat(Graph.array(10, 4).describe()).isEqualTo("array:3x4");
    assertThat(Topology.parse("grid").graph(10, 1)).hasToString("array:3x4");
    assertThat(Topology.parse("grid").graph(9, 1)).hasToString("torus:3x3");
    Graph plane = Topology.parse("plane").graph(7, 1);
    assertThat(plane.isComplete()).isTrue();
    assertThat(plane.describe()).isEqualTo("plane");
    says("torus:12", 12, "such as torus:3x4");
    says("torus:0x4", 12, "whole numbers of at least 1");
    says("tree:0", 4, "write tree:3");
    says("tree:1.5", 4, "write tree:3");
    says("geometric:0", 4, "write geometric:0.3");
    says("geometric:0.001", 50, "write a larger distance, such as geometric:0.002");
    says("power-law:4", 4, "write fewer links per node");
    says("edges:0-1,1", 3, "'1' is not an edge between two of the nodes 0 to 2");
    says("edges:0-3", 3, "'0-3' is not an edge between two of the nodes 0 to 2");
    says("ring", 0, "at least 1 node");
  }

  private static void says(String text, int n, String sentence) {
    assertThatThrownBy(() -> graph(text, n))
        .as(text)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void everyLabelledTreeIsEquallyLikely() {
    // Cayley: 4^2 = 16 labelled trees of 4 nodes.
    Map<String, Integer> seen = new TreeMap<>();
    for (int seed = 0; seed < 16_000; seed++) {
      Graph tree = Topology.parse("random-tree").graph(4, seed);
      assertThat(tree.isTree()).isTrue();
      seen.merge(tree.describe(), 1, Integer::sum);
    }
    assertThat(seen).hasSize(16);
    int[] cells = seen.values().stream().mapToInt(Integer::intValue).toArray();
    // Chi-square with 15 degrees of freedom.
    assertThat(DistributionTest.chiSquare(cells)).isLessThan(37.7);
  }

  @Test
  void largeRandomTrees() {
    assertThat(graph("random-tree", 200_000).isTree()).isTrue();
  }

  @Test
  void geometricHasTheExpectedDegree() {
    // Away from the border a node sees n π r² others.
    Graph graph = graph("geometric:0.08", 2000);
    double degrees = 0;
    for (int i = 0; i < 2000; i++) {
      degrees += graph.degree(i);
    }
    assertThat(degrees / 2000).isCloseTo(2000 * Math.PI * 0.08 * 0.08, within(4.0));
  }

  @Test
  void powerLawFavoursTheEarlyNodes() {
    Graph graph = graph("power-law:2", 5000);
    int edges = 0;
    int early = 0;
    for (int i = 0; i < 5000; i++) {
      edges += graph.degree(i);
      early = i < 50 ? Math.max(early, graph.degree(i)) : early;
      assertThat(graph.degree(i)).isGreaterThanOrEqualTo(2);
    }
    assertThat(edges / 2).isEqualTo(1 + 2 * (5000 - 2));
    assertThat(early).isGreaterThan(60);
  }
}
