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

/** What the abstract says of the messages, and what the reconstruction does, claim by claim. */
class HybridTorusStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("hybrid-torus-style");

  private static Scenario scenario(int side, String workload) {
    return Scenario.of(ALGORITHM, Graph.torus(side, side)).workload(workload);
  }

  /** "sqrt(N) under heavy demand": V − 1 for the request, one down, seldom one along the row. */
  @ParameterizedTest
  @ValueSource(ints = {3, 7, 10})
  void aboutTheRootOfNSaturated_heavyDemand(int side) {
    Outcome outcome = Simulation.run(scenario(side, "saturated"), 0);
    assertThat(outcome.messagesPerEntry()).isBetween(side - 1.0, side + 1.1);
  }

  /**
   * "Between sqrt(N) and 2 sqrt(N) under light demand", if asked for at once after an exit: a
   * little more than 2 sqrt(N) here, since the token moves on while the request is on its way
   * round.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 7, 10})
  void aboutTwoRootsOfNIsolated_lightDemand(int side) {
    Outcome outcome = Simulation.run(scenario(side, "isolated").entries(5_000), 0);
    assertThat(outcome.messagesPerEntry()).isBetween((double) side, 2.1 * side);
  }

  /** The condition in the abstract is needed: an unwanted token goes on moving. */
  @Test
  void theMoreTheIdlerWithoutBound_lightDemand() {
    double before = 0;
    for (int idle : new int[] {1_000, 10_000, 100_000}) {
      Outcome outcome = Simulation.run(scenario(2, "think:" + idle).entries(400), 0);
      assertThat(outcome.messagesPerEntry()).isGreaterThan(5 * before).isGreaterThan(idle / 10.0);
      before = outcome.messagesPerEntry();
    }
  }

  /** Where there is one row only, the token rests, and the answer is one message. */
  @Test
  void inOneRowTheTokenRests_reconstruction() {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.torus(1, 5)).workload("isolated");
    double expected = 4.0 + 4.0 / 5;
    assertThat(Simulation.run(scenario.entries(5_000), 0).messagesPerEntry())
        .isCloseTo(expected, within(0.05));
  }

  /** Down the column until a row has a note, then straight to the one who asked. */
  @Test
  void theTokenGoesStraightToTheFirstNote_reconstruction() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.torus(2, 3)), true);
    stage.step(new Event.Request(5));
    stage.step(new Event.Deliver(5, 3, new HybridTorusStyle.Request(5, 1)));
    stage.step(stage.inFlight().stream().filter(d -> d.message().isPerpetual()).findAny().get());
    assertThat(stage.effects()).containsExactly("3 -> 5 GRANT(LN=[0, 0, 0, 0, 0, 0])");
  }

  @ParameterizedTest
  @CsvSource({
    "3,1,2,false",
    "3,2,2,false",
    "3,3,2,true",
    "4,2,2,true",
    "4,3,1,false",
    "5,2,1,false"
  })
  void mutualExclusionAndNoStarvation_correctness(int n, int v, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(Graph.array(n, v))).withRequests(requests).withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
