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

/** What is said of the algorithm, claim by claim. */
class SrimaniReddyStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("srimani-reddy-style");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

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

  /** 0 messages with a token of one's own, else N to N + k − 1. */
  @ParameterizedTest
  @CsvSource({"5,1", "5,2", "9,4"})
  void zeroOrNToNAndKLessOneMessages_messageTraffic(int n, int k) {
    Stage stage = new Stage(ALGORITHM, setup(n, k), false);
    for (int i = 0; i < 8 * n; i++) {
      int node = i * i * 2 % n;
      boolean hasToken = stage.node(node).idlePermits() > 0;
      int messages = entry(stage, node);
      if (hasToken) {
        assertThat(messages).isZero();
      } else {
        assertThat(messages).isBetween(n, n + k - 1);
      }
    }
  }

  /** Two who have tokens unused both answer: one lets in, the other stays unused. */
  @Test
  void severalTokensMayCome_duplicates() {
    Stage stage = new Stage(ALGORITHM, setup(4, 2), true);
    assertThat(entry(stage, 1)).isEqualTo(4);
    assertThat(entry(stage, 3)).isEqualTo(5);
    assertThat(stage.node(3).idlePermits()).isEqualTo(2);
  }

  /** Among them that no token is unused while somebody waits. */
  @ParameterizedTest
  @CsvSource({"3,1,2,false", "3,2,2,true", "3,2,1,false", "4,2,1,true", "4,3,1,true"})
  void atMostKInsideAndNoTokenUnused_correctness(int n, int k, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, k))
            .withRequests(requests)
            .withFifo(fifo)
            .sometimes("k are inside", m -> m.inside() == k);
    Report report = Search.run(check);
    assertThat(report.message()).isNull();
    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  @Test
  void withOneTokenItCostsWhatSuzukiKasamiCosts_comparison() {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, setup(16, 1)), 0);
    Outcome expected =
        Simulation.run(Scenario.of(Catalog.entry("suzuki-kasami"), Graph.complete(16)), 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(expected.messagesPerEntry());
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
  }
}
