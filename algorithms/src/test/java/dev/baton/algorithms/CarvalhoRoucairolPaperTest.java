package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
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

/** What is claimed of the algorithm; a name ends in what the claim is about. */
class CarvalhoRoucairolPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("carvalho-roucairol");

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  /** Requests, lets every message arrive, and leaves; returns how many messages there were. */
  private static int enterAlone(Stage stage, int node) {
    stage.step(new Event.Request(node));
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
      messages++;
    }
    assertThat(stage.phase(node)).isEqualTo(Stage.Phase.INSIDE);
    stage.step(new Event.Exit(node));
    return messages;
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "contention:50"})
  void noEntryCostsMoreThanTwoMessagesForEveryOtherSite_messageTraffic(String workload) {
    for (int n : new int[] {2, 4, 16}) {
      for (boolean fifo : new boolean[] {true, false}) {
        Scenario scenario = scenario(n).workload(workload).delay("exponential:1").fifo(fifo);
        assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isBetween(0.0, 2.0 * (n - 1));
      }
    }
  }

  /** From everybody to nobody: first 2(N − 1), again 0, and 2 for each that asked in between. */
  @Test
  void onlyThoseAreAskedWhoEnteredSince_messageTraffic() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(5)), true);
    assertThat(enterAlone(stage, 0)).isEqualTo(8);
    assertThat(enterAlone(stage, 0)).isZero();
    assertThat(enterAlone(stage, 3)).isEqualTo(8);
    assertThat(enterAlone(stage, 0)).isEqualTo(2);
    assertThat(enterAlone(stage, 0)).isZero();
    assertThat(enterAlone(stage, 3)).isEqualTo(2);
    assertThat(enterAlone(stage, 4)).isEqualTo(8);
  }

  /**
   * Of two sites the one that entered last has the permission of the other, so at a random request
   * half of the permissions are missing.
   */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 49})
  void halfOfThePermissionsAreMissingAtAnIsolatedRequest_messageTraffic(int n) {
    Outcome outcome = Simulation.run(scenario(n).workload("isolated").entries(40_000), 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(n - 1, within(0.02 * n));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 49})
  void allPermissionsAreMissingWhenSaturated_messageTraffic(int n) {
    assertThat(Simulation.run(scenario(n), 0).messagesPerEntry()).isEqualTo(2.0 * (n - 1));
  }

  @Test
  void theDelayIsOneMessageWhenSaturated_delay() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"2,3", "3,2", "3,3", "4,1"})
  void aKnownRequestIsPassedAtMostOnceByEverybodyElseOutside_fairness(int n, int requests) {
    Check check = Check.of(ALGORITHM, Setup.of(Graph.complete(n))).withRequests(requests);
    Report report = Search.run(check.withBypass(100));
    assertThat(report.maxBypass()).isEqualTo(n - 2);
  }
}
