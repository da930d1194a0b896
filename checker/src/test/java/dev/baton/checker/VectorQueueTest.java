package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorQueueTest {

  @Test
  void agreesWithADeque() {
    Random random = new Random(1);
    VectorQueue queue = new VectorQueue(false);
    Deque<int[]> deque = new ArrayDeque<>();
    for (int i = 0; i < 100_000; i++) {
      // It grows, shrinks to nothing, and grows again; now and then a vector is very long.
      boolean isGrowing = i / 20_000 % 2 == 0;
      if (random.nextInt(10) < (isGrowing ? 8 : 2)) {
        int length = random.nextInt(1000) == 0 ? 40_000 : random.nextInt(20);
        int[] vector = random.ints(length).toArray();
        queue.add(vector, length);
        deque.addLast(vector);
      } else if (!deque.isEmpty()) {
        queue.take();
        assertThat(Arrays.copyOf(queue.values(), queue.length())).isEqualTo(deque.removeFirst());
      }
      assertThat(queue.size()).isEqualTo(deque.size());
    }
  }

  @Test
  void givesRoomBack() {
    VectorQueue queue = new VectorQueue(false);
    int[] vector = new int[10];
    for (int i = 0; i < 1_000_000; i++) {
      queue.add(vector, vector.length);
    }
    assertThat(queue.bytes()).isGreaterThan(11_000_000);
    for (int i = 0; i < 1_000_000; i++) {
      queue.take();
    }
    assertThat(queue.bytes()).isLessThan(3_000_000);
  }

  @Test
  void keepsWhatWasTakenIfAsked() {
    Random random = new Random(1);
    VectorQueue queue = new VectorQueue(true);
    int[][] vectors = new int[10_000][];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = random.ints(random.nextInt(30)).toArray();
      queue.add(vectors[i], vectors[i].length);
      if (i % 3 > 0) {
        queue.take();
      }
    }
    queue.rewind();
    assertThat(queue.size()).isEqualTo(vectors.length);
    for (int[] vector : vectors) {
      queue.take();
      assertThat(Arrays.copyOf(queue.values(), queue.length())).isEqualTo(vector);
    }
  }
}
