package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Cao and Singhal claim; a name ends in what the claim is about. */
@Tag("slow")
class CaoSinghalStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("cao-singhal-style");
  private static final Catalog.Entry MAEKAWA = Catalog.entry("maekawa");

  private static Graph structure(String kind, int n) {
    return kind.equals("plane") ? Graph.plane(n) : Graph.grid(n);
  }

  /** While somebody is inside for longer than a message takes, the next one becomes known. */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 49})
  void theDelayIsOneMessageWhereMaekawaHasTwo_delay(int n) {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.grid(n)).hold("constant:1.5");
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.syncDelay().mean()).isCloseTo(1, within(0.01));
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
    Scenario ancestor = Scenario.of(MAEKAWA, Graph.grid(n)).hold("constant:1.5");
    assertThat(Simulation.run(ancestor, 0).syncDelay().p99()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"grid,4,3", "grid,16,7", "grid,49,13", "plane,3,2", "plane,13,4", "plane,57,8"})
  void anIsolatedRequestTakesThreeMessagesForEveryOtherMember_messageTraffic(
      String kind, int n, int k) {
    Scenario scenario = Scenario.of(ALGORITHM, structure(kind, n)).workload("isolated");
    assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isEqualTo(3.0 * (k - 1));
  }

  @ParameterizedTest
  @CsvSource({"grid,4,3", "grid,16,7", "grid,49,13", "plane,3,2", "plane,13,4", "plane,57,8"})
  void atMostSixMessagesForEveryOtherMemberOnAverage_messageTraffic(String kind, int n, int k) {
    for (String workload : new String[] {"burst", "saturated", "think:10", "contention:50"}) {
      for (String delay : new String[] {"constant:1", "exponential:1", "uniform:0.001,3"}) {
        for (boolean fifo : new boolean[] {true, false}) {
          Scenario scenario =
              Scenario.of(ALGORITHM, structure(kind, n)).workload(workload).delay(delay).fifo(fifo);
          assertThat(Simulation.run(scenario, 0).messagesPerEntry())
              .isBetween(3.0 * (k - 1), 6.0 * (k - 1));
        }
      }
    }
  }

  /** REQUEST, FAILED, TRANSFER, LOCKED, RELEASE. */
  @ParameterizedTest
  @CsvSource({"grid,16,7", "grid,49,13", "plane,57,8"})
  void fiveMessagesForEveryOtherMemberWhenSaturated_messageTraffic(String kind, int n, int k) {
    Scenario scenario = Scenario.of(ALGORITHM, structure(kind, n)).entries(1000L * n);
    assertThat(Simulation.run(scenario, 0).messagesPerEntry())
        .isCloseTo(5.0 * (k - 1), within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"grid,2,3,true", "grid,3,1,false", "plane,3,2,true", "plane,4,1,true"})
  void noDeadlockAndNoStarvation_proofs(String kind, int n, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(structure(kind, n))).withRequests(requests).withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
