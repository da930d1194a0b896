package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.NodeSet;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of k-coteries of majorities; a name ends in what the claim is about. */
class KMajorityPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("k-majority");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

  private static NodeSet quorum(int node, int n, int k) {
    return new NodeSet(n, KMajority.quorum(node, n, k));
  }

  /** ⌊N/(k + 1)⌋ + 1, and everybody asks itself too. */
  @ParameterizedTest
  @CsvSource({"7,1,4", "8,1,5", "7,2,3", "9,2,4", "49,1,25", "49,3,13", "49,7,7", "3,5,1"})
  void aQuorumHasMoreThanItsShare_quorums(int n, int k, int size) {
    for (int i = 0; i < n; i++) {
      assertThat(quorum(i, n, k).size()).isEqualTo(size);
      assertThat(quorum(i, n, k).contains(i)).isTrue();
    }
  }

  /** Any k + 1 of all sets of this size, not only of those that are asked: two of them meet. */
  @ParameterizedTest
  @CsvSource({"4,1", "5,1", "5,2", "6,2", "7,2", "6,3", "7,3", "8,3"})
  void ofAnyKPlusOneQuorumsTwoMeet_theorem(int n, int k) {
    int size = KMajority.quorum(0, n, k).size();
    assertThat(disjoint(n, size, 0)).isLessThanOrEqualTo(k);
    assertThat(disjoint(n, size - 1, 0)).as("one member less").isGreaterThan(k);
  }

  /** How many sets of this size without a common member can be had beside those taken, by trial. */
  private static int disjoint(int n, int size, int taken) {
    int best = 0;
    for (int set = 1; set < 1 << n; set++) {
      boolean isFirstFree = Integer.lowestOneBit(set) == Integer.lowestOneBit(~taken);
      if (Integer.bitCount(set) == size && (set & taken) == 0 && isFirstFree) {
        best = Math.max(best, 1 + disjoint(n, size, taken | set));
      }
    }
    return best;
  }

  /** There are k without a member in common if k of them have room; then k neighbours have them. */
  @Test
  void kNeighboursAskNobodyInCommonIfThereIsRoom_quorums() {
    for (int k = 1; k <= 8; k++) {
      for (int n = 1; n <= 100; n++) {
        int size = KMajority.quorum(0, n, k).size();
        boolean hasRoom = k * size <= n;
        assertThat(hasRoom).isEqualTo(k <= n / (k + 1) + n % (k + 1));
        for (int i = 0; hasRoom && i < n; i++) {
          for (int d = 1; d < k; d++) {
            assertThat(QuorumsTest.meet(quorum(i, n, k), quorum((i + d) % n, n, k))).isFalse();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"9,1,5", "16,3,5", "49,3,13", "49,7,7"})
  void threeToFiveMessagesForEveryOtherMember_messageTraffic(int n, int k, int size) {
    Scenario isolated = Scenario.of(ALGORITHM, setup(n, k)).workload("isolated");
    assertThat(Simulation.run(isolated, 0).messagesPerEntry()).isEqualTo(3.0 * (size - 1));
    for (String workload : new String[] {"burst", "saturated", "think:10", "contention:50"}) {
      for (String delay : new String[] {"constant:1", "exponential:1", "uniform:0.001,3"}) {
        Scenario scenario =
            Scenario.of(ALGORITHM, setup(n, k)).workload(workload).delay(delay).fifo(false);
        assertThat(Simulation.run(scenario, 0).messagesPerEntry())
            .isBetween(3.0 * (size - 1), 5.0 * (size - 1));
      }
    }
  }

  /** In rounds by number, the k who enter together ask nobody in common. */
  @ParameterizedTest
  @CsvSource({"16,3", "49,3", "49,6"})
  void kAreInsideTogetherWhenSaturated_throughput(int n, int k) {
    Scenario scenario = Scenario.of(ALGORITHM, setup(n, k)).delay("constant:1");
    Outcome outcome = Simulation.run(scenario, 0);
    double inside = outcome.throughput() * 3; // one T inside, two between exit and entry
    assertThat(inside).isBetween(0.9 * k, 1.0 * k);
  }

  /**
   * "May let more than k enter", it is written of k-coteries: not these, nor any other, since of k
   * + 1 quorums two meet.
   */
  @ParameterizedTest
  @CsvSource({"3,1,2", "4,2,2", "5,2,1", "4,3,1"})
  void neverMoreThanKAndSometimesK_safety(int n, int k, int requests) {
    int most = Math.min(k, n / KMajority.quorum(0, n, k).size());
    Check check =
        Check.of(ALGORITHM, setup(n, k))
            .withRequests(requests)
            .withIdlePermits()
            .always("at most so many are inside", m -> m.inside() <= most)
            .sometimes("so many are inside", m -> m.inside() == most);
    assertThat(Search.run(check).message()).isNull();
  }

  /** As many as have room: with three nodes two quorums of two always meet. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void withFewNodesAPermitIsOutOfReach_quorums(int n) {
    Check check =
        Check.of(ALGORITHM, setup(n, 2))
            .withIdlePermits()
            .withProperties(List.of(Property.SAFETY))
            .sometimes("two are inside", m -> m.inside() == 2);
    boolean isReached = Search.run(check).verdict() == Report.Verdict.HOLDS;
    assertThat(isReached).isEqualTo(n == 4);
  }

  /** Its quorum is fixed: a node can wait although fewer than k are inside. */
  @Test
  void aNodeMayWaitWhileAPermitIsFree_concurrency() {
    Stage stage = new Stage(ALGORITHM, setup(4, 2), true);
    for (int node : new int[] {0, 2}) {
      stage.step(new Event.Request(node));
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().getFirst());
      }
    }
    assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(stage.phase(2)).isEqualTo(Stage.Phase.WAITING);
  }

  @Test
  void withOnePermitAndThreeNodesTheRunIsThatOfMaekawa_comparison() {
    Scenario one = Scenario.of(ALGORITHM, setup(3, 1)).workload("think:5").delay("exponential:1");
    Scenario other =
        Scenario.of(Catalog.entry("maekawa"), Graph.plane(3))
            .workload("think:5")
            .delay("exponential:1");
    Outcome expected = Simulation.run(other, 0);
    Outcome outcome = Simulation.run(one, 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(expected.messagesPerEntry());
    assertThat(outcome.responseTime()).isEqualTo(expected.responseTime());
  }
}
