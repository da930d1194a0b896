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

/** What the paper's abstract says, claim by claim. */
class BanerjeeChrysanthisStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("banerjee-chrysanthis-style");

  /** Messages of one entry with the system quiet before and after it. */
  private static int entry(Stage stage, int node) {
    stage.step(new Event.Request(node));
    int messages = drain(stage);
    assertThat(stage.phase(node)).isEqualTo(Stage.Phase.INSIDE);
    stage.step(new Event.Exit(node));
    return messages + drain(stage);
  }

  private static int drain(Stage stage) {
    int messages = 0;
    for (; !stage.inFlight().isEmpty(); messages++) {
      stage.step(stage.inFlight().getFirst());
    }
    return messages;
  }

  /** "Approximately N messages at low loads": a request, N − 1 times the news, the token. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 16})
  void oneMoreThanNForARequestAlone_lowLoad(int n) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(n)), false);
    int arbiter = 0;
    for (int i = 0; i < 3 * n; i++) {
      int node = i * i % n;
      assertThat(entry(stage, node)).isEqualTo(node == arbiter ? 0 : n + 1);
      arbiter = node;
    }
  }

  /** With N equally likely requesters the arbiter itself asks once in N: (N − 1)(N + 1)/N. */
  @ParameterizedTest
  @ValueSource(ints = {9, 49})
  void aboutNMessages_lowLoad(int n) {
    Scenario scenario =
        Scenario.of(ALGORITHM, Graph.complete(n)).workload("isolated").entries(20_000);
    double expected = (n - 1.0) * (n + 1) / n;
    assertThat(Simulation.run(scenario, 0).messagesPerEntry())
        .isCloseTo(expected, within(expected / 100));
  }

  /** "Approximately three messages at high loads, irrespective of the number of nodes". */
  @ParameterizedTest
  @ValueSource(ints = {9, 49, 200})
  void aboutThreeMessages_highLoad(int n) {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, Graph.complete(n)), 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(3, within(0.1));
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"3,2,true", "3,1,false", "4,1,true"})
  void mutualExclusionAndNoStarvation_correctness(int n, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(Graph.complete(n))).withRequests(requests).withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** A request that finds the arbiter changed is passed on to the next one. */
  @Test
  void aRequestFollowsTheArbiter_forwarding() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(3)), true);
    stage.step(new Event.Request(2));
    Event.Deliver late = stage.inFlight().getFirst();
    stage.step(new Event.Request(1));
    stage.step(new Event.Deliver(1, 0, new BanerjeeChrysanthisStyle.Request(1)));
    stage.step(late);
    assertThat(stage.effects()).containsExactly("0 -> 1 REQUEST(origin=2)");
    drain(stage);
    stage.step(new Event.Exit(1));
    drain(stage);
    assertThat(stage.phase(2)).isEqualTo(Stage.Phase.INSIDE);
  }
}
