package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a coordinator per neighbourhood costs; a name ends in what the claim is about. */
class NeighbourhoodCoordinatorPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("neighbourhood-coordinator");

  private static Scenario scenario(int n, int k, int neighbourhoods) {
    Setup setup = new Setup(n, 0, k, Graph.complete(n)).roaming(neighbourhoods, 0);
    return Scenario.of(ALGORITHM, setup);
  }

  /** In each of four neighbourhoods one of five nodes asks itself. */
  @Test
  void threeMessagesExceptForTheCoordinator_messageTraffic() {
    Outcome outcome = Simulation.run(scenario(20, 1, 4).entries(4000), 0);
    assertThat(outcome.messagesPerEntry()).isBetween(2.39, 2.41);
  }

  @Test
  void theEldestEntersWithoutAMessage_messageTraffic() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(3)), true);
    stage.step(new Event.Request(0));
    assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(stage.inFlight()).isEmpty();
  }

  @Test
  void whoLeavesTellsTheOthers_messageTraffic() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(5)).roaming(1, 0), true);
    stage.step(new Event.Leave(3));
    assertThat(stage.inFlight()).hasSize(4);
  }

  /** There and back, except for the coordinator, one in sixteen. */
  @Test
  void anIsolatedRequestWaitsForTwoMessages_delay() {
    Outcome outcome = Simulation.run(scenario(16, 1, 1).workload("isolated").entries(8000), 0);
    assertThat(outcome.responseTime().mean()).isBetween(1.85, 1.9);
  }

  /** The simulation ends only when everybody who waits has entered. */
  @ParameterizedTest
  @ValueSource(strings = {"churn:0.05", "churn:1", "waypoint:0.05,0.2"})
  void nobodyIsForgottenByThoseWhoMove_progress(String mobility) {
    for (int k = 1; k <= 3; k++) {
      Scenario scenario = scenario(24, k, 4).mobility(mobility).delay("exponential:1");
      Outcome outcome = Simulation.run(scenario.entries(2000), 0);
      assertThat(outcome.moves()).isGreaterThan(100);
      assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(2000);
    }
  }
}
