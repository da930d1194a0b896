package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.core.Message;
import dev.baton.core.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A holder that waits to be told before it gives a lock back makes nobody wait for ever: for every
 * algorithm of the catalog, with one permit, in random schedules.
 */
class WantedTest {

  private static final int SEEDS = 200;

  static List<String> ids() {
    return Catalog.entries().stream()
        .filter(Catalog.Entry::runsLive)
        .map(Catalog.Entry::id)
        .toList();
  }

  private record Parcel(int from, int to, Message message, long fence, int stamp) {}

  /** A lock of a few members, joined by channels that keep the order. */
  private static final class Run {
    private final Random random;
    private final int n;
    private final List<Instance> instances = new ArrayList<>();
    private final List<Deque<Parcel>> channels = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();

    Run(String algorithm, int seed) {
      random = new Random(seed);
      n = 2 + random.nextInt(5);
      List<Seat> members = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        members.add(new Seat("m" + i, 1, i));
      }
      EpochRecord record =
          new EpochRecord(
              42,
              0,
              members,
              new TreeMap<>(),
              List.of("m0"),
              List.of(new Choice("*", algorithm)),
              new TreeMap<>(),
              List.of(),
              0);
      for (int i = 0; i < n; i++) {
        instances.add(Replay.of(record, new LockId("x", 1), i, Rules.ALL));
      }
      for (int i = 0; i < n * n; i++) {
        channels.add(new ArrayDeque<>());
      }
    }

    private Instance.Wire wire(int from) {
      return (to, message, fence, stamp) ->
          channels.get(from * n + to).addLast(new Parcel(from, to, message, fence, stamp));
    }

    boolean isQuiet() {
      return channels.stream().allMatch(Deque::isEmpty);
    }

    /** One event, any that may happen; a request is less likely than all others. */
    void step() {
      List<Runnable> events = new ArrayList<>();
      for (Deque<Parcel> channel : channels) {
        if (!channel.isEmpty()) {
          events.add(() -> deliver(channel.removeFirst()));
        }
      }
      boolean isSlow = random.nextInt(4) > 0;
      for (int i = 0; i < n; i++) {
        int self = i;
        Instance instance = instances.get(i);
        if (instance.isInside() && (!isSlow || events.isEmpty())) {
          events.add(() -> instance.release(wire(self)));
        } else if (!instance.isInside() && !instance.isWaiting() && random.nextInt(4) == 0) {
          events.add(() -> instance.request(wire(self)));
        }
      }
      if (!events.isEmpty()) {
        events.get(random.nextInt(events.size())).run();
      }
    }

    private void deliver(Parcel p) {
      history.append(p.from).append(p.to).append(Text.of(p.message));
      instances.get(p.to).receive(wire(p.to), p.from, p.message, p.fence, p.stamp);
    }

    /** The node inside, or null. */
    Instance inside() {
      return instances.stream().filter(Instance::isInside).findFirst().orElse(null);
    }

    boolean doesSomebodyWait() {
      return instances.stream().anyMatch(Instance::isWaiting);
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void whoHoldsKnowsThatSomebodyWaitsWhenAllMessagesHaveArrived(String id) {
    int seen = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Run run = new Run(id, seed);
      for (int i = 0; i < 200; i++) {
        run.step();
        if (run.isQuiet() && run.inside() != null && run.doesSomebodyWait()) {
          seen++;
          assertThat(run.inside().isWanted()).as("seed %d, event %d", seed, i).isTrue();
        }
      }
    }
    assertThat(seen).isGreaterThan(SEEDS);
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theQuestionChangesNothing(String id) {
    for (int seed = 1; seed <= 20; seed++) {
      Run asked = new Run(id, seed);
      Run left = new Run(id, seed);
      for (int i = 0; i < 200; i++) {
        asked.step();
        left.step();
        if (asked.inside() != null) {
          asked.inside().isWanted();
        }
      }
      assertThat(asked.history.toString()).isNotEmpty().isEqualTo(left.history.toString());
    }
  }

  /** Where a release always has to be told, a lock goes back each time; nowhere else. */
  @Test
  void aLockThatNobodyElseWantsStaysWithAllButThese() {
    Set<String> always = new TreeSet<>();
    for (String id : ids()) {
      boolean lingers = false;
      for (int seed = 1; seed <= 20 && !lingers; seed++) {
        Run run = new Run(id, seed);
        for (int i = 0; i < 200 && !lingers; i++) {
          run.step();
          boolean isAlone = run.isQuiet() && run.inside() != null && !run.doesSomebodyWait();
          lingers = isAlone && !run.inside().isWanted();
        }
      }
      if (!lingers) {
        always.add(id);
      }
    }
    assertThat(always)
        .containsExactly(
            "agrawal-el-abbadi",
            "cao-singhal-style",
            "k-join",
            "k-majority",
            "k-partition",
            "lamport",
            "maekawa");
  }
}
