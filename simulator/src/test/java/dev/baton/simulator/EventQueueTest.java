package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class EventQueueTest {

  private record Entry(long time, long sequence, int event) {}

  /** Adds and polls at random, and compares every answer with a queue that is plainly right. */
  private static void compare(EventQueue queue, long quantum, int mostQuanta, int most, long seed) {
    PriorityQueue<Entry> reference =
        new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparing(Entry::sequence));
    Deque<Integer> free = new ArrayDeque<>();
    for (int event = 0; event < most; event++) {
      free.add(event);
    }
    RandomStream random = new RandomStream(seed, "test");
    long sequence = 0;
    boolean filling = true;
    for (int i = 0; i < 20_000; i++) {
      filling = free.isEmpty() ? false : reference.isEmpty() || filling;
      boolean adds = random.below(10) < (filling ? 7 : 3);
      if (reference.isEmpty() || adds && !free.isEmpty()) {
        long time = queue.time() + quantum * random.below(mostQuanta + 1);
        int event = free.remove();
        reference.add(new Entry(time, sequence++, event));
        queue.add(time, event);
      } else {
        Entry expected = reference.remove();
        assertThat(queue.poll()).isEqualTo(expected.event);
        assertThat(queue.time()).isEqualTo(expected.time);
        free.add(expected.event);
      }
      assertThat(queue.size()).isEqualTo(reference.size());
      assertThat(queue.isEmpty()).isEqualTo(reference.isEmpty());
    }
  }

  @Test
  void heapKeepsTheOrder() {
    for (int seed = 0; seed < 10; seed++) {
      compare(new HeapQueue(), 1, 1_000_000, 1000, seed);
      compare(new HeapQueue(), 1, 3, 200, seed);
      compare(new HeapQueue(), 1, 10, 1 + seed, seed);
    }
  }

  @Test
  void heapKeepsTheOrderWhenSequenceNumbersStartAnew() {
    compare(new HeapQueue(500L << 28), 1, 5, 100, 1);
    compare(new HeapQueue(300L << 28), 1, 1000, 200, 2);
  }

  @Test
  void wheelKeepsTheOrder() {
    for (int seed = 0; seed < 10; seed++) {
      compare(new WheelQueue(10, 64), 10, 5, 200, seed);
      compare(new WheelQueue(1, 256), 1, 200, 1000, seed);
      compare(new WheelQueue(7, 64), 7, 1, 1 + seed, seed);
    }
  }

  @Test
  void wheelKeepsTheOrderOfEventsMoreThanATurnAhead() {
    for (int seed = 0; seed < 10; seed++) {
      compare(new WheelQueue(10, 64), 10, 200, 300, seed);
      compare(new WheelQueue(3, 64), 3, 65, 1000, seed);
      compare(new WheelQueue(3, 64), 3, 100_000, 2, seed);
    }
  }
}
