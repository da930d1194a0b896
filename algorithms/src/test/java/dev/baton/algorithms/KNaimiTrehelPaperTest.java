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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from k independent trees, claim by claim. */
class KNaimiTrehelPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("k-naimi-trehel");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

  @Test
  void withOneTreeTheRunIsThatOfNaimiTrehel_comparison() {
    Scenario one = Scenario.of(ALGORITHM, setup(16, 1)).workload("think:5").delay("exponential:1");
    Scenario other =
        Scenario.of(Catalog.entry("naimi-trehel"), Graph.complete(16))
            .workload("think:5")
            .delay("exponential:1");
    Outcome expected = Simulation.run(other, 0);
    Outcome outcome = Simulation.run(one, 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(expected.messagesPerEntry());
    assertThat(outcome.responseTime()).isEqualTo(expected.responseTime());
  }

  @ParameterizedTest
  @CsvSource({"3,2,2,true", "3,2,2,false", "4,2,1,false", "4,3,1,true"})
  void atMostKInsideAndNoDeadlock_correctness(int n, int k, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, k))
            .withRequests(requests)
            .withFifo(fifo)
            .withProperties(List.of(Property.SAFETY, Property.DEADLOCK))
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  /** A request is bound to its tree: another token may be unused meanwhile. */
  @ParameterizedTest
  @CsvSource({"3,2", "4,2", "4,3"})
  void aTokenCanBeUnusedWhileSomebodyWaits_avoidance(int n, int k) {
    assertThat(Search.run(Check.of(ALGORITHM, setup(n, k))).property())
        .isEqualTo(Property.IDLE_PERMIT);
    Check better = Check.of(Catalog.entry("srimani-reddy-style"), setup(n, k));
    assertThat(Search.run(better).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** Who has a token unused takes it; no node ever has two. */
  @Test
  void anOwnTokenIsFree_messageComplexity() {
    Stage stage = new Stage(ALGORITHM, setup(6, 3), false);
    for (int i = 0; i < 40; i++) {
      int node = i * i % 6;
      boolean hasToken = stage.node(node).idlePermits() == 1;
      stage.step(new Event.Request(node));
      assertThat(stage.inFlight().isEmpty()).isEqualTo(hasToken);
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().getFirst());
      }
      stage.step(new Event.Exit(node));
      for (int j = 0; j < 6; j++) {
        assertThat(stage.node(j).idlePermits()).isBetween(0, 1);
      }
    }
  }

  /** Four trees serve almost four times as fast. */
  @Test
  void moreTreesLetMoreIn_performance() {
    Outcome one = Simulation.run(Scenario.of(ALGORITHM, setup(48, 1)), 0);
    Outcome four = Simulation.run(Scenario.of(ALGORITHM, setup(48, 4)), 0);
    assertThat(four.messagesPerEntry()).isBetween(2.0, 6.0);
    assertThat(four.responseTime().mean()).isLessThan(one.responseTime().mean() / 3);
  }
}
