package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of k-coteries of groups; a name ends in what the claim is about. */
@Tag("slow")
class KPartitionPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("k-partition");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

  /** 2√(N/k) − 1 where a group is a square; three messages for each but the node itself. */
  @ParameterizedTest
  @CsvSource({"16,1,7", "16,4,3", "18,2,5", "48,3,7", "75,3,9", "8,2,3", "4,4,1", "3,9,1"})
  void aQuorumIsARowAndAColumnOfAGroup_quorums(int n, int k, int size) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario isolated =
          Scenario.of(ALGORITHM, setup(n, k)).workload("isolated").delay(delay).fifo(false);
      assertThat(Simulation.run(isolated, 0).messagesPerEntry()).isEqualTo(3.0 * (size - 1));
    }
  }

  /** A quorum of each group may be asked, in one of which is the node itself. */
  @ParameterizedTest
  @CsvSource({"16,1,7", "16,4,3", "18,2,5", "48,3,7"})
  void threeToFiveMessagesForEveryMemberThatIsAsked_messageTraffic(int n, int k, int size) {
    int members = k * size - 1;
    for (String workload : new String[] {"burst", "saturated", "think:10", "contention:50"}) {
      for (String delay : new String[] {"constant:1", "exponential:1", "uniform:0.001,3"}) {
        Scenario scenario =
            Scenario.of(ALGORITHM, setup(n, k)).workload(workload).delay(delay).fifo(false);
        assertThat(Simulation.run(scenario, 0).messagesPerEntry())
            .isBetween(3.0 * (size - 1), 5.0 * members);
      }
    }
  }

  /** More messages may be FAILED, but nobody enters later. */
  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst", "think:20"})
  void withOneGroupEverybodyEntersWhenItDoesWithMaekawa_comparison(String workload) {
    Scenario one = Scenario.of(ALGORITHM, setup(16, 1)).workload(workload);
    Scenario other = Scenario.of(Catalog.entry("maekawa"), Graph.grid(16)).workload(workload);
    Outcome expected = Simulation.run(other, 0);
    assertThat(Simulation.run(one, 0).responseTime()).isEqualTo(expected.responseTime());
  }

  /** Those of the first group ask first, and all stay: k of them are inside, the others wait. */
  @ParameterizedTest
  @CsvSource({"4,2", "7,3", "9,4", "16,5", "3,5"})
  void kQuorumsWithoutACommonMemberExist_quorums(int n, int k) {
    Stage stage = new Stage(ALGORITHM, setup(n, k), false);
    int asked = 0;
    for (int group = 0; group < k; group++) {
      for (int node = group; node < n; node += k) {
        stage.step(new Event.Request(node));
        drain(stage);
        boolean isInside = stage.phase(node) == Stage.Phase.INSIDE;
        assertThat(isInside).isEqualTo(asked < k);
        asked++;
      }
    }
    assertThat(asked).isEqualTo(n);
  }

  private static void drain(Stage stage) {
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
    }
  }

  // Nobody waits while fewer than k are inside.

  private static Check calm(Check check, int k) {
    return check
        .always("at most k are inside", m -> m.inside() <= k)
        .always(
            "who waits in calm waits for k",
            m -> m.inFlight() > 0 || m.waiting() == 0 || m.inside() == k);
  }

  @ParameterizedTest
  @CsvSource({"3,1,1,false", "3,2,1,false", "3,3,2,false", "2,2,2,false", "4,1,1,true"})
  void whoWaitsInCalmWaitsForK_correctness(int n, int k, int requests, boolean fifo) {
    Check check =
        calm(Check.of(ALGORITHM, setup(n, k)).withRequests(requests).withFifo(fifo), k)
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  /** Two permits, three that ask twice. */
  private static Check threeAskTwice(String mutant, boolean fifo) {
    return Check.of(new TestLibrary().algorithm("k-partition/" + mutant), setup(3, 2))
        .withRequests(2)
        .withFifo(fifo)
        .withProperties(List.of(Property.SAFETY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"asks-one-group", "never-withdraws", "older-not-failed"})
  void withoutWithdrawalsAndFurtherRequestsAPermitIsIdle_correctness(String mutant) {
    Report report = Search.run(calm(threeAskTwice(mutant, true), 2));
    assertThat(report.message()).contains("who waits in calm waits for k");
  }

  @Test
  void whatIsWithdrawnBeforeItArrivesMustNotBeQueued_correctness() {
    Report report = Search.run(calm(threeAskTwice("forgets-withdrawn", false), 2));
    assertThat(report.message()).contains("who waits in calm waits for k");
  }

  @Test
  void anAnswerToAnEarlierRequestMustNotCount_correctness() {
    Report report = Search.run(threeAskTwice("late-answers-count", true));
    assertThat(report.property()).isEqualTo(Property.SAFETY);
  }
}
