package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SilentEdgesTest {

  /** Of two partitions: the second owns the edges to odd states. */
  private static boolean hasCycle(int states, List<int[]> edges) {
    List<SilentEdges> partitions = List.of(new SilentEdges(), new SilentEdges());
    edges.forEach(edge -> partitions.get(edge[1] % 2).add(edge[0], edge[1]));
    return SilentEdges.hasCycle(partitions, states);
  }

  private static boolean isReachable(int from, int to, List<int[]> edges) {
    boolean[] reached = new boolean[64];
    reached[from] = true;
    for (int round = 0; round < edges.size(); round++) {
      for (int[] edge : edges) {
        reached[edge[1]] |= reached[edge[0]];
      }
    }
    return reached[to];
  }

  @Test
  void aCycleIsFoundWhereThereIsOne() {
    Random random = new Random(1);
    int cycles = 0;
    for (int round = 0; round < 1000; round++) {
      int states = 2 + random.nextInt(20);
      List<int[]> edges = new ArrayList<>();
      for (int e = random.nextInt(3 * states); e > 0; e--) {
        int source = random.nextInt(states - 1);
        edges.add(new int[] {source, source + 1 + random.nextInt(states - 1 - source)});
      }
      assertThat(hasCycle(states, edges)).isFalse();

      int[] last = {random.nextInt(states), random.nextInt(states)};
      boolean closes = isReachable(last[1], last[0], edges);
      edges.add(last);
      assertThat(hasCycle(states, edges)).isEqualTo(closes);
      cycles += closes ? 1 : 0;
    }
    assertThat(cycles).isBetween(100, 900);
  }
}
