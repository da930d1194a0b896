package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static List<Outcome> trials(Scenario scenario, int count) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int trial = 0; trial < count; trial++) {
      outcomes.add(Simulation.run(scenario, trial));
    }
    return outcomes;
  }

  @Test
  void oneTrialHasNoInterval() {
    Scenario scenario = Scenario.of(AskEveryone.ALGORITHM, Graph.complete(5));
    Outcome outcome = Simulation.run(scenario, 0);
    Summary summary = Summary.of(List.of(outcome));
    assertThat(summary.trials()).isEqualTo(1);
    assertThat(summary.messagesPerEntry())
        .isEqualTo(new Summary.Estimate(outcome.messagesPerEntry(), null));
    assertThat(summary.responseTime().ci95()).isNull();
    assertThat(summary.responseTime().p99()).isEqualTo(outcome.responseTime().p99());
    assertThat(summary.messagesByType()).isEqualTo(outcome.messagesByType());
  }

  @Test
  void theIntervalCoversTheTruth() {
    // A request and a reply, each with an exponential delay.
    Scenario scenario =
        Scenario.of(AskEveryone.ALGORITHM, Graph.complete(2))
            .workload("isolated")
            .delay("exponential:1")
            .entries(1000);
    Summary summary = Summary.of(trials(scenario, 20));
    assertThat(summary.trials()).isEqualTo(20);
    assertThat(summary.entries()).isEqualTo(20_000);
    assertThat(summary.responseTime().samples()).isEqualTo(20_000);
    assertThat(summary.responseTime().mean())
        .isCloseTo(2, within(1.5 * summary.responseTime().ci95()));
    // The standard error is √(2 / 20,000) = 0.01.
    assertThat(summary.responseTime().ci95()).isBetween(0.01, 0.04);
    assertThat(summary.syncDelay()).isNull();
  }

  @Test
  void theHashDependsOnTheOrderOfTrials() {
    List<Outcome> outcomes =
        trials(Scenario.of(AskEveryone.ALGORITHM, Graph.complete(4)).delay("exponential:1"), 3);
    assertThat(Summary.of(outcomes).eventHash())
        .isEqualTo(Summary.of(List.copyOf(outcomes)).eventHash())
        .isNotEqualTo(Summary.of(outcomes.reversed()).eventHash());
  }

  @Test
  void thereIsAtLeastOneTrial() {
    assertThatThrownBy(() -> Summary.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 trial");
  }
}
