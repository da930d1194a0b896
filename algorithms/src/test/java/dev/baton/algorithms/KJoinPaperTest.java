package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.NodeSet;
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

/** What is said of k-coteries that are joined; a name ends in what the claim is about. */
class KJoinPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("k-join");

  private static Setup setup(int n, int k, int groups) {
    return new Setup(n, 0, k, Graph.complete(n), groups);
  }

  private static NodeSet quorum(int node, int n, int k, int groups) {
    return new NodeSet(n, new KJoin(n, k, groups).quorum(node));
  }

  /** The quorums that nodes ask. */
  private static List<Integer> asked(int n, int k, int groups) {
    KJoin join = new KJoin(n, k, groups);
    List<Integer> quorums = new ArrayList<>();
    for (int node = 0; node < n; node++) {
      quorums.add(mask(join.quorum(node)));
    }
    return quorums;
  }

  private static int mask(Ints members) {
    int mask = 0;
    for (int i = 0; i < members.size(); i++) {
      mask |= 1 << members.get(i);
    }
    return mask;
  }

  /** How many of them, from this one on, without a member in common, can be had beside others. */
  private static int disjoint(List<Integer> quorums, int from, int taken) {
    int most = 0;
    for (int i = from; i < quorums.size(); i++) {
      if ((quorums.get(i) & taken) == 0) {
        most = Math.max(most, 1 + disjoint(quorums, i + 1, taken | quorums.get(i)));
      }
    }
    return most;
  }

  // Joins.

  @Test
  void ofAnyKPlusOneQuorumsTwoMeet_definition() {
    for (int k = 1; k <= 3; k++) {
      for (int n = 1; n <= 12; n++) {
        for (int groups = 1; groups <= n; groups++) {
          assertThat(disjoint(asked(n, k, groups), 0, 0))
              .as("n = %d, k = %d, %d groups", n, k, groups)
              .isBetween(1, k);
        }
      }
    }
  }

  /**
   * Any set of groups that is large enough, with any pair of every triangle in it: all quorums of
   * the join, and not only those that are asked.
   */
  @ParameterizedTest
  @CsvSource({"1,3", "2,5", "2,6", "3,7"})
  void aJoinOfAKCoterieWithCoteriesIsAKCoterie_theorem(int k, int groups) {
    int size = groups / (k + 1) + 1;
    List<Integer> quorums = new ArrayList<>();
    for (int chosen = 0; chosen < 1 << groups; chosen++) {
      if (Integer.bitCount(chosen) == size) {
        quorums.addAll(join(chosen, groups));
      }
    }
    assertThat(disjoint(quorums, 0, 0)).isEqualTo(k);
  }

  /** Every choice of two nodes in three, of each chosen group. */
  private static List<Integer> join(int chosen, int groups) {
    List<Integer> quorums = List.of(0);
    for (int group = 0; group < groups; group++) {
      if ((chosen & 1 << group) != 0) {
        List<Integer> longer = new ArrayList<>();
        for (int quorum : quorums) {
          for (int pair : new int[] {0b011, 0b101, 0b110}) {
            longer.add(quorum | pair << 3 * group);
          }
        }
        quorums = longer;
      }
    }
    return quorums;
  }

  @Test
  void withAsManyGroupsAsNodesItIsKMajority_special() {
    for (int k = 1; k <= 3; k++) {
      for (int n = 1; n <= 20; n++) {
        for (int node = 0; node < n; node++) {
          assertThat(new KJoin(n, k, n).quorum(node)).isEqualTo(KMajority.quorum(node, n, k));
        }
      }
    }
  }

  /** The k-coterie of k-partition, on planes instead of grids. */
  @Test
  void withKGroupsAQuorumIsALineOfTheOwnGroup_special() {
    for (int k = 1; k <= 4; k++) {
      for (int node = 0; node < 7 * k; node++) {
        Ints quorum = new KJoin(7 * k, k, k).quorum(node);
        assertThat(quorum.size()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
          assertThat(quorum.get(i) % k).isEqualTo(node % k);
        }
      }
    }
  }

  // Two of 2k + 1 groups, which is what there is by default.

  /** Three messages for each but the node itself, which is in its own quorum. */
  @ParameterizedTest
  @CsvSource({"9,1,4", "21,1,6", "15,2,4", "35,2,6", "49,3,6", "91,3,8", "3,1,2", "3,3,1"})
  void aQuorumIsTwoLines_messageTraffic(int n, int k, int size) {
    Scenario isolated = Scenario.of(ALGORITHM, setup(n, k, 0)).workload("isolated");
    assertThat(Simulation.run(isolated, 0).messagesPerEntry()).isEqualTo(3.0 * (size - 1));
    for (int node = 0; node < n; node++) {
      assertThat(quorum(node, n, k, Math.min(n, 2 * k + 1)).contains(node)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"9,1,4", "15,2,4"})
  void threeToFiveMessagesForEveryOtherMember_messageTraffic(int n, int k, int size) {
    for (String workload : new String[] {"burst", "saturated", "think:10", "contention:50"}) {
      for (String delay : new String[] {"constant:1", "exponential:1", "uniform:0.001,3"}) {
        Scenario scenario =
            Scenario.of(ALGORITHM, setup(n, k, 0)).workload(workload).delay(delay).fifo(false);
        assertThat(Simulation.run(scenario, 0).messagesPerEntry())
            .isBetween(3.0 * (size - 1), 5.0 * (size - 1));
      }
    }
  }

  @Test
  void kNodesInARowAskNobodyInCommon_quorums() {
    for (int k = 1; k <= 4; k++) {
      for (int n = 2 * k + 1; n <= 30; n++) {
        for (int i = 0; i + k <= n; i++) {
          for (int d = 1; d < k; d++) {
            assertThat(QuorumsTest.meet(quorum(i, n, k, 2 * k + 1), quorum(i + d, n, k, 2 * k + 1)))
                .isFalse();
          }
        }
      }
    }
  }

  /** In rounds by number, the k who enter together ask nobody in common; some even overlap. */
  @ParameterizedTest
  @CsvSource({"15,2", "49,3"})
  void kAreInsideTogetherWhenSaturated_throughput(int n, int k) {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, setup(n, k, 0)), 0);
    double inside = outcome.throughput() * 3; // one T inside, two between exit and entry
    assertThat(inside).isGreaterThan(1.0 * k);
  }

  // What is done with them.

  @ParameterizedTest
  @CsvSource({"3,1,1,2", "4,2,2,2", "5,2,0,1"})
  void neverMoreThanKAndSometimesK_safety(int n, int k, int groups, int requests) {
    Check check =
        Check.of(ALGORITHM, setup(n, k, groups))
            .withRequests(requests)
            .withIdlePermits()
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  /** Its quorum is fixed: a node can wait although fewer than k are inside. */
  @Test
  void aNodeMayWaitWhileAPermitIsFree_concurrency() {
    Stage stage = new Stage(ALGORITHM, setup(10, 2, 0), true);
    for (int node : new int[] {0, 5}) {
      stage.step(new Event.Request(node));
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().getFirst());
      }
    }
    assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(stage.phase(5)).isEqualTo(Stage.Phase.WAITING);
  }
}
