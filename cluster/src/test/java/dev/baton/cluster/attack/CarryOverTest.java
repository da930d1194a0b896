package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.StartAgain;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Promise 4: a healthy member keeps what it holds across an epoch change, also if somebody else is
 * in trouble. Each row is run 20 times, with the trouble at another moment between two heartbeats.
 */
@Tag("slow")
final class CarryOverTest {

  private static final int RUNS = 20;
  private static final long MILLI = 1_000;
  private static final LockId LOCK = new LockId("x", 1);
  private static final List<String> MEMBERS = List.of("a", "b", "c", "d");

  /** In how many runs the hold of b is lost; b is a voter, but not the first to coordinate. */
  private static int lost(long lease, Consumer<ScriptedWorld> trouble) {
    return lost(lease, MEMBERS, 3, Rules.ALL, trouble);
  }

  private static int lost(
      long lease, List<String> members, int voters, Rules rules, Consumer<ScriptedWorld> trouble) {
    int lost = 0;
    for (int run = 0; run < RUNS; run++) {
      Timing timing = Timing.forLease(lease, MILLI);
      ScriptedWorld world =
          new ScriptedWorld("naimi-trehel", members.subList(0, voters), timing, rules);
      world.begin(members);
      Process holder = world.process("b");
      world.request(holder, LOCK);
      world.pass(2 * timing.heartbeat() + run * timing.heartbeat() / RUNS);
      assertThat(world.isHeld(holder, LOCK)).isTrue();
      int epochs = world.epochs();
      trouble.accept(world);
      world.pass(2 * lease);
      assertThat(world.epochs()).isGreaterThan(epochs);
      lost += world.isHeld(holder, LOCK) ? 0 : 1;
    }
    return lost;
  }

  private static void crashAndJoin(ScriptedWorld world) {
    world.crash(world.process("d"));
    world.pass(100 * MILLI);
    world.start("e", null);
  }

  private static void deafenAndJoin(ScriptedWorld world) {
    for (String other : List.of("a", "b", "c")) {
      world.deafen(world.process("d"), world.process(other));
    }
    world.start("e", null);
  }

  private static void joinAndCrashTheCoordinator(ScriptedWorld world) {
    world.crashAfterSeal(world.process("a"));
    world.start("e", null);
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 2000})
  void anotherMemberCrashesAndSomebodyJoins(long lease) {
    assertThat(lost(lease * MILLI, CarryOverTest::crashAndJoin)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 1500, 2000})
  void aMemberSendsButHearsNothingAndSomebodyJoins(long lease) {
    assertThat(lost(lease * MILLI, CarryOverTest::deafenAndJoin)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 2000})
  void theCoordinatorDiesAfterItsSeal(long lease) {
    assertThat(lost(lease * MILLI, CarryOverTest::joinAndCrashTheCoordinator)).isZero();
  }

  /** By so much each way, at a lease of 3 s. */
  @ParameterizedTest
  @ValueSource(longs = {25, 50, 100, 200})
  void theEpochStoreIsFarAway(long delay) {
    for (Consumer<ScriptedWorld> trouble :
        List.<Consumer<ScriptedWorld>>of(
            CarryOverTest::deafenAndJoin, CarryOverTest::joinAndCrashTheCoordinator)) {
      Consumer<ScriptedWorld> both =
          world -> {
            world.slowStore(delay * MILLI);
            trouble.accept(world);
          };
      assertThat(lost(3000 * MILLI, both)).isZero();
    }
  }

  /** The most that is allowed: seven voters, and the store as far away as may be. */
  @Test
  void theCoordinatorDiesAndAnotherDoesNotHearTheNextOnes() {
    long lease = 1000;
    List<String> members = List.of("a", "b", "c", "d", "e", "f", "g", "h");
    Consumer<ScriptedWorld> trouble =
        world -> {
          world.slowStore(lease * MILLI / 15);
          world.crashAfterSeal(world.process("a"), world.process("h"));
          world.start("i", null);
        };
    assertThat(lost(lease * MILLI, members, 7, Rules.ALL, trouble)).isZero();
    assertThat(lost(lease * MILLI, members, 7, new StartAgain(), trouble)).isPositive();
  }
}
