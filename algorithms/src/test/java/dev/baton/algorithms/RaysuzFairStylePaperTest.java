package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Topology;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the Raysuz paper promises of a fair variant, and what docs/algorithms/raysuz-fair-style.md
 * says.
 */
class RaysuzFairStylePaperTest {

  private static final Catalog.Entry FAIR = Catalog.entry("raysuz-fair-style");
  private static final Catalog.Entry RAYSUZ = Catalog.entry("raysuz");

  /** Who enters in which order, if each asks when all that was asked before is known. */
  private static List<Integer> served(Catalog.Entry entry, Setup setup, int... requesters) {
    Stage stage = new Stage(entry, setup, true);
    List<Integer> served = new ArrayList<>();
    for (int requester : requesters) {
      stage.step(new Event.Request(requester));
      deliverAll(stage, served);
    }
    while (served.size() < requesters.length) {
      stage.step(new Event.Exit(served.getLast()));
      deliverAll(stage, served);
    }
    return served;
  }

  private static void deliverAll(Stage stage, List<Integer> served) {
    while (!stage.inFlight().isEmpty()) {
      Event.Deliver next = stage.inFlight().getFirst();
      stage.step(next);
      if (stage.phase(next.node()) == Stage.Phase.INSIDE && !served.contains(next.node())) {
        served.add(next.node());
      }
    }
  }

  /** Fig. 6: a is 0, b is 1, e is 2, d is 3, c is 4. */
  @Test
  void theRequestsOfFig6AreServedInTheirOrder_4_6() {
    Graph graph = Topology.parse("edges:0-1,1-2,2-3,2-4").graph(5, 1);
    Setup setup = new Setup(5, 0, 1, graph, 2);
    assertThat(served(RAYSUZ, setup, 3, 1, 4)).containsExactly(3, 4, 1);
    assertThat(served(FAIR, setup, 3, 1, 4)).containsExactly(3, 1, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void inOneClusterNobodyIsPassedByMoreThanOncePerOtherWaitingNode_4_6(int n) {
    Setup setup = new Setup(n, 0, 1, Graph.star(n), 2);
    for (int seed = 1; seed <= 300; seed++) {
      assertThat(Orderly.servesInOrder(FAIR, setup, true, seed)).as("seed " + seed).isTrue();
    }
    assertThat(worstBypass(FAIR, setup)).isEqualTo(n - 2);
    assertThat(worstBypass(RAYSUZ, setup)).isEqualTo(2 * (n - 2));
  }

  /** A node whose cluster has asked already tells nobody outside when it asks. */
  @Test
  void betweenClustersAgeDoesNotMeanOrder_4_6() {
    Setup leaders = new Setup(4, 0, 1, Graph.line(4), 1);
    assertThat(worstBypass(RAYSUZ, leaders)).isEqualTo(3);
    assertThat(worstBypass(FAIR, leaders)).isEqualTo(3);
    Setup binaryTree = new Setup(4, 0, 1, Graph.binaryTree(4), 2);
    assertThat(worstBypass(RAYSUZ, binaryTree)).isEqualTo(4);
    assertThat(worstBypass(FAIR, binaryTree)).isEqualTo(3);
  }

  private static int worstBypass(Catalog.Entry entry, Setup setup) {
    Check check = Check.of(entry, setup).withRequests(2).withBypass(Integer.MAX_VALUE);
    Report report = Search.run(check);
    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    return report.maxBypass();
  }

  private static Outcome simulate(Catalog.Entry entry, int depth, String workload) {
    Graph tree = Graph.binaryTree(63);
    Setup setup = new Setup(63, 0, 1, tree, depth);
    return Simulation.run(Scenario.of(entry, setup).workload(workload), 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void anIsolatedRequestCostsTheSameMessages_Cost(int depth) {
    Outcome fair = simulate(FAIR, depth, "isolated");
    Outcome raysuz = simulate(RAYSUZ, depth, "isolated");
    assertThat(fair.messagesPerEntry()).isEqualTo(raysuz.messagesPerEntry());
    assertThat(fair.simulatedTime()).isEqualTo(raysuz.simulatedTime());
  }

  /** A defect that small systems do not show. */
  @Test
  void aLeaderMustCountTheNumbersThatItGives_Departures() {
    Algorithm lowered = new TestLibrary().algorithm("raysuz-fair-style/outside-number-lowered");
    Setup setup = new Setup(63, 0, 1, Graph.binaryTree(63), 3);
    Scenario scenario = Scenario.of(FAIR, setup).workload("think:500").entries(20_000);
    Simulation.run(scenario, 0);
    Scenario wrong = Scenario.of(lowered, setup).workload("think:500").entries(20_000);
    assertThatExceptionOfType(ViolationException.class)
        .isThrownBy(() -> Simulation.run(wrong, 0))
        .withMessageContaining("dequeue from an empty queue");
  }
}
