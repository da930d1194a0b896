package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.algorithms.NeilsenMizuno.Request;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Meter;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper says, claim by claim; a name ends in the part of it where the claim stands. */
class NeilsenMizunoPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("neilsen-mizuno");

  /** Messages of one entry with the system quiet before and after it. */
  private static int entry(Stage stage, int node) {
    stage.step(new Event.Request(node));
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().get(0));
      messages++;
    }
    assertThat(stage.phase(node)).isEqualTo(Stage.Phase.INSIDE);
    stage.step(new Event.Exit(node));
    assertThat(stage.inFlight()).isEmpty();
    return messages;
  }

  /** A request goes along the tree, the token directly; the holder's own request is free. */
  @Test
  void anIsolatedRequestCostsTheDistanceAndOne_messageComplexity() {
    for (Graph tree : new Graph[] {Graph.line(7), Graph.star(7), Graph.binaryTree(7)}) {
      Stage stage = new Stage(ALGORITHM, Setup.of(tree), false);
      int holder = 0;
      for (int round = 0; round < 3; round++) {
        for (int node = 0; node < 7; node++) {
          int[] depth = depths(tree, holder);
          assertThat(entry(stage, node)).isEqualTo(node == holder ? 0 : depth[node] + 1);
          holder = node;
          assertThat(entry(stage, node)).isZero();
        }
      }
    }
  }

  private static int[] depths(Graph tree, int root) {
    int[] towards = tree.towards(root);
    int[] depths = new int[tree.size()];
    for (int i = 0; i < depths.length; i++) {
      for (int j = i; j != root; j = towards[j]) {
        depths[i]++;
      }
    }
    return depths;
  }

  /** On a star two for the request and one for the token, whatever the load. */
  @ParameterizedTest
  @CsvSource({
    "16,isolated",
    "16,burst",
    "16,saturated",
    "16,think:10",
    "64,isolated",
    "64,burst",
    "64,saturated",
    "64,think:100",
    "64,contention:50"
  })
  void atMostThreeMessagesOnAStar_messageComplexity(int n, String workload) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario =
          Scenario.of(ALGORITHM, Graph.star(n)).workload(workload).delay(delay).fifo(false);
      assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isBetween(1.5, 3.0);
    }
  }

  /**
   * Isolated on a star: the last holder is free, the middle costs 2 for others and others 2 for it,
   * any other pair 3; over independent requests the mean is (N − 1)(3N − 2) / N².
   */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 64})
  void theMeanOnAStar_messageComplexity(int n) {
    double mean = 0;
    int trials = 10;
    for (int trial = 0; trial < trials; trial++) {
      Scenario scenario =
          Scenario.of(ALGORITHM, Graph.star(n)).workload("isolated").entries(20_000);
      mean += Simulation.run(scenario, trial).messagesPerEntry() / trials;
    }
    double expected = (n - 1.0) * (3.0 * n - 2) / n / n;
    assertThat(mean).isCloseTo(expected, within(0.01));
  }

  @Test
  void theDelayIsOneMessage_synchronizationDelay() {
    for (Graph tree : new Graph[] {Graph.star(16), Graph.line(16), Graph.binaryTree(16)}) {
      Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, tree).workload("saturated"), 0);
      assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    }
  }

  @Test
  void messagesHaveConstantSize_storage() {
    Meter meter = new Meter(64);
    meter.measure(new Request(63));
    assertThat(meter.bits()).isEqualTo(4 + 6);
    meter.measure(new NeilsenMizuno.Privilege());
    assertThat(meter.bits()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"2,true", "3,true", "3,false", "4,true", "4,false"})
  void mutualExclusionAndNoStarvationWithoutBoundOnRequests_proofs(int n, boolean fifo) {
    for (Graph tree : Trees.shapes(n)) {
      Check check =
          Check.of(ALGORITHM, Setup.of(tree)).withRequests(Check.UNBOUNDED).withFifo(fifo);
      assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
    }
  }

  /** What tells it from Naimi-Trehel: pointing to the origin is right too, but leaves the tree. */
  @Test
  void pointingToTheOriginIsCorrectAndLeavesTheTree_comparison() {
    Algorithm other = new TestLibrary().algorithm("neilsen-mizuno/points-to-the-origin");
    Check check = Check.of(other, Setup.of(Graph.line(3))).withRequests(2);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
    Scenario star = Scenario.of(other, Graph.star(64)).workload("isolated");
    assertThat(Simulation.run(star, 0).messagesPerEntry()).isGreaterThan(4);
  }
}
