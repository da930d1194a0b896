package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.NodeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quorums meet, and are as large as they should be. */
class QuorumsTest {

  static NodeSet[] sets(Graph structure) {
    Quorums quorums = new Quorums(structure);
    NodeSet[] sets = new NodeSet[structure.size()];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = new NodeSet(sets.length, quorums.of(i));
    }
    return sets;
  }

  static boolean meet(NodeSet a, NodeSet b) {
    for (int j = a.next(0); j >= 0; j = a.next(j + 1)) {
      if (b.contains(j)) {
        return true;
      }
    }
    return false;
  }

  private static void assertQuorums(Graph structure) {
    NodeSet[] sets = sets(structure);
    for (int i = 0; i < sets.length; i++) {
      assertThat(sets[i].contains(i)).as("%s: %s in its quorum", structure, i).isTrue();
      for (int j = 0; j < i; j++) {
        assertThat(meet(sets[i], sets[j])).as("%s: %s and %s", structure, i, j).isTrue();
      }
    }
  }

  @Test
  void anyTwoMeetAndEverybodyIsInItsOwn() {
    for (int n = 1; n <= 60; n++) {
      assertQuorums(Graph.plane(n));
      assertQuorums(Graph.grid(n));
      for (int v = 1; v <= n; v++) {
        assertQuorums(Graph.array(n, v));
      }
    }
  }

  /** Maekawa's conditions: all of one size, and every node in as many. */
  @ParameterizedTest
  @CsvSource({
    "torus, 1, 1", "torus, 16, 7", "torus, 49, 13", "plane, 3, 2", "plane, 7, 3", "plane, 13, 4",
    "plane, 21, 5", "plane, 31, 6", "plane, 57, 8", "plane, 73, 9", "plane, 91, 10",
        "plane, 133, 12"
  })
  void equalEffortAndEqualResponsibility(String kind, int n, int k) {
    NodeSet[] sets = sets(kind.equals("plane") ? Graph.plane(n) : Graph.grid(n));
    int[] load = new int[n];
    for (NodeSet set : sets) {
      assertThat(set.size()).isEqualTo(k);
      for (int j = set.next(0); j >= 0; j = set.next(j + 1)) {
        load[j]++;
      }
    }
    assertThat(load).containsOnly(k);
  }

  /** Also of order 4, 8, 9, 16, 25 and 27, whose fields are not the numbers modulo a prime. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27})
  void theDifferencesOfALineAreAllNumbers(int order) {
    int points = order * order + order + 1;
    Ints line = Plane.line(points);
    assertThat(line.size()).isEqualTo(order + 1);
    assertThat(Plane.points(line)).isEqualTo(points);
    boolean[] seen = new boolean[points];
    for (int i = 0; i < line.size(); i++) {
      for (int j = 0; j < line.size(); j++) {
        if (i != j) {
          int difference = Math.floorMod(line.get(i) - line.get(j), points);
          assertThat(seen[difference]).isFalse();
          seen[difference] = true;
        }
      }
    }
  }

  /** There is no field of 6 or 10 elements: the next plane is taken. */
  @Test
  void theSmallestPlaneThatIsLargeEnough() {
    assertThat(Plane.line(32).size()).isEqualTo(8);
    assertThat(Plane.line(92).size()).isEqualTo(12);
  }
}
