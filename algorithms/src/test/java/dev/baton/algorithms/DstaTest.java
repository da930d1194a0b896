package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters of any connected graph, in time and out of it. */
class DstaTest {

  private static void check(Graph graph, int depth, Dsta.Clusters clusters) {
    int n = graph.size();
    int[] parent = clusters.parent();
    int[] leader = clusters.leader();
    assertThat(Graph.ofParents("tree", parent).isTree()).isTrue();
    long edges = 0;
    long leaders = 0;
    for (int i = 0; i < n; i++) {
      edges += graph.degree(i);
      leaders += leader[i] == i ? 1 : 0;
      assertThat(i == 0 || graph.isEdge(i, parent[i])).isTrue();
      // Every node has a leader less than depth links up the tree, and all before it share it.
      int j = i;
      for (int links = 0; j != leader[i]; links++) {
        assertThat(leader[j]).isEqualTo(leader[i]);
        assertThat(links).isLessThan(depth - 1);
        j = parent[j];
      }
      // The leader of the next cluster towards the root is exactly depth links away.
      if (leader[i] == i && i != 0) {
        int up = i;
        for (int links = 0; links < depth; links++) {
          up = parent[up];
        }
        assertThat(leader[up]).isEqualTo(up);
        assertThat(leader[parent[i]]).isEqualTo(up);
      }
      assertThat(clusters.members()[i]).contains(i, leader[i]).isSorted();
      for (int k : clusters.members()[i]) {
        assertThat(leader[k]).isEqualTo(leader[i]);
      }
      int of = leader[i];
      long size = Arrays.stream(leader).filter(l -> l == of).count();
      assertThat(clusters.members()[i]).hasSize((int) size);
    }
    assertThat(clusters.messages()).isEqualTo(edges + n - leaders);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "line",
        "ring",
        "star",
        "binary-tree",
        "tree:3",
        "torus:6x8",
        "random-tree",
        "geometric:0.4",
        "power-law:2",
        "complete"
      })
  void everyNodeHasALeaderWithinDepthAndLeadersFormATree(String topology) {
    for (int seed = 1; seed <= 5; seed++) {
      Graph graph = Topology.parse(topology).graph(48, seed);
      for (int depth = 1; depth <= 8; depth++) {
        check(graph, depth, Dsta.divide(new Setup(48, seed, 1, graph, depth)));
      }
    }
  }

  @Test
  void depthOneMakesEveryNodeALeaderAndALargeOneOnlyTheRoot() {
    Graph line = Graph.line(9);
    assertThat(Dsta.divide(new Setup(9, 0, 1, line, 1)).leader())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(Dsta.divide(new Setup(9, 0, 1, line, 9)).leader()).containsOnly(0);
    assertThat(Dsta.divide(new Setup(9, 0, 1, line, 0)).leader())
        .containsExactly(0, 0, 2, 2, 4, 4, 6, 6, 8);
  }

  /** Messages of any speed give other trees, which keep the same promises. */
  @Test
  void messagesMayArriveInAnyOrder() {
    Random random = new Random(1);
    for (int seed = 1; seed <= 200; seed++) {
      int n = 3 + random.nextInt(12);
      int depth = 1 + random.nextInt(4);
      Graph graph = Topology.parse(seed % 2 == 0 ? "power-law:2" : "ring").graph(n, seed);
      Dsta[] nodes = new Dsta[n];
      Algorithm dsta =
          TestLibrary.variant(
              "dsta",
              setup -> {
                for (int i = 0; i < n; i++) {
                  nodes[i] = new Dsta(i, graph, 0, depth);
                }
                return (Node<?>[]) nodes;
              });
      Stage stage = new Stage(dsta, Setup.of(graph), false);
      long messages = 0;
      for (List<Event.Deliver> sent = stage.inFlight(); !sent.isEmpty(); sent = stage.inFlight()) {
        stage.step(sent.get(random.nextInt(sent.size())));
        assertThat(stage.violation()).isNull();
        messages++;
      }
      check(graph, depth, Dsta.clusters(nodes, 0, messages));
    }
  }

  /** Clusters that are found from any root divide the system as the root does. */
  @Test
  void anyNodeMayBeTheRoot() {
    for (int root = 0; root < 12; root++) {
      Graph graph = Topology.parse("torus:3x4").graph(12, 1);
      Dsta.Division division = Dsta.divide(graph, root, 2);
      assertThat(division.clusters().getFirst().get(0)).isEqualTo(root);
      Dsta.Clusters given = Dsta.divide(Setup.of(graph.divided(division.clusters())));
      assertThat(given.leader()[root]).isEqualTo(root);
      assertThat(given.parent()).isEqualTo(graph.towards(root));
      // PARENT and ECHO: two per link. CLUSTER: one per node that is not a leader.
      long links = 2 * 12;
      long others = 12L - division.clusters().size();
      assertThat(division.steps()).hasSize((int) (2 * links + others));
      assertThat(division.messages().get("CLUSTER")).isEqualTo((int) others);
    }
  }

  @Test
  void aRunCanBeRead() {
    Dsta.Division division = Dsta.divide(Graph.line(4), 0, 2);
    assertThat(division.clusters()).containsExactly(Ints.of(0, 1), Ints.of(2, 3));
    assertThat(division.steps())
        .containsExactly(
            "0 -> 1 PARENT(nhops=1, leader=0)",
            "1 -> 2 PARENT(nhops=0, leader=0)",
            "2 -> 3 PARENT(nhops=1, leader=2)",
            "3 -> 2 ECHO(members=[3])",
            "2 -> 1 ECHO(members=[])",
            "2 -> 3 CLUSTER(members=[2, 3])",
            "1 -> 0 ECHO(members=[1])",
            "0 -> 1 CLUSTER(members=[0, 1])");
    assertThat(division.rounds()).isEqualTo(7);
  }
}
