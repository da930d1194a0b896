package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.ChaudhuriEdwardKStyle.Back;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.GroupToken;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Msg;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Return;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Token;
import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
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

/** What the paper on request collectors says about the algorithm that it improves on. */
class ChaudhuriEdwardKStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("chaudhuri-edward-k-style");

  private static Setup setup(int n, int groups, int k) {
    return new Setup(n, 0, k, Graph.complete(n), groups);
  }

  /** "Only one token was sent to each LG and other tokens were circulating in GRC local group." */
  @Test
  void aGroupHasOneTokenTheGrcsOwnAllOthers_descriptionOfTheAlgorithm() {
    Check check =
        Check.of(ALGORITHM, setup(4, 2, 2))
            .withProperties(List.of(Property.SAFETY, Property.DEADLOCK))
            .always("one of the other group is inside", m -> !(m.isInside(2) && m.isInside(3)))
            .sometimes("two of the GRC's group are", m -> m.isInside(0) && m.isInside(1));
    assertThat(Search.run(check).message()).isNull();
  }

  /** "Which may cause a local group to have a lot of requesting nodes" while tokens idle. */
  @ParameterizedTest
  @CsvSource({"4,2,2", "4,2,3", "5,2,2"})
  void aTokenCanBeIdleWhileNodesWait_descriptionOfTheAlgorithm(int n, int groups, int k) {
    Report report = Search.run(Check.of(ALGORITHM, setup(n, groups, k)));
    assertThat(report.property()).isEqualTo(Property.IDLE_PERMIT);
    Check better = Check.of(Catalog.entry("request-collectors"), setup(n, groups, k));
    assertThat(Search.run(better).message()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"4,2,1,2,true", "4,2,2,2,true", "4,2,3,2,false", "5,2,2,1,false", "3,3,2,2,false"})
  void noTokenIsLostOrMade_correctness(int n, int groups, int k, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, groups, k))
            .withRequests(requests)
            .withFifo(fifo)
            .withProperties(List.of(Property.SAFETY, Property.DEADLOCK))
            .always("each token is in one place", m -> isEachTokenInOnePlace(m, n, k))
            .sometimes("all tokens are in use", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  private static boolean isEachTokenInOnePlace(Moment moment, int n, int k) {
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Ints held = ((ChaudhuriEdwardKStyle) moment.node(i)).heldTokens();
      for (int t = 0; t < held.size(); t++) {
        seen.add(held.get(t));
      }
    }
    for (int j = 0; j < moment.inFlight(); j++) {
      switch ((Msg) moment.inFlight(j).message()) {
        case GroupToken token -> seen.add(token.token());
        case Token token -> seen.add(token.token());
        case Back back -> seen.add(back.token());
        case Return back -> seen.add(back.token());
        default -> {}
      }
    }
    return seen.size() == k && seen.stream().distinct().count() == k;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,3", "4,3", "5,6", "15,6"})
  void aSingleRequest_complexity(int node, int messages) {
    Stage stage = new Stage(ALGORITHM, setup(16, 4, 3), true);
    stage.step(new Event.Request(node));
    int sent = drain(stage);
    stage.step(new Event.Exit(node));
    sent += drain(stage);
    assertThat(sent).isEqualTo(messages);
    assertThat(stage.node(0).idlePermits()).isEqualTo(3);
  }

  private static int drain(Stage stage) {
    int count = 0;
    for (; !stage.inFlight().isEmpty(); count++) {
      stage.step(stage.inFlight().getFirst());
    }
    return count;
  }

  /**
   * "Improves fairness and response time": with more tokens than groups, all request at once. Of
   * messages it needs fewer.
   */
  @ParameterizedTest
  @CsvSource({"16,8", "36,12", "64,16"})
  void requestCollectorsAreFasterWithMoreTokensThanGroups_experimentalResults(int n, int k) {
    Outcome before = burst("chaudhuri-edward-k-style", n, k);
    Outcome after = burst("request-collectors", n, k);
    assertThat(after.responseTime().mean()).isLessThan(before.responseTime().mean());
    assertThat(after.messagesPerEntry()).isGreaterThan(before.messagesPerEntry());
  }

  private static Outcome burst(String id, int n, int k) {
    Scenario scenario = Scenario.of(Catalog.entry(id), setup(n, 0, k)).workload("burst");
    return Simulation.run(scenario.entries(20L * n), 0);
  }
}
