package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

/** What is claimed of the algorithm; a name ends in what the claim is about. */
class SinghalDynamicPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("singhal-dynamic");

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  /** At the start site i asks the i sites below it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 6})
  void theStartIsAStaircase_initialization(int site) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(7)), true);
    stage.step(new Event.Request(site));
    assertThat(stage.inFlight()).hasSize(site).allMatch(message -> message.node() < site);
  }

  /** The staircase has a foot again whenever all is quiet: the site that entered last. */
  @Test
  void whoEnteredLastAsksNobody_adaptation() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(5)), true);
    for (int site : new int[] {4, 2, 0, 3, 1, 4}) {
      stage.step(new Event.Request(site));
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().getFirst());
      }
      stage.step(new Event.Exit(site));
      stage.step(new Event.Request(site));
      assertThat(stage.effects()).containsExactly(site + " enters");
      stage.step(new Event.Exit(site));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 16, 49})
  void halfOfThePermissionsAreMissingAtLowLoad_performance(int n) {
    Outcome outcome = Simulation.run(scenario(n).workload("isolated").entries(40_000), 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(n - 1, within(0.02 * n));
  }

  /**
   * Published for high load: 3(N − 1)/2. In rounds without idle time all permissions are missing.
   */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 49})
  void allPermissionsAreMissingWhenSaturated_performance(int n) {
    Outcome outcome = Simulation.run(scenario(n).entries(1000L * n), 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(2.0 * (n - 1), within(0.002 * n));
  }

  @Test
  void theDelayIsOneMessageWhenSaturated_performance() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
  }
}
