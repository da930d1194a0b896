package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The value types against the collections of the JDK. */
class ValuesTest {

  @Test
  void fifoAgreesWithADeque() {
    Random random = new Random(1);
    Fifo fifo = new Fifo();
    ArrayDeque<Integer> deque = new ArrayDeque<>();
    for (int step = 0; step < 10_000; step++) {
      if (deque.isEmpty() || random.nextInt(100) < 52) {
        int id = random.nextInt(20);
        fifo.enqueue(id);
        deque.add(id);
      } else {
        assertThat(fifo.dequeue()).isEqualTo(deque.remove());
      }
      int wanted = random.nextInt(20);
      assertThat(fifo.contains(wanted)).isEqualTo(deque.contains(wanted));
      assertThat(fifo.size()).isEqualTo(deque.size());
    }
    Fifo copy = new Fifo(fifo.toInts());
    copy.enqueue(-7);
    assertThat(copy.get(fifo.size())).isEqualTo(-7);
    assertThat(new Fifo(fifo.toInts())).isEqualTo(fifo).hasToString(deque.toString());
    fifo.clear();
    assertThat(fifo.isEmpty()).isTrue();
  }

  @Test
  void anInsertedElementStandsWhereItIsPut() {
    Random random = new Random(3);
    Fifo fifo = new Fifo();
    List<Integer> list = new ArrayList<>();
    for (int step = 0; step < 1_000; step++) {
      if (random.nextInt(100) < 45 && !list.isEmpty()) {
        assertThat(fifo.dequeue()).isEqualTo(list.removeFirst());
      } else {
        int i = random.nextInt(list.size() + 1);
        fifo.insert(i, step);
        list.add(i, step);
      }
      assertThat(fifo).hasToString(list.toString());
    }
  }

  @Test
  void nodeSetAgreesWithATreeSet() {
    Random random = new Random(2);
    NodeSet set = new NodeSet(200);
    TreeSet<Integer> tree = new TreeSet<>();
    for (int step = 0; step < 10_000; step++) {
      int id = random.nextInt(200);
      if (random.nextBoolean()) {
        assertThat(set.add(id)).isEqualTo(tree.add(id));
      } else {
        assertThat(set.remove(id)).isEqualTo(tree.remove(id));
      }
      Integer next = tree.ceiling(id);
      assertThat(set.next(id)).isEqualTo(next == null ? Node.NONE : next);
      assertThat(set.size()).isEqualTo(tree.size());
    }
    assertThat(set.next(200)).isEqualTo(Node.NONE);
    assertThat(set.toString()).isEqualTo(tree.toString().replace('[', '{').replace(']', '}'));
    int[] ids = tree.stream().mapToInt(Integer::intValue).toArray();
    assertThat(new NodeSet(200, Ints.of(ids))).isEqualTo(set);
  }

  @Test
  void timestampsAreOrderedByTimeThenNode() {
    assertThat(new Timestamp(1, 5).isBefore(new Timestamp(2, 0))).isTrue();
    assertThat(new Timestamp(2, 0).isBefore(new Timestamp(2, 1))).isTrue();
    assertThat(new Timestamp(2, 1).isBefore(new Timestamp(2, 1))).isFalse();
  }

  @Test
  void intsTableNumbersByContent() {
    Random random = new Random(3);
    IntsTable table = new IntsTable();
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      int[] values = new int[random.nextInt(4)];
      List<Integer> list = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextInt(12);
        list.add(values[i]);
      }
      int expected = numbers.computeIfAbsent(list, k -> numbers.size());
      assertThat(table.number(values, values.length)).isEqualTo(expected);
      assertThat(table.end(expected) - table.start(expected)).isEqualTo(values.length);
    }
    assertThat(table.size()).isEqualTo(numbers.size());
  }

  /** Pinned: results of simulations and checks depend on these on every machine. */
  @Test
  void hashesNeverChange() {
    assertThat(Hash.mix(1)).isEqualTo(0x5692161D100B05E5L);
    assertThat(Hash.fold(Hash.fold(0, 1), 2)).isEqualTo(0xE785922BE3C82D6DL);
    assertThat(Hash.fold(Hash.fold(0, 2), 1)).isNotEqualTo(0xE785922BE3C82D6DL);
    assertThat(Hash.of("REQUEST")).isEqualTo(0xB4A9E4E9044EC2BL);
  }

  @Test
  void aQueueLosesTheFirstOfAnIdWhereverItStands() {
    Fifo queue = new Fifo(Ints.of(3, 1, 2, 1));
    assertThat(queue.remove(1)).isTrue();
    assertThat(queue.toInts()).isEqualTo(Ints.of(3, 2, 1));
    assertThat(queue.remove(7)).isFalse();
    assertThat(queue.toInts()).isEqualTo(Ints.of(3, 2, 1));
  }
}
