package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.Tree;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Topology;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What lecture notes claim of Raymond's algorithm, and Raymond's abstract: the end of each name is
 * the section.
 */
class RaymondPaperTest {

  private static final Catalog.Entry RAYMOND = Catalog.entry("raymond");

  // The listing of the notes.

  @Test
  void theListingFailsOnEveryTreeAndHoldsWithThreeRepairs_RaymondsTreeBasedAlgorithm() {
    Set<RaymondListing.Repair> all = Set.of(RaymondListing.Repair.values());
    for (int n = 1; n <= 4; n++) {
      for (Setup setup : Trees.withEveryHolder(n)) {
        for (int requests = 1; requests <= 2; requests++) {
          for (boolean fifo : new boolean[] {true, false}) {
            assertThat(verdictOfListing(Set.of(), setup, requests, fifo))
                .isEqualTo(Report.Verdict.VIOLATED);
            assertThat(verdictOfListing(all, setup, requests, fifo))
                .isEqualTo(Report.Verdict.HOLDS);
          }
        }
      }
    }
  }

  /** No repair can be left out on a line of three nodes. */
  @ParameterizedTest
  @EnumSource
  void everyRepairIsNeeded_RaymondsTreeBasedAlgorithm(RaymondListing.Repair missing) {
    Set<RaymondListing.Repair> others = EnumSet.complementOf(EnumSet.of(missing));
    assertThat(verdictOfListing(others, Setup.of(Graph.line(3)), 1, true))
        .isEqualTo(Report.Verdict.VIOLATED);
  }

  private static Report.Verdict verdictOfListing(
      Set<RaymondListing.Repair> repairs, Setup setup, int requests, boolean fifo) {
    Algorithm listing = TestLibrary.variant("raymond/listing", RaymondListing.with(repairs));
    Check check = Check.of(listing, setup).withRequests(requests).withFifo(fifo);
    return Search.run(check).verdict();
  }

  // Messages.

  @Test
  void theHolderEntersWithoutMessages_MessageComplexity() {
    Stage stage = new Stage(RAYMOND, Setup.of(Graph.binaryTree(7)), true);
    stage.step(new Event.Request(0));
    assertThat(stage.effects()).containsExactly("0 enters");
  }

