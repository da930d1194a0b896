package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphTest {

  private static List<Integer> neighbours(Graph graph, int i) {
    List<Integer> list = new ArrayList<>();
    for (int j = 0; j < graph.degree(i); j++) {
      list.add(graph.neighbour(i, j));
    }
    return list;
  }

  @Test
  void shapes() {
    assertThat(neighbours(Graph.line(4), 2)).containsExactly(1, 3);
    assertThat(neighbours(Graph.ring(4), 0)).containsExactly(1, 3);
    assertThat(neighbours(Graph.star(4), 0)).containsExactly(1, 2, 3);
    assertThat(neighbours(Graph.binaryTree(7), 1)).containsExactly(0, 3, 4);
    assertThat(neighbours(Graph.tree(13, 3), 1)).containsExactly(0, 4, 5, 6);
    assertThat(neighbours(Graph.torus(3, 4), 0)).containsExactly(1, 3, 4, 8);
    assertThat(neighbours(Graph.complete(4), 2)).containsExactly(0, 1, 3);
  }

  @Test
  void narrowShapesHaveNoLoopsAndNoDoubleEdges() {
    assertThat(neighbours(Graph.torus(2, 2), 0)).containsExactly(1, 2);
    assertThat(neighbours(Graph.torus(1, 4), 0)).containsExactly(1, 3);
    assertThat(neighbours(Graph.torus(1, 1), 0)).isEmpty();
    // 0 1 2 / 3 4 5 / 6 7: the third column crosses the last row at 6.
    Graph array = Graph.array(8, 3);
    assertThat(array).hasToString("array:3x3");
    assertThat(array.columns()).isEqualTo(3);
    assertThat(neighbours(array, 2)).containsExactly(0, 1, 5, 6);
    assertThat(neighbours(array, 6)).containsExactly(0, 2, 3, 5, 7);
    assertThat(Graph.array(9, 3)).hasToString("torus:3x3");
    assertThat(Graph.line(9).columns()).isZero();
    assertThat(neighbours(Graph.ring(2), 0)).containsExactly(1);
    assertThat(neighbours(Graph.ring(1), 0)).isEmpty();
    assertThat(neighbours(Graph.star(1), 0)).isEmpty();
  }

  @Test
  void treesAreRecognised() {
    for (int n = 1; n < 20; n++) {
      assertThat(Graph.line(n).isTree()).isTrue();
      assertThat(Graph.star(n).isTree()).isTrue();
      assertThat(Graph.binaryTree(n).isTree()).isTrue();
      assertThat(Graph.ring(n).isTree()).isEqualTo(n < 3);
      assertThat(Graph.complete(n).isTree()).isEqualTo(n < 3);
      assertThat(Graph.complete(n).breadthFirstTree(0).isTree()).isTrue();
      assertThat(Graph.torus(2, n).breadthFirstTree(0).isTree()).isTrue();
    }
    assertThat(Graph.ofParents("two parts", new int[] {0, 0, 2}).isConnected()).isFalse();
  }

  @Test
  void towardsTheRoot() {
    assertThat(Graph.line(4).towards(2)).containsExactly(1, 2, 2, 2);
    assertThat(Graph.complete(3).towards(1)).containsExactly(1, 1, 1);
    assertThat(Graph.ofParents("two parts", new int[] {0, 0, 2}).towards(0))
        .containsExactly(0, 0, Node.NONE);
  }

  @Test
  void treeKnowsTheWay() {
    Tree tree = new Tree(Graph.binaryTree(15));
    assertThat(tree.next(7, 14)).isEqualTo(3);
    assertThat(tree.next(0, 14)).isEqualTo(2);
    assertThat(tree.next(2, 14)).isEqualTo(6);
    assertThat(tree.next(6, 7)).isEqualTo(2);
    assertThat(tree.distance(7, 14)).isEqualTo(6);
    assertThat(tree.distance(3, 3)).isZero();
    for (Graph graph : List.of(Graph.line(9), Graph.star(9), Graph.tree(9, 3))) {
      Tree t = new Tree(graph);
      for (int to = 0; to < 9; to++) {
        int[] towards = graph.towards(to);
        for (int from = 0; from < 9; from++) {
          if (from != to) {
            assertThat(t.next(from, to)).isEqualTo(towards[from]);
          }
        }
      }
    }
    assertThatThrownBy(() -> new Tree(Graph.ring(4))).hasMessage("ring is not a tree.");
  }

  @Test
  void setupIsChecked() {
    Graph three = Graph.complete(3);
    assertThatThrownBy(() -> new Setup(3, 3, 1, three)).hasMessageContaining("first holder");
    assertThatThrownBy(() -> new Setup(3, 0, 0, three)).hasMessageContaining("at least 1 permit");
    assertThatThrownBy(() -> new Setup(4, 0, 1, three)).hasMessageContaining("3 nodes");
    assertThatThrownBy(() -> Graph.complete(0)).hasMessageContaining("at least 1 node");
    assertThatThrownBy(() -> Graph.torus(0, 3)).hasMessageContaining("torus:3x4");
    assertThatThrownBy(() -> Graph.tree(3, 0)).hasMessageContaining("tree:3");
  }

  @Test
  void zonesAreStarsAroundAStar() {
    Graph graph = Graph.zones(3, 2);
    assertThat(graph.isTree()).isTrue();
    assertThat(graph.describe()).isEqualTo("zones:3x2");
    assertThat(graph.zones()).containsExactly(Ints.of(0, 1), Ints.of(2, 3), Ints.of(4, 5));
    for (int[] edge : new int[][] {{0, 1}, {2, 3}, {4, 5}, {0, 2}, {0, 4}}) {
      assertThat(graph.isEdge(edge[0], edge[1])).isTrue();
    }
  }

  @Test
  void everyNodeIsInOneZone() {
    Graph line = Graph.line(3);
    assertThat(line.zones()).isEmpty();
    assertThat(line.divided(List.of(Ints.of(2, 0), Ints.of(1))).zones())
        .containsExactly(Ints.of(2, 0), Ints.of(1));
    assertThatThrownBy(() -> line.divided(List.of(Ints.of(0, 1))))
        .hasMessage("Node 2 is in no zone: write it in one of them.");
    assertThatThrownBy(() -> line.divided(List.of(Ints.of(0, 1), Ints.of(1, 2))))
        .hasMessage("Node 1 is in two zones: write it in one of them.");
    assertThatThrownBy(() -> line.divided(List.of(Ints.of(0, 1, 2, 3))))
        .hasMessage("There is no node 3: the nodes are 0 to 2.");
    assertThatThrownBy(() -> new Setup(6, 0, 1, Graph.zones(3, 2), 2))
        .hasMessageContaining("is divided already");
  }
}
