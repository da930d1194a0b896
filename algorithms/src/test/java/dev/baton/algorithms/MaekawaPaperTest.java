package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Maekawa claims; a name ends in what the claim is about. */
class MaekawaPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("maekawa");

  private static Graph structure(String kind, int n) {
    return kind.equals("plane") ? Graph.plane(n) : Graph.grid(n);
  }

  @ParameterizedTest
  @CsvSource({"grid,4,3", "grid,16,7", "grid,49,13", "plane,3,2", "plane,13,4", "plane,57,8"})
  void anIsolatedRequestTakesThreeMessagesForEveryOtherMember_messageTraffic(
      String kind, int n, int k) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario =
          Scenario.of(ALGORITHM, structure(kind, n)).workload("isolated").delay(delay);
      Outcome outcome = Simulation.run(scenario, 0);
      assertThat(outcome.messagesPerEntry()).isEqualTo(3.0 * (k - 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"grid,4,3", "grid,16,7", "grid,49,13", "plane,3,2", "plane,13,4", "plane,57,8"})
  void atMostFiveMessagesForEveryOtherMemberOnAverage_messageTraffic(String kind, int n, int k) {
    for (String workload : new String[] {"burst", "saturated", "think:10", "contention:50"}) {
      for (String delay : new String[] {"constant:1", "exponential:1", "uniform:0.001,3"}) {
        for (boolean fifo : new boolean[] {true, false}) {
          Scenario scenario =
              Scenario.of(ALGORITHM, structure(kind, n)).workload(workload).delay(delay).fifo(fifo);
          assertThat(Simulation.run(scenario, 0).messagesPerEntry())
              .isBetween(3.0 * (k - 1), 5.0 * (k - 1));
        }
      }
    }
  }

  /** REQUEST, FAILED, LOCKED, RELEASE: newcomers are younger than all who wait. */
  @ParameterizedTest
  @CsvSource({"grid,16,7", "grid,49,13", "plane,13,4", "plane,57,8"})
  void fourMessagesForEveryOtherMemberWhenSaturated_messageTraffic(String kind, int n, int k) {
    Scenario scenario = Scenario.of(ALGORITHM, structure(kind, n)).entries(1000L * n);
    assertThat(Simulation.run(scenario, 0).messagesPerEntry())
        .isCloseTo(4.0 * (k - 1), within(0.01));
  }

  /** RELEASE to the member in common, and LOCKED from there. */
  @ParameterizedTest
  @ValueSource(ints = {16, 49})
  void theDelayIsTwoMessagesOnAGrid_delay(int n) {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, Graph.grid(n)), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(2);
  }

  /**
   * In rounds by number, i is followed by i + 1, which is the point that their lines have in
   * common: the member that hears the RELEASE is the one that enters.
   */
  @ParameterizedTest
  @ValueSource(ints = {13, 57})
  void theDelayIsOneMessageOnAPlaneInRounds_delay(int n) {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, Graph.plane(n)), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    Scenario mixed = Scenario.of(ALGORITHM, Graph.plane(n)).workload("contention:50");
    assertThat(Simulation.run(mixed, 0).syncDelay().p50()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"grid,3,1,false", "plane,3,2,false", "grid,4,1,true", "plane,4,1,false"})
  void noDeadlockAndNoStarvation_proofs(String kind, int n, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(structure(kind, n))).withRequests(requests).withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  // Fairness. On the 3 x 3 grid neither 4 nor 8 is in the quorum of 0 and hears of its requests.

  /** How often 4 and 8, in turn, pass 0, whose numbers are high after so many entries alone. */
  private static int passes(Algorithm algorithm, int before) {
    Stage stage = new Stage(algorithm, Setup.of(Graph.grid(9)), true);
    for (int i = 0; i < before; i++) {
      step(stage, new Event.Request(0));
      step(stage, new Event.Exit(0));
    }
    step(stage, new Event.Request(4));
    step(stage, new Event.Request(0));
    int inside = 4;
    for (int passes = 0; ; passes++) {
      int other = 12 - inside;
      step(stage, new Event.Request(other));
      step(stage, new Event.Exit(inside));
      if (stage.phase(0) == Stage.Phase.INSIDE) {
        return passes;
      }
      assertThat(stage.phase(other)).isEqualTo(Stage.Phase.INSIDE);
      inside = other;
    }
  }

  private static void step(Stage stage, Event event) {
    stage.step(event);
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20, 100})
  void whoHasEnteredKnowsTheNumbersOfThoseWhoWait_fairness(int before) {
    assertThat(passes(ALGORITHM, before)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20, 100})
  void withoutNumbersInLockedThereIsNoBound_fairness(int before) {
    Algorithm plain = new TestLibrary().algorithm("maekawa/numbers-not-shared");
    assertThat(passes(plain, before)).isGreaterThanOrEqualTo(before);
  }
}
