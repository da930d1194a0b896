package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
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

/** What is said of one token with a counter; a name ends in what the claim is about. */
class RicartAgrawalaKStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("ricart-agrawala-k-style");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

  private static Outcome saturated(String id, int n, int k, double hold) {
    Scenario scenario = Scenario.of(Catalog.entry(id), setup(n, k)).delay("constant:1");
    return Simulation.run(scenario.hold("constant:" + hold), 0);
  }

  private static int drain(Stage stage) {
    int messages = 0;
    for (; !stage.inFlight().isEmpty(); messages++) {
      stage.step(stage.inFlight().getFirst());
    }
    return messages;
  }

  /** One at a time: the token is still there at the exit, and the release takes no message. */
  @ParameterizedTest
  @CsvSource({"5,1", "5,2", "9,4"})
  void zeroOrNMessagesForOneAtATime_messageTraffic(int n, int k) {
    Stage stage = new Stage(ALGORITHM, setup(n, k), false);
    for (int i = 0; i < 8 * n; i++) {
      int node = i * i * 2 % n;
      boolean hasToken = stage.node(node).idlePermits() > 0;
      stage.step(new Event.Request(node));
      int messages = drain(stage);
      stage.step(new Event.Exit(node));
      assertThat(messages + drain(stage)).isEqualTo(hasToken ? 0 : n);
    }
  }

  /** A request to all others, the token, and a release to all others, since the token is gone. */
  @ParameterizedTest
  @CsvSource({"5,2", "9,4"})
  void twoNLessOneMessagesIfTheTokenHasGoneOn_messageTraffic(int n, int k) {
    Stage stage = new Stage(ALGORITHM, setup(n, k), true);
    stage.step(new Event.Request(1));
    int messages = drain(stage);
    stage.step(new Event.Request(2));
    assertThat(drain(stage)).isEqualTo(n);
    stage.step(new Event.Exit(1));
    assertThat(messages + drain(stage)).isEqualTo(2 * n - 1);
    stage.step(new Event.Exit(2));
    assertThat(drain(stage)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst", "think:10", "contention:50"})
  void neverMoreThanTwoNLessOneMessages_messageTraffic(String workload) {
    Scenario scenario = Scenario.of(ALGORITHM, setup(9, 3)).workload(workload);
    Outcome outcome = Simulation.run(scenario.delay("exponential:1").fifo(false), 0);
    assertThat(outcome.messagesPerEntry()).isBetween(8.0, 17.0);
  }

  /** Nobody else can be inside, so that no release has to be told. */
  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst", "isolated"})
  void withOneEntryItCostsWhatSuzukiKasamiCosts_comparison(String workload) {
    Scenario one = Scenario.of(ALGORITHM, setup(16, 1)).workload(workload);
    Scenario other = Scenario.of(Catalog.entry("suzuki-kasami"), setup(16, 1)).workload(workload);
    Outcome expected = Simulation.run(other, 0);
    Outcome outcome = Simulation.run(one, 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(expected.messagesPerEntry());
    assertThat(outcome.responseTime().mean()).isEqualTo(expected.responseTime().mean());
  }

  /**
   * "Behaves like a single token algorithm under high load": so it does where sections are short,
   * since the token takes a message time from one entry to the next. Several tokens do not.
   */
  @Test
  void shortSectionsAreEnteredOneByOne_highLoad() {
    double one = saturated(ALGORITHM.id(), 16, 1, 0.01).throughput();
    double many = saturated(ALGORITHM.id(), 16, 4, 0.01).throughput();
    double tokens = saturated("srimani-reddy-style", 16, 4, 0.01).throughput();
    assertThat(many).isBetween(one, 1.02 * one);
    assertThat(tokens).isGreaterThan(2 * one);
  }

  /** Where they are long, k are inside together, but for the release and the token on their way. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void longSectionsOverlap_highLoad(int k) {
    double one = saturated(ALGORITHM.id(), 16, 1, 100).throughput();
    double many = saturated(ALGORITHM.id(), 16, k, 100).throughput();
    assertThat(many / one).isBetween(0.95 * k, 1.0 * k);
  }

  /** Among them that nothing is free while somebody waits. */
  @ParameterizedTest
  @CsvSource({"3,1,2,true", "3,2,1,false", "3,3,1,false"})
  void atMostKInsideAndNothingFreeWhileSomebodyWaits_correctness(
      int n, int k, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, k))
            .withRequests(requests)
            .withFifo(fifo)
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }
}
