package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SilentEdgesTest {

  /** State 0 leads to every other by an event that is not silent; {@code edges} are silent. */
  private static int takenInSecondWalk(int states, List<int[]> edges) {
    SilentEdges counts = new SilentEdges(0);
    edges.forEach(edge -> counts.add(edge[0], edge[1]));
    assertThat(counts.hasPairs()).isEqualTo(edges.isEmpty());
    counts.dropPairs();
    Deque<Integer> free = new ArrayDeque<>();
    for (int s = 0; s < states; s++) {
      if (counts.takes(s, false)) {
        free.add(s);
      }
    }
    int taken = 0;
    for (; !free.isEmpty(); taken++) {
      int source = free.remove();
      for (int[] edge : edges) {
        if (edge[0] == source && counts.takes(edge[1], true)) {
          free.add(edge[1]);
        }
      }
    }
    return taken;
  }

  private static boolean hasCycleOfPairs(int states, List<int[]> edges) {
    SilentEdges pairs = new SilentEdges(Long.MAX_VALUE);
    edges.forEach(edge -> pairs.add(edge[0], edge[1]));
    assertThat(pairs.hasPairs()).isTrue();
    return SilentEdges.hasCycle(List.of(pairs), states);
  }

  @Test
  void pairsAndCountsFindTheSameCycles() {
    Random random = new Random(1);
    int cycles = 0;
    for (int round = 0; round < 1000; round++) {
      int states = 2 + random.nextInt(20);
      List<int[]> upwards = new ArrayList<>();
      for (int e = random.nextInt(3 * states); e > 0; e--) {
        int source = random.nextInt(states - 1);
        upwards.add(new int[] {source, source + 1 + random.nextInt(states - 1 - source)});
      }
      assertThat(hasCycleOfPairs(states, upwards)).isFalse();
      assertThat(takenInSecondWalk(states, upwards)).isEqualTo(states);

      List<int[]> any = new ArrayList<>(upwards);
      any.add(new int[] {random.nextInt(states), random.nextInt(states)});
      boolean hasCycle = hasCycleOfPairs(states, any);
      assertThat(takenInSecondWalk(states, any) < states).isEqualTo(hasCycle);
      cycles += hasCycle ? 1 : 0;
    }
    assertThat(cycles).isBetween(100, 900);
  }

  @Test
  void moreEventsThanAByteCountsAreTakenForACycle() {
    List<int[]> edges = new ArrayList<>();
    for (int s = 1; s <= 253; s++) {
      edges.add(new int[] {s, 0});
    }
    assertThat(takenInSecondWalk(300, edges)).isEqualTo(300);
    edges.add(new int[] {254, 0});
    assertThat(takenInSecondWalk(300, edges)).isEqualTo(299);
  }
}
