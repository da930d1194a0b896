package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.core.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * init(R) of every algorithm that the members run by themselves: who holds is inside, and who waits
 * enters in the end.
 */
class ReplayTest {

  private static final long FENCE = 41L << 32 | 7;

  static List<String> ids() {
    return Catalog.entries().stream()
        .filter(Catalog.Entry::runsLive)
        .map(Catalog.Entry::id)
        .toList();
  }

  private static List<Seat> seats(int n) {
    List<Seat> seats = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      seats.add(new Seat("m" + i, 1, i));
    }
    return seats;
  }

  private static EpochRecord record(String algorithm, List<Seat> members, LockState... locks) {
    return new EpochRecord(
        42,
        0,
        members,
        new TreeMap<>(),
        List.of("m0"),
        List.of(new Choice("*", algorithm)),
        new TreeMap<>(),
        List.of(locks),
        0);
  }

  /** All instances of one lock, joined by channels. */
  private static final class Joined {
    private record Parcel(int from, int to, Message message, long fence, int stamp) {}

    private final List<Instance> instances = new ArrayList<>();
    private final Deque<Parcel> underWay = new ArrayDeque<>();

    Joined(EpochRecord record, LockId id) {
      for (int i = 0; i < record.members().size(); i++) {
        instances.add(Replay.of(record, id, i, Rules.ALL));
      }
    }

    private Instance.Wire wire(int from) {
      return (to, message, fence, stamp) ->
          underWay.addLast(new Parcel(from, to, message, fence, stamp));
    }

    void release(int i) {
      instances.get(i).release(wire(i));
      while (!underWay.isEmpty()) {
        Parcel p = underWay.removeFirst();
        instances.get(p.to).receive(wire(p.to), p.from, p.message, p.fence, p.stamp);
      }
    }

    List<Integer> inside() {
      List<Integer> inside = new ArrayList<>();
      for (int i = 0; i < instances.size(); i++) {
        if (instances.get(i).isInside()) {
          inside.add(i);
        }
      }
      return inside;
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theHolderIsInsideAndAllWaitersFollowWithGrowingFences(String id) {
    LockId lock = new LockId("x", 1);
    for (int n = 1; n <= 7; n++) {
      List<Seat> seats = seats(n);
      for (int holder = 0; holder < n; holder++) {
        List<Seat> waiters = new ArrayList<>(seats);
        waiters.remove(holder);
        Holder held = new Holder(seats.get(holder), 0, FENCE);
        Joined joined =
            new Joined(
                record(id, seats, new LockState(lock, List.of(held), waiters, List.of(0L))), lock);
        assertThat(joined.inside()).containsExactly(holder);
        assertThat(joined.instances.get(holder).permitFence()).isEqualTo(FENCE);
        long last = FENCE;
        int inside = holder;
        for (int turn = 1; turn < n; turn++) {
          joined.release(inside);
          assertThat(joined.inside()).hasSize(1);
          inside = joined.inside().getFirst();
          assertThat(joined.instances.get(inside).permitFence()).isGreaterThan(last);
          last = joined.instances.get(inside).permitFence();
        }
        joined.release(inside);
        assertThat(joined.inside()).isEmpty();
        assertThat(joined.instances).noneMatch(Instance::isWaiting);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void withoutHolderTheFirstWaiterEntersWithAFenceOfTheEpoch(String id) {
    LockId lock = new LockId("x", 1);
    List<Seat> seats = seats(4);
    List<Seat> waiters = List.of(seats.get(2), seats.get(0));
    Joined joined =
        new Joined(record(id, seats, new LockState(lock, List.of(), waiters, List.of(0L))), lock);
    assertThat(joined.inside()).containsExactly(2);
    assertThat(joined.instances.get(2).permitFence() >> 32).isEqualTo(42);
    joined.release(2);
    assertThat(joined.inside()).containsExactly(0);
  }

  /** Every slot stays with its holder, also if all of them fall into one group. */
  @ParameterizedTest
  @MethodSource("ids")
  void slotsAreKept(String id) {
    if (!Catalog.entry(id).runsAsSemaphore()) {
      return;
    }
    LockId lock = new LockId("x", 3);
    List<Seat> seats = seats(6);
    for (int a = 0; a < 6; a++) {
      for (int b = 0; b < 6; b++) {
        if (a != b) {
          List<Holder> holders =
              List.of(new Holder(seats.get(a), 1, FENCE), new Holder(seats.get(b), 2, FENCE + 1));
          LockState state = new LockState(lock, holders, List.of(), List.of(0L, 0L, 0L));
          Joined joined = new Joined(record(id, seats, state), lock);
          assertThat(joined.instances.get(a).slot()).isEqualTo(1);
          assertThat(joined.instances.get(b).slot()).isEqualTo(2);
          List<Integer> unused = new ArrayList<>();
          joined.instances.forEach(instance -> unused.addAll(instance.unused()));
          assertThat(unused).containsExactly(0);
        }
      }
    }
  }
}
