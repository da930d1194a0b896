package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What textbooks say of a coordinator; a name ends in what the claim is about. */
class CentralizedPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("centralized");

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  @Test
  void theCoordinatorIsNoClient_model() {
    assertThat(ALGORITHM.nodes(Setup.of(Graph.complete(4)))).hasSize(5);
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(4)), true);
    assertThat(stage.enabled()).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "contention:50"})
  void exactlyThreeMessages_messageTraffic(String workload) {
    for (int n : new int[] {1, 2, 16, 49}) {
      for (boolean fifo : new boolean[] {true, false}) {
        Scenario scenario = scenario(n).workload(workload).delay("exponential:1").fifo(fifo);
        assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isEqualTo(3);
      }
    }
  }

  /** RELEASE, then GRANT. */
  @Test
  void theDelayIsTwoMessages_delay() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(2);
    assertThat(outcome.syncDelay().p99()).isEqualTo(2);
  }

  /** There and back. */
  @Test
  void anIsolatedRequestWaitsForTwoMessages_delay() {
    Outcome outcome = Simulation.run(scenario(16).workload("isolated"), 0);
    assertThat(outcome.responseTime().mean()).isEqualTo(2);
  }

  @Test
  void theCoordinatorTakesPartInEveryMessage_bottleneck() {
    assertThat(Simulation.run(scenario(49), 0).maxLoadShare()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void whoeverIsFirstAtTheCoordinatorEntersFirst_fairness(int n) {
    for (int seed = 1; seed <= 100; seed++) {
      Setup setup = Setup.of(Graph.complete(n));
      assertThat(Orderly.servesInOrder(ALGORITHM, setup, seed % 2 == 0, seed)).isTrue();
    }
  }
}