  @Test
  void lineNeedsTwiceItsLengthAtWorst_MessageComplexity() {
    for (int n = 2; n <= 30; n++) {
      assertThat(messages(Graph.line(n), 0, n - 1)).isEqualTo(2 * (n - 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"line", "star", "binary-tree", "tree:3", "random-tree"})
  void worstCaseIsTwiceTheLongestPath_MessageComplexity(String topology) {
    for (int n = 2; n <= 16; n++) {
      Graph graph = Topology.parse(topology).graph(n, n);
      Tree tree = new Tree(graph);
      int longest = 0;
      int worst = 0;
      for (int holder = 0; holder < n; holder++) {
        for (int requester = 0; requester < n; requester++) {
          int messages = messages(graph, holder, requester);
          assertThat(messages).isEqualTo(2 * tree.distance(holder, requester));
          longest = Math.max(longest, tree.distance(holder, requester));
          worst = Math.max(worst, messages);
        }
      }
      assertThat(worst).isEqualTo(2 * longest);
    }
  }

  /** How many messages one request costs when nobody else wants anything. */
  private static int messages(Graph tree, int holder, int requester) {
    Stage stage = new Stage(RAYMOND, new Setup(tree.size(), holder, 1, tree), true);
    stage.step(new Event.Request(requester));
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
      messages++;
    }
    assertThat(stage.phase(requester)).isEqualTo(Stage.Phase.INSIDE);
    return messages;
  }

  /** The mean of twice the distance of two nodes of a line is 2(N² − 1) / 3N, about 2N/3. */
  @ParameterizedTest
  @ValueSource(ints = {5, 16, 49})
  void lineNeedsTwoThirdsOfItsNodesOnAverage_MessageComplexity(int n) {
    Outcome outcome = simulate(Graph.line(n), "isolated", "constant:1", 20_000);
    double expected = 2.0 * (n * n - 1) / (3.0 * n);
    assertThat(expected).isEqualTo(2 * meanDistance(Graph.line(n)), within(1e-9));
    assertThat(outcome.messagesPerEntry()).isCloseTo(expected, within(0.03 * expected));
  }

  /** "Approximately four messages per critical section under heavy demand": 4(N − 1)/N. */
  @ParameterizedTest
  @ValueSource(strings = {"line", "star", "binary-tree", "tree:3"})
  void fourMessagesWhenAllRequestAllTheTime_Abstract(String topology) {
    for (int n : new int[] {7, 15, 49, 127}) {
      Graph tree = Topology.parse(topology).graph(n, 1);
      Outcome outcome = simulate(tree, "saturated", "constant:1", 200L * n);
      double expected = 4.0 * (n - 1) / n;
      assertThat(outcome.messagesPerEntry()).isCloseTo(expected, within(0.005 * expected));
    }
  }

  /**
   * With delays that differ, the REQUEST that follows the privilege can come so late that the new
   * holder enters a second time, which costs nothing. This is most of the difference, not all.
   */
  @Test
  void fewerThanFourMessagesWithRandomDelays_Abstract() {
    Outcome outcome = simulate(Graph.binaryTree(49), "saturated", "exponential:1", 10_000);
    assertThat(outcome.messagesPerEntry()).isBetween(3.2, 3.4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "think:100"})
  void starNeedsFewerThanFourMessages_Abstract(String workload) {
    Outcome outcome = simulate(Graph.star(49), workload, "constant:1", 5_000);
    assertThat(outcome.messagesPerEntry()).isBetween(3.7, 4.0);
  }

  // Delay.

  /**
   * "Because the average distance between two sites to successively execute the critical section is
   * (log N)/2": the mean distance of a binary tree grows from 0.8 to 2 times log N, and the delay
   * with it.
   */
  @Test
  void delayIsTheDistanceWhenFewRequest_Performance() {
    double mean = meanDistance(Graph.binaryTree(49));
    assertThat(mean).isCloseTo(5.85, within(0.01));
    double log = Math.log(49) / Math.log(2);
    assertThat(mean).isCloseTo(log, within(0.05 * log));
    Outcome outcome = simulate(Graph.binaryTree(49), "think:1000", "constant:1", 10_000);
    assertThat(outcome.syncDelay().mean()).isBetween(mean, 2 * mean);
    assertThat(meanDistance(Graph.binaryTree(7)))
        .isCloseTo(0.70 * Math.log(7) / Math.log(2), within(0.02));
    assertThat(meanDistance(Graph.binaryTree(1023))).isCloseTo(1.40 * 10, within(0.1));
  }

  /** "In heavy load conditions, the synchronization delay becomes T": it becomes 2(N − 1)/N · T. */
  @ParameterizedTest
  @ValueSource(strings = {"line", "star", "binary-tree"})
  void delayIsTwoMessagesWhenAllRequestAllTheTime_Performance(String topology) {
    for (int n : new int[] {15, 49, 127}) {
      Graph tree = Topology.parse(topology).graph(n, 1);
      Outcome outcome = simulate(tree, "saturated", "constant:1", 200L * n);
      assertThat(outcome.syncDelay().mean()).isCloseTo(2.0 * (n - 1) / n, within(0.01));
    }
  }

  /** The notes' T is right where every step of the privilege leads to somebody who waits. */
  @Test
  void delayIsOneMessageInABurstOnALine_Performance() {
    Outcome outcome = simulate(Graph.line(49), "burst", "constant:1", 4_900);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1.0);
  }

  // Deadlock, starvation, order.

