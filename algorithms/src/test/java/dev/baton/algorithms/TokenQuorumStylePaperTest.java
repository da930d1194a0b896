package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What follows from rows that ask and columns that know, claim by claim. */
class TokenQuorumStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("token-quorum-style");

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

  /**
   * V − 1 in the row, one where row and column meet, the token, U − 1 in the column; one less if
   * the holder is in the row; up to V − 1 more from those who know a former holder only.
   */
  @ParameterizedTest
  @CsvSource({"3,3", "4,4", "2,5", "7,7"})
  void oneEntryCostsARowAndAColumn_messageComplexity(int u, int v) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.torus(u, v)), false);
    int holder = 0;
    for (int i = 1; i < 6 * u * v; i++) {
      int node = i * i % (u * v);
      int messages = entry(stage, node);
      if (node == holder) {
        assertThat(messages).isZero();
      } else {
        assertThat(messages).isBetween(u + v - 1, u + 2 * v - 1);
      }
      holder = node;
    }
  }

  /** Not the claim of this paper but of the one whose place it takes: at most 4 sqrt(N). */
  @ParameterizedTest
  @CsvSource({"49,isolated", "49,burst", "49,saturated", "49,think:100", "100,saturated"})
  void atMostFourTimesTheRootOfN_messageComplexity(int n, String workload) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario =
          Scenario.of(ALGORITHM, Setup.of(ALGORITHM.structureOn(Graph.complete(n))))
              .workload(workload)
              .delay(delay)
              .fifo(false);
      Outcome outcome = Simulation.run(scenario, 0);
      assertThat(outcome.messagesPerEntry()).isBetween(Math.sqrt(n), 4 * Math.sqrt(n));
    }
  }

  @Test
  void theDelayIsOneMessage_synchronizationDelay() {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.torus(4, 4)).workload("saturated");
    assertThat(Simulation.run(scenario, 0).syncDelay().mean()).isEqualTo(1);
  }

  /** Rows, columns, squares and short last rows. */
  @ParameterizedTest
  @CsvSource({"3,1,1,false", "3,2,2,true", "3,3,1,false", "4,2,1,false", "4,3,1,true"})
  void mutualExclusionAndNoStarvation_correctness(int n, int v, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(Graph.array(n, v))).withRequests(requests).withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
