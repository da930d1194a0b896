package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
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

/** What is said of the algorithms on a ring, claim by claim. */
class RingPaperTest {

  private static Outcome run(String id, int n, String workload) {
    return Simulation.run(Scenario.of(Catalog.entry(id), Graph.complete(n)).workload(workload), 0);
  }

  @ParameterizedTest
  @CsvSource({
    "token-ring,3,true", "token-ring,4,false", "token-ring-parked,4,true",
    "token-ring-parked,4,false", "multi-token-ring,3,true", "multi-token-ring,3,false"
  })
  void mutualExclusionAndNoStarvationWithoutBoundOnRequests(String id, int n, boolean fifo) {
    Check check =
        Check.of(Catalog.entry(id), Setup.of(Graph.complete(n)))
            .withRequests(Check.UNBOUNDED)
            .withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  // The token that always moves.

  /** After the first hop every message lets somebody in. */
  @ParameterizedTest
  @ValueSource(ints = {2, 9, 49})
  void oneMessageWhenAllWantToEnter_tokenRing(int n) {
    Outcome outcome = run("token-ring", n, "saturated");
    assertThat(outcome.messagesPerEntry()).isCloseTo(1, within(0.02));
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
  }

  /** Who asks right after the last exit waits 1 to N hops, (N + 1) / 2 on average. */
  @ParameterizedTest
  @ValueSource(ints = {9, 49})
  void halfARoundForARequestAtOnce_tokenRing(int n) {
    Scenario scenario =
        Scenario.of(Catalog.entry("token-ring"), Graph.complete(n))
            .workload("isolated")
            .entries(20_000);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo((n + 1) / 2.0, within(n / 50.0));
    assertThat(outcome.responseTime().p99()).isBetween(n - 1.0, (double) n);
  }

  /** The token moves once per T whether or not somebody enters: hops per entry = time per entry. */
  @Test
  void theMoreTheIdlerWithoutBound_tokenRing() {
    double before = 0;
    for (int idle : new int[] {1_000, 10_000, 100_000}) {
      Outcome outcome = run("token-ring", 5, "think:" + idle);
      assertThat(outcome.messagesPerEntry()).isGreaterThan(5 * before).isGreaterThan(idle / 10.0);
      before = outcome.messagesPerEntry();
    }
  }

  // The token that rests.

  /** Requests on one way, the token back on the same: twice the distance. */
  @Test
  void twiceTheDistance_parked() {
    int n = 7;
    Stage stage = new Stage(Catalog.entry("token-ring-parked"), Setup.of(Graph.complete(n)), false);
    int holder = 0;
    for (int node : new int[] {0, 3, 2, 2, 6, 0, 1}) {
      stage.step(new Event.Request(node));
      int messages = 0;
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().get(0));
        messages++;
      }
      assertThat(messages).isEqualTo(2 * ((node - holder + n) % n));
      stage.step(new Event.Exit(node));
      assertThat(stage.inFlight()).isEmpty();
      holder = node;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 49})
  void aboutNIsolatedAndTwoSaturated_parked(int n) {
    Scenario isolated =
        Scenario.of(Catalog.entry("token-ring-parked"), Graph.complete(n))
            .workload("isolated")
            .entries(20_000);
    assertThat(Simulation.run(isolated, 0).messagesPerEntry()).isCloseTo(n - 1, within(n / 50.0));
    Outcome saturated = run("token-ring-parked", n, "saturated");
    assertThat(saturated.messagesPerEntry()).isCloseTo(2, within(0.02));
    assertThat(saturated.syncDelay().mean()).isEqualTo(1);
  }

  // A token each.

  @ParameterizedTest
  @CsvSource({"7,isolated", "7,burst", "49,saturated", "49,think:100", "2,saturated"})
  void exactlyNMessages_multiToken(int n, String workload) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario =
          Scenario.of(Catalog.entry("multi-token-ring"), Graph.complete(n))
              .workload(workload)
              .delay(delay);
      assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isEqualTo(n);
    }
  }

  @Test
  void anIsolatedResponseTakesARound_multiToken() {
    assertThat(run("multi-token-ring", 49, "isolated").responseTime().mean()).isEqualTo(49);
  }

  /** One message with constant delays; with others the next token may still be far away. */
  @Test
  void theDelayIsOneMessageOnlyWithConstantDelays_multiToken() {
    assertThat(run("multi-token-ring", 49, "saturated").syncDelay().mean()).isEqualTo(1);
    Scenario random =
        Scenario.of(Catalog.entry("multi-token-ring"), Graph.complete(49)).delay("exponential:1");
    assertThat(Simulation.run(random, 0).syncDelay().mean()).isGreaterThan(10);
  }

  @Test
  void sizesOfTokens() {
    Meter meter = new Meter(64);
    meter.measure(new TokenRing.Token());
    assertThat(meter.bits()).isEqualTo(4);
    meter.measure(new MultiTokenRing.Token(9, 63));
    assertThat(meter.bits()).isEqualTo(4 + 32 + 6);
  }
}
