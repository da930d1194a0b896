package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/algorithms/raymond-fair.md claims; the end of each name is the section there. */
class RaymondFairPaperTest {

  private static final Catalog.Entry FAIR = Catalog.entry("raymond-fair");
  private static final Catalog.Entry RAYMOND = Catalog.entry("raymond");

  @Test
  void requestsAreServedInTheirOrder_Idea() {
    for (int seed = 1; seed <= 300; seed++) {
      int n = 2 + seed % 6;
      Graph tree = Trees.random(n, new Random(seed));
      Setup setup = new Setup(n, seed % n, 1, tree);
      assertThat(Orderly.servesInOrder(FAIR, setup, true, seed)).as("seed " + seed).isTrue();
    }
  }

  @Tag("slow")
  @Test
  void nobodyIsPassedByMoreThanOncePerOtherWaitingNode_Idea() {
    for (int n = 2; n <= 5; n++) {
      for (Graph tree : Trees.shapes(n)) {
        Check check = Check.of(FAIR, Setup.of(tree)).withRequests(2);
        Report report = Search.run(check.withBypass(Integer.MAX_VALUE));
        assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
        assertThat(report.maxBypass()).isEqualTo(n - 2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 15, 49})
  void anIsolatedRequestCostsWhatItCostsRaymond_Cost(int n) {
    for (Graph tree : new Graph[] {Graph.line(n), Graph.star(n), Graph.binaryTree(n)}) {
      Outcome fair = simulate(FAIR, tree, "isolated", "constant:1");
      Outcome raymond = simulate(RAYMOND, tree, "isolated", "constant:1");
      assertThat(fair.messagesPerEntry()).isEqualTo(raymond.messagesPerEntry());
    }
  }

  /** Twice the mean distance of a binary tree of 49 nodes is 11.7. */
  @Test
  void orderCostsMessagesWhenAllRequest_Cost() {
    Graph tree = Graph.binaryTree(49);
    Outcome equal = simulate(FAIR, tree, "saturated", "constant:1");
    assertThat(equal.messagesPerEntry()).isCloseTo(7.1, within(0.1));
    assertThat(equal.syncDelay().mean()).isCloseTo(3.55, within(0.05));
    Outcome random = simulate(FAIR, tree, "saturated", "exponential:1");
    assertThat(random.messagesPerEntry()).isCloseTo(13.1, within(0.3));
    assertThat(random.syncDelay().mean()).isCloseTo(6.9, within(0.2));
    Outcome think = simulate(FAIR, tree, "think:100", "constant:1");
    assertThat(think.messagesPerEntry()).isCloseTo(11.4, within(0.3));
  }

  @Test
  void onAStarOrderCostsNothing_Cost() {
    int n = 49;
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Outcome outcome = simulate(FAIR, Graph.star(n), "saturated", delay);
      assertThat(outcome.messagesPerEntry()).isCloseTo(4.0 * (n - 1) / n, within(0.01));
    }
  }

  @Test
  void channelsMustKeepTheOrder_Departures() {
    Check check = Check.of(FAIR, Setup.of(Graph.line(3))).withRequests(2).withFifo(false);
    assertThat(Search.run(check).property()).isEqualTo(Property.STARVATION);
  }

  private static Outcome simulate(Catalog.Entry entry, Graph tree, String workload, String delay) {
    Scenario scenario = Scenario.of(entry, tree).workload(workload).delay(delay);
    return Simulation.run(scenario.entries(200L * tree.size()), 0);
  }
}
