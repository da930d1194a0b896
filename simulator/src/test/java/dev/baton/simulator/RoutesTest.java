package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Graph;
import org.junit.jupiter.api.Test;

class RoutesTest {

  @Test
  void everyPathIsAShortestOne() {
    for (String text :
        new String[] {
          "complete",
          "line",
          "ring",
          "star",
          "binary-tree",
          "tree:3",
          "torus:3x8",
          "random-tree",
          "geometric:0.4",
          "power-law:2"
        }) {
      Graph graph = Topology.parse(text).graph(24, 1);
      Routes routes = Routes.of(graph);
      for (int to = 0; to < 24; to++) {
        int[] next = graph.towards(to);
        for (int from = 0; from < 24; from++) {
          if (from != to) {
            check(graph, routes, from, to, distance(next, from, to));
          }
        }
      }
    }
  }

  private static int distance(int[] next, int from, int to) {
    int hops = 0;
    for (int a = from; a != to; a = next[a]) {
      hops++;
    }
    return hops;
  }

  private static void check(Graph graph, Routes routes, int from, int to, int distance) {
    assertThat(routes.find(from, to)).as(graph + ": %d to %d", from, to).isEqualTo(distance);
    assertThat(routes.node(0)).isEqualTo(from);
    assertThat(routes.node(distance)).isEqualTo(to);
    for (int i = 0; i < distance; i++) {
      assertThat(graph.isEdge(routes.node(i), routes.node(i + 1))).isTrue();
    }
  }

  @Test
  void longPaths() {
    assertThat(Routes.of(Graph.line(1_000_000)).find(999_999, 0)).isEqualTo(999_999);
    assertThat(Routes.of(Graph.ring(1_000_000)).find(10, 999_990)).isEqualTo(20);
  }

  @Test
  void twoPartsAreRefused() {
    Graph graph = Topology.parse("edges:0-1,2-3").graph(4, 1);
    assertThatThrownBy(() -> Routes.of(graph))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write one in which all nodes reach each other");
  }
}