  @Test
  void deadlockIsImpossible_Performance() {
    for (int n = 1; n <= 5; n++) {
      for (Graph tree : Trees.shapes(n)) {
        Check check = Check.of(RAYMOND, Setup.of(tree)).withRequests(Check.UNBOUNDED);
        assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
      }
    }
  }

  /**
   * "A site can execute the critical section on receiving the token even when its request is not on
   * the top of the request queue … thus can cause starvation": such a greedy entry delays others,
   * but starves nobody, because it can happen only once per visit of the privilege.
   */
  @Test
  void greedyEntryDelaysOthersButStarvesNobody_Drawbacks() {
    Algorithm greedy = new TestLibrary().algorithm("raymond/serves-itself-first");
    for (int n = 2; n <= 5; n++) {
      for (Graph tree : Trees.shapes(n)) {
        Check check = Check.of(greedy, Setup.of(tree)).withRequests(Check.UNBOUNDED);
        assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
      }
    }
    assertThat(worstBypass(RAYMOND, Graph.line(4), 2)).isEqualTo(3);
    assertThat(worstBypass(greedy, Graph.line(4), 2)).isEqualTo(4);
  }

  /** Without greed it is unfair to the order of requests all the same. */
  @Test
  void aRequestCanBePassedByLaterOnes_Drawbacks() {
    Setup line = Setup.of(Graph.line(4));
    assertThat(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9))
        .anyMatch(seed -> !Orderly.servesInOrder(RAYMOND, line, true, seed));
  }

  /**
   * A request can be slow on every link of its way, and each time everybody beyond that link
   * enters: N − 2 on a star, 1 + 2 + … + (N − 2) on a line.
   */
  @Test
  void onEveryLinkARequestWaitsForEverybodyBeyond_Drawbacks() {
    for (int n = 2; n <= 5; n++) {
      for (Graph tree : Trees.shapes(n)) {
        int bound = bound(tree);
        assertThat(worstBypass(RAYMOND, tree, 2)).as(tree + " " + n).isEqualTo(bound);
        assertThat(bound).isBetween(n - 2, (n - 1) * (n - 2) / 2);
      }
    }
    assertThat(bound(Graph.star(49))).isEqualTo(47);
    assertThat(bound(Graph.line(49))).isEqualTo(48 * 47 / 2);
    assertThat(bound(Graph.binaryTree(49))).isEqualTo(257);
  }

  private static int worstBypass(Algorithm algorithm, Graph tree, int requests) {
    Check check = Check.of(algorithm, Setup.of(tree)).withRequests(requests);
    return Search.run(check.withBypass(Integer.MAX_VALUE)).maxBypass();
  }

  /** Over all ways through the tree, the largest sum of how many nodes lie beyond each node. */
  private static int bound(Graph tree) {
    int most = 0;
    for (int i = 0; i < tree.size(); i++) {
      most = Math.max(most, bound(tree, -1, i));
    }
    return most;
  }

  private static int bound(Graph tree, int from, int at) {
    int most = 0;
    for (int j = 0; j < tree.degree(at); j++) {
      int next = tree.neighbour(at, j);
      if (next != from) {
        most = Math.max(most, beyond(tree, at, next) + bound(tree, at, next));
      }
    }
    return most;
  }

  private static int beyond(Graph tree, int from, int at) {
    int count = 0;
    for (int j = 0; j < tree.degree(at); j++) {
      int next = tree.neighbour(at, j);
      if (next != from) {
        count += 1 + beyond(tree, at, next);
      }
    }
    return count;
  }

  private static double meanDistance(Graph graph) {
    Tree tree = new Tree(graph);
    int n = graph.size();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        sum += tree.distance(i, j);
      }
    }
    return sum / n / n;
  }

  private static Outcome simulate(Graph tree, String workload, String delay, long entries) {
    return Simulation.run(
        Scenario.of(RAYMOND, tree).workload(workload).delay(delay).entries(entries), 0);
  }
}
