package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.Tree;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Agrawal and El Abbadi claim; a name ends in what the claim is about. */
class AgrawalElAbbadiPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("agrawal-el-abbadi");

  private static NodeSet set(int n, int bits) {
    NodeSet set = new NodeSet(n);
    for (int i = 0; i < n; i++) {
      if ((bits >> i & 1) != 0) {
        set.add(i);
      }
    }
    return set;
  }

  private static Ints quorum(Graph tree, NodeSet failed, int node) {
    try {
      return new AgrawalElAbbadi(tree, failed).quorum(node);
    } catch (IllegalArgumentException e) {
      return Ints.EMPTY;
    }
  }

  /** Without failures a way from the root through the node to a leaf. */
  @ParameterizedTest
  @CsvSource({"0, 0-1-3-7", "2, 0-2-5-11", "9, 0-1-4-9", "14, 0-2-6-14"})
  void aQuorumIsAWayFromTheRootToALeaf_quorums(int node, String way) {
    Ints quorum = quorum(Graph.binaryTree(15), new NodeSet(15), node);
    assertThat(quorum.toString().replaceAll("[\\[\\]]", "").replace(", ", "-")).isEqualTo(way);
  }

  /** Whatever two nodes take for failed, rightly or not, their quorums meet. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5, 7, 10})
  void quorumsOfAnyViewsMeet_theorem(int n) {
    for (Graph tree :
        List.of(Graph.binaryTree(n), Graph.star(n), Graph.line(n), Graph.tree(n, 3))) {
      Set<Ints> quorums = new HashSet<>();
      for (int bits = 0; bits < 1 << n; bits++) {
        for (int node = 0; node < n; node++) {
          quorums.add(quorum(tree, set(n, bits), node));
        }
      }
      quorums.remove(Ints.EMPTY);
      List<NodeSet> sets = quorums.stream().map(ids -> new NodeSet(n, ids)).toList();
      for (NodeSet a : sets) {
        for (NodeSet b : sets) {
          assertThat(QuorumsTest.meet(a, b)).as(tree + ": " + a + " and " + b).isTrue();
        }
      }
    }
  }

  @Test
  void nobodyInAQuorumHasFailed_quorums() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      NodeSet failed = set(15, random.nextInt(1 << 15) & random.nextInt(1 << 15));
      Ints quorum = quorum(Graph.binaryTree(15), failed, random.nextInt(15));
      assertThat(QuorumsTest.meet(failed, new NodeSet(15, quorum))).isFalse();
    }
  }

  /** From ⌈log₂(N + 1)⌉ without failures to (N + 1)/2 when all but the leaves have failed. */
  @ParameterizedTest
  @CsvSource({"3,2,2", "7,3,4", "15,4,8", "63,6,32"})
  void fromALogarithmToAMajority_quorumSize(int n, int best, int worst) {
    Graph tree = Graph.binaryTree(n);
    NodeSet inner = new NodeSet(n);
    for (int i = 0; i < n / 2; i++) {
      inner.add(i);
    }
    for (int node = 0; node < n; node++) {
      assertThat(quorum(tree, new NodeSet(n), node).size()).isEqualTo(best);
      assertThat(quorum(tree, inner, node).size()).isEqualTo(worst);
    }
  }

  /** A whole way has failed: that is the smallest set of failures that stops all. */
  @Test
  void aWayThatHasFailedStopsAll_faultTolerance() {
    NodeSet way = new NodeSet(7, Ints.of(0, 2, 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AgrawalElAbbadi(Graph.binaryTree(7), way).quorum(1))
        .withMessage("There is no quorum when {0, 2, 5} of binary-tree have failed.");
    for (int a = 0; a < 7; a++) {
      for (int b = 0; b < 7; b++) {
        assertThat(quorum(Graph.binaryTree(7), set(7, 1 << a | 1 << b), 6).isEmpty()).isFalse();
      }
    }
  }

  /** Three messages for every other node of the way. */
  @ParameterizedTest
  @ValueSource(ints = {3, 15, 49})
  void messagesGoByTheLengthOfTheWay_messageTraffic(int n) {
    Graph graph = Graph.binaryTree(n);
    double others = 0;
    for (int i = 0; i < n; i++) {
      others += (quorum(graph, new NodeSet(n), i).size() - 1.0) / n;
      assertThat(new Tree(graph).depth(i)).isLessThan(quorum(graph, new NodeSet(n), i).size());
    }
    Scenario scenario = Scenario.of(ALGORITHM, graph).workload("isolated").entries(2000L * n);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(3 * others, within(0.02));
  }

  @Test
  void theRootTakesPartInEveryEntry_load() {
    Outcome tree = Simulation.run(Scenario.of(ALGORITHM, Graph.binaryTree(49)), 0);
    Outcome grid = Simulation.run(Scenario.of(Catalog.entry("maekawa"), Graph.grid(49)), 0);
    assertThat(tree.maxLoadShare()).isGreaterThan(4 * grid.maxLoadShare());
  }

  /** The root does not answer: the ways below it are taken, and everybody still enters. */
  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated"})
  void everybodyEntersWithoutTheRoot_faultTolerance(String workload) {
    Algorithm degraded = new TestLibrary().algorithm("agrawal-el-abbadi/root-failed");
    Setup setup = Setup.of(Graph.binaryTree(15));
    for (boolean fifo : new boolean[] {true, false}) {
      Scenario scenario =
          Scenario.of(degraded, setup).workload(workload).delay("exponential:1").fifo(fifo);
      Outcome outcome = Simulation.run(scenario, 0);
      assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(1500);
    }
  }
}
