package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of Reverse Link; a name ends in what the claim is about. */
class ReverseLinkPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("reverse-link");

  /** Delivers until nothing is under way; gives what was sent meanwhile, one line each. */
  private static List<String> settle(Stage stage) {
    List<String> sent = new ArrayList<>(sent(stage));
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
      assertThat(stage.violation()).isNull();
      sent.addAll(sent(stage));
    }
    return sent;
  }

  private static List<String> sent(Stage stage) {
    return stage.effects().stream().filter(line -> line.contains(" -> ")).toList();
  }

  private static long count(List<String> sent, String type) {
    return sent.stream().filter(line -> line.contains(" " + type + "(")).count();
  }

  @Test
  void theHolderEntersWithoutAMessage_messageTraffic() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.ring(5)), true);
    stage.step(new Event.Request(0));
    assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(stage.inFlight()).isEmpty();
  }

  /** On a line from the holder to its other end, whose nodes have two neighbours, the last one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 6, 10})
  void requestAndTokenTravelTheWayAndEachReceiverTellsItsNeighbours_messageTraffic(int n) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.line(n)), true);
    stage.step(new Event.Request(n - 1));
    List<String> sent = settle(stage);
    assertThat(stage.phase(n - 1)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(count(sent, "Request")).isEqualTo(n - 1);
    assertThat(count(sent, "Token")).isEqualTo(n - 1);
    assertThat(count(sent, "LinkInfo")).isEqualTo(2 * (n - 2) + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 20})
  void whereAllAreLinkedAnIsolatedRequestTakesNPlusOneMessages_messageTraffic(int n) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(n)), true);
    stage.step(new Event.Request(n - 1));
    assertThat(settle(stage)).hasSize(n + 1);
  }

  /** A ring of n: the longest way is the whole ring without one link. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 8})
  void aRequestFindsAnotherWayWhenItsLinkGoesDown_liveness(int n) {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.ring(n)), true);
    stage.step(new Event.Request(0));
    stage.step(new Event.Request(1));
    settle(stage);
    stage.step(new Event.LinkDown(0, 1));
    stage.step(new Event.LinkDown(1, 0));
    settle(stage);
    assertThat(stage.phase(1)).isEqualTo(Stage.Phase.WAITING);
    stage.step(new Event.Exit(0));
    settle(stage);
    assertThat(stage.phase(1)).isEqualTo(Stage.Phase.INSIDE);
  }

  /** Nothing is lost, because a link goes down only while nothing is under way on it. */
  @ParameterizedTest
  @CsvSource({
    "churn:0.05, constant:1",
    "churn:0.5, exponential:1",
    "'waypoint:0.05,0.2', exponential:1"
  })
  void everybodyEntersWhileAllMove_liveness(String mobility, String delay) {
    Setup setup = Setup.of(Graph.complete(24)).roaming(4, 0);
    Scenario scenario = Scenario.of(ALGORITHM, setup).mobility(mobility).delay(delay).entries(500);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.moves()).isGreaterThan(100);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(500);
    assertThat(Simulation.run(scenario, 0)).isEqualTo(outcome);
  }
}
