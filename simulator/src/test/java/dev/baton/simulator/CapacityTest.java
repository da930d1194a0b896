package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import org.junit.jupiter.api.Test;

class CapacityTest {

  @Test
  void aMillionNodesOnARing() {
    int n = 1_000_000;
    Scenario scenario =
        Scenario.of(TokenRing.ALGORITHM, Graph.complete(n)).network(Graph.ring(n)).entries(n / 10);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.entries() + outcome.truncated()).isEqualTo(n / 10 + n - 1);
    assertThat(outcome.hopsPerEntry()).isCloseTo(1, within(0.1));
  }

  @Test
  void tenThousandNodesThatBroadcast() {
    Scenario scenario =
        Scenario.of(AskEveryone.ALGORITHM, Graph.complete(10_000)).workload("isolated").entries(50);
    assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isEqualTo(2 * 9_999);
    assertThat(Simulation.run(scenario.delay("exponential:1"), 0).messagesPerEntry())
        .isEqualTo(2 * 9_999);
  }

  @Test
  void manyNodesThatBroadcastAtOnce() {
    Scenario scenario =
        Scenario.of(AskEveryone.ALGORITHM, Graph.complete(2_000)).workload("burst").entries(1);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.entries()).isEqualTo(2_000);
    assertThat(outcome.messagesPerEntry()).isEqualTo(2 * 1_999);
  }
}
