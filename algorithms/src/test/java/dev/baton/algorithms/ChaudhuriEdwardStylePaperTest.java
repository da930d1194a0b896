package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.algorithms.ChaudhuriEdwardStyle.Back;
import dev.baton.algorithms.ChaudhuriEdwardStyle.GroupToken;
import dev.baton.algorithms.ChaudhuriEdwardStyle.LrcRequest;
import dev.baton.algorithms.ChaudhuriEdwardStyle.NewGrc;
import dev.baton.algorithms.ChaudhuriEdwardStyle.Token;
import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about the algorithm with queue migration; a name ends in what says it. */
class ChaudhuriEdwardStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("chaudhuri-edward-style");

  private static Setup setup(int n, int groups) {
    return new Setup(n, 0, 1, Graph.complete(n), groups);
  }

  // Correctness.

  /** One token, also while the GRC changes and messages overtake each other. */
  @ParameterizedTest
  @CsvSource({"4,2,2,true", "4,2,2,false", "3,3,2,true", "3,3,1,false", "5,2,1,false"})
  void thereIsOneToken_mutualExclusion(int n, int groups, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, groups))
            .withRequests(requests)
            .withFifo(fifo)
            .always("the token is in one place", m -> tokens(m, n) == 1)
            .sometimes("the GRC changes", m -> underWay(m, NewGrc.class::isInstance) > 0)
            .sometimes(
                "a request is on its way to a GRC that has changed",
                m -> underWay(m, message -> message instanceof LrcRequest r && r.term() > 0) > 0);
    assertThat(Search.run(check).message()).isNull();
  }

  private static int tokens(Moment moment, int n) {
    int idle = 0;
    for (int i = 0; i < n; i++) {
      idle += moment.node(i).idlePermits();
    }
    return idle + moment.inside() + underWay(moment, ChaudhuriEdwardStylePaperTest::hasToken);
  }

  private static boolean hasToken(Message message) {
    return message instanceof GroupToken || message instanceof Token || message instanceof Back;
  }

  private static int underWay(Moment moment, Predicate<Message> kind) {
    int count = 0;
    for (int j = 0; j < moment.inFlight(); j++) {
      count += kind.test(moment.inFlight(j).message()) ? 1 : 0;
    }
    return count;
  }

  /** The rest of this way, then at most one entry of each other before the own. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"3,2,2", "3,3,2", "4,2,3", "4,3,4", "5,2,5"})
  void nobodyIsPassedMoreThanTwiceByTheSame_fairness(int n, int groups, int worst) {
    Check check = Check.of(ALGORITHM, setup(n, groups)).withRequests(2);
    Report report = Search.run(check.withBypass(Integer.MAX_VALUE));
    assertThat(report.maxBypass()).isEqualTo(worst).isLessThanOrEqualTo(2 * (n - 2));
  }

  // Messages.

  /** At the GRC, in its group, at another LRC, elsewhere; then the GRC is there. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void aSingleRequest_complexity(int root) {
    int n = root * root;
    assertThat(messages(root, 0)).isZero();
    assertThat(messages(root, 1)).isEqualTo(3);
    assertThat(messages(root, n - root)).isEqualTo(root + 1);
    assertThat(messages(root, n - 1)).isEqualTo(root + 4);
  }

  private static int messages(int root, int node) {
    Stage stage = new Stage(ALGORITHM, setup(root * root, root), true);
    stage.step(new Event.Request(node));
    int sent = drain(stage);
    stage.step(new Event.Exit(node));
    sent += drain(stage);
    int lrc = node / root * root;
    assertThat(stage.node(lrc).idlePermits()).isEqualTo(1);
    return sent;
  }

  private static int drain(Stage stage) {
    int count = 0;
    for (; !stage.inFlight().isEmpty(); count++) {
      stage.step(stage.inFlight().getFirst());
    }
    return count;
  }

  /** "O(√n)": what the four kinds of requesters cost, by their share of the nodes. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8, 12})
  void isolatedRequestsCostRootN_abstract(int root) {
    int n = root * root;
    Scenario scenario = Scenario.of(ALGORITHM, setup(n, 0)).workload("isolated").entries(5000);
    double here = 3.0 * (root - 1);
    double elsewhere = (root - 1) * (root + 1 + (root - 1.0) * (root + 4));
    assertThat(Simulation.run(scenario, 0).messagesPerEntry())
        .isCloseTo((here + elsewhere) / n, within(0.15));
  }

  /**
   * "Under heavy load, the number of required messages approaches 2." On a way through all √n
   * groups n - √n requests and n to n + √n tokens inside groups, and 3(√n - 1) messages among LRCs.
   */
  @Test
  void underHeavyLoadTwoMessages_abstract() {
    double last = 3;
    for (int root : new int[] {3, 5, 10, 20}) {
      int n = root * root;
      Scenario scenario = Scenario.of(ALGORITHM, setup(n, 0)).workload("saturated");
      double messages = Simulation.run(scenario.entries(100L * n), 0).messagesPerEntry();
      assertThat(messages).isLessThan(last).isBetween(2.0, 2 + 3.0 / root);
      last = messages;
    }
  }
}
