package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the paper on KLME says of Kfree and of leavers; a method's name ends in the section. */
class KlmeInvariantsTest {

  private static Check check(String id, int n, int k, int outside, int joins, int leaves, int r) {
    Setup setup = new Setup(n, 0, k, Graph.complete(n)).roaming(1, outside);
    return Check.of(new TestLibrary().algorithm(id), setup)
        .withRequests(r)
        .withMoves(joins, leaves);
  }

  /**
   * Kfree of ours is the number of free places in T_alloc_id, so that it is between 0 and k. That
   * no place is free which somebody uses is more: those inside and Kfree are k at most.
   */
  @ParameterizedTest
  @CsvSource({"3, 2, 0, 0, 0, 1", "2, 2, 0, 1, 1, 2", "3, 3, 0, 0, 1, 1"})
  void thoseInsideAndKfreeAreAtMostK_lemma1(int n, int k, int outside, int j, int l, int r) {
    Check check =
        check("klme", n, k, outside, j, l, r)
            .always(
                "inside + Kfree <= k",
                m -> m.inside() + IntStream.range(0, n).map(i -> free(m, i)).sum() <= k)
            .sometimes("Kfree = k", m -> IntStream.range(0, n).anyMatch(i -> free(m, i) == k))
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  private static int free(Moment m, int i) {
    return m.node(i).idlePermits();
  }

  private static boolean isCounted(Moment m, int n, int k) {
    for (int i = 0; i < n; i++) {
      KlmeListing node = (KlmeListing) m.node(i);
      if (node.hasToken() && (node.kfree() < 0 || node.kfree() + node.allocated() > k)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Lemma 1, Kfree never exceeds k, and Lemma 2, it is never negative, of the listing: what is in
   * T_alloc_id is not free, so that Kfree and T_alloc_id together are k at most.
   */
  @ParameterizedTest
  @CsvSource({
    "repaired, 2, 2, 0, 1, 1, true",
    "repaired, 3, 2, 0, 0, 1, true",
    "repaired, 3, 1, 0, 0, 1, true",
    "at-rest, 3, 2, 0, 0, 1, true",
    "without-f-strikes-always, 2, 2, 0, 1, 1, false"
  })
  void kfreeIsBetweenZeroAndWhatIsNotAllocated_lemmas1And2(
      String listing, int n, int k, int joins, int leaves, int requests, boolean holds) {
    Check check =
        check("klme/listing-" + listing, n, k, 0, joins, leaves, requests)
            .always("Kfree is counted right", m -> isCounted(m, n, k));
    Report report = Search.run(check);
    if (holds) {
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    } else {
      assertThat(report.property()).isEqualTo(Property.ALWAYS);
      assertThat(report.schedule()).hasSize(9);
    }
  }

  /** The mean time from request to entry, in each of some runs, with the parameters of Fig. 3. */
  private static List<Double> responses(String id, int n, String mobility) {
    Algorithm algorithm = new TestLibrary().algorithm(id);
    Setup setup = new Setup(n, 0, 5, Graph.complete(n)).roaming(4, 0);
    Scenario scenario =
        Scenario.of(algorithm, setup)
            .mobility(mobility)
            .workload("contention:50")
            .hold("exponential:500")
            .delay("constant:10")
            .entries(20L * n);
    return IntStream.range(0, 2)
        .mapToObj(trial -> Simulation.run(scenario, trial).responseTime().mean())
        .toList();
  }

  /**
   * "The outgoing node broadcasts certain information to all other nodes which may help": without
   * its lists nobody waits longer. All times are the same, since those who wait ask the next leader
   * by themselves, and those who have left a section tell it.
   */
  @ParameterizedTest
  @CsvSource({"20, churn:0.0002", "60, churn:0.0002", "60, churn:0.00005"})
  void whatLeaversTellShortensNoWaiting_6_1_1(int n, String mobility) {
    assertThat(responses("klme/leavers-tell-nothing", n, mobility))
        .isEqualTo(responses("klme", n, mobility));
  }
}
