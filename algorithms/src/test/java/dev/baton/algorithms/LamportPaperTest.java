package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Lamport's paper claims of its algorithm, and what others claim: the end of each name is the
 * section of the paper, or of lecture notes that judge it.
 */
class LamportPaperTest {

  private static final Catalog.Entry LAMPORT = Catalog.entry("lamport");

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:20", "contention:30"})
  void everyEntryCostsThreeMessagesPerOtherProcess_OrderingTheEventsTotally(String workload) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      for (int n : new int[] {1, 2, 5, 16, 49}) {
        Outcome outcome = simulate(n, workload, delay);
        assertThat(outcome.messagesPerEntry()).as(delay).isEqualTo(3.0 * (n - 1));
        if (n > 1) {
          double each = n - 1;
          assertThat(outcome.messagesByType())
              .isEqualTo(Map.of("REQUEST", each, "ACKNOWLEDGE", each, "RELEASE", each));
        }
      }
    }
  }

  /** Condition I: one at a time; condition III: everybody is granted. */
  @Test
  void oneAtATimeAndEverybodyInTheEnd_OrderingTheEventsTotally() {
    assertThat(Search.run(check(3)).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** Condition II. Bypasses would count the same. */
  @Test
  void requestsAreGrantedInTheOrderInWhichTheyAreMade_OrderingTheEventsTotally() {
    for (int seed = 1; seed <= 200; seed++) {
      Setup setup = Setup.of(Graph.complete(2 + seed % 5));
      assertThat(Orderly.servesInOrder(LAMPORT, setup, true, seed)).as("seed " + seed).isTrue();
    }
  }

  /** "Messages sent from P_i to P_j are received in the same order as they are sent." */
  @Test
  void withoutFifoTwoProcessesAreInsideTogether_OrderingTheEventsTotally() {
    Report report = Search.run(check(2).withFifo(false));
    assertThat(report.property()).isEqualTo(Property.SAFETY);
    assertThat(report.schedule()).hasSize(4);
  }

  @Test
  void theNextProcessEntersOneMessageAfterAnExit_Performance() {
    for (int n : new int[] {2, 16, 49}) {
      assertThat(simulate(n, "saturated", "constant:1").syncDelay().mean()).isEqualTo(1.0);
    }
    // The slowest of the messages that are still missing decides, not the mean.
    double random = simulate(16, "saturated", "exponential:1").syncDelay().mean();
    assertThat(random).isCloseTo(1.0, within(0.2));
  }

  /**
   * "They are not free from the deadlock problem as they are based on timestamps only": document
   * 002 says so of algorithms without a token, and of Lamport's it is not true.
   */
  @Tag("slow")
  @Test
  void thereIsNoDeadlock_ComparativePerformanceAnalysis() {
    Report report = Search.run(check(3).withRequests(2));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    assertThat(report.states()).isGreaterThan(1_000_000);
  }

  private static Check check(int n) {
    return Check.of(LAMPORT, Setup.of(Graph.complete(n)));
  }

  private static Outcome simulate(int n, String workload, String delay) {
    return Simulation.run(
        Scenario.of(LAMPORT, Graph.complete(n)).workload(workload).delay(delay).entries(20L * n),
        0);
  }
}
