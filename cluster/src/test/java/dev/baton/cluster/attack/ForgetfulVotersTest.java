package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Forgetful;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Voters that know less than they have said: dangerous only if much else goes wrong as well. */
final class ForgetfulVotersTest {

  private static final long MILLI = 1_000;
  private static final Timing TIMING = Timing.forLease(3_000 * MILLI, MILLI);
  private static final LockId LOCK = new LockId("x", 1);

  private static ScriptedWorld world(Rules rules) {
    return new ScriptedWorld("naimi-trehel", List.of("a", "b", "c"), TIMING, rules);
  }

  /** What the monitor says; null if nothing is wrong. */
  private static String violation(Runnable course) {
    try {
      course.run();
      return null;
    } catch (Violation e) {
      return e.getMessage();
    }
  }

  /**
   * d holds x and is suspected. Voters a and b end the epoch; b crashes and comes back, perhaps
   * without its store. Voter c has not heard of that, and neither has d, which both hear now. If b
   * acknowledges the lease of d, as c does, d holds x for longer than a waits for.
   */
  private static String afterRestart(Rules rules, boolean hasStore) {
    ScriptedWorld world = world(rules);
    // They vote and are no members, so that nobody waits for them, and any process of theirs is
    // heard.
    for (String aside : List.of("b", "c")) {
      world.start(aside, null);
      world.leave(world.process(aside));
    }
    world.begin(List.of("a", "d"));
    Process a = world.process("a");
    Process b = world.process("b");
    Process c = world.process("c");
    Process d = world.process("d");
    world.request(d, LOCK);
    world.pass(2 * TIMING.heartbeat());
    assertThat(world.isHeld(d, LOCK)).isTrue();

    List.of(a, b, c).forEach(voter -> world.cut(d, voter));
    world.cut(a, c);
    while (!a.member().isSealed()) {
      world.pass(MILLI);
    }
    world.pass(2 * MILLI);
    assertThat(b.member().isSealed()).isTrue();
    assertThat(c.member().isSealed()).isFalse();
    world.crash(b);
    if (!hasStore) {
      b.loseStore();
    }
    world.heal();
    List.of(b, c, d).forEach(other -> world.cut(a, other));
    world.start("b", null);
    world.pass(2 * TIMING.heartbeat());

    // Now the next epoch gets around, but not to d.
    world.heal();
    List.of(a, b, c).forEach(voter -> world.cut(d, voter));
    return violation(
        () -> {
          world.pass(TIMING.heartbeat());
          assertThat(world.epochs()).isGreaterThan(1);
          world.request(a, LOCK);
          world.pass(2 * TIMING.lease());
          assertThat(world.isHeld(a, LOCK)).isTrue();
        });
  }

  @Test
  void whoHasNoStoreDoesNotVote() {
    assertThat(afterRestart(Rules.ALL, false)).isNull();
    assertThat(afterRestart(Forgetful.WITHOUT_STORE, false)).contains("x");
  }

  @Test
  void whatTheStoreSaysIsNotOld() {
    assertThat(afterRestart(Rules.ALL, true)).isNull();
    assertThat(afterRestart(Forgetful.WITH_OLD_STORE, true)).contains("x");
  }

  /**
   * Voter b holds x. Voter a has not heard of it for a while; its last leases are known to c, which
   * crashes, and to b itself. Then b is cut off, and a process takes its place, with a copy of its
   * directory or without the lock on it. If that says that nothing is left of the lease of b, a
   * waits for too little.
   */
  private static String withHeir(Rules rules, boolean isCopy) {
    ScriptedWorld world = world(rules);
    world.start("c", null);
    world.leave(world.process("c"));
    world.begin(List.of("a", "b"));
    Process a = world.process("a");
    Process b = world.process("b");
    Process c = world.process("c");
    world.request(b, LOCK);
    world.pass(2 * TIMING.heartbeat());
    assertThat(world.isHeld(b, LOCK)).isTrue();

    world.cut(a, b);
    world.pass(TIMING.suspectAfter() * 9 / 10);
    world.crash(c);
    world.startHeir(b, isCopy);
    return violation(
        () -> {
          world.pass(TIMING.heartbeat());
          world.request(a, LOCK);
          world.pass(3 * TIMING.lease());
          assertThat(world.isHeld(a, LOCK)).isTrue();
        });
  }

  @Test
  void aCopyDoesNotSpeakForWhoUsesTheOriginal() {
    assertThat(withHeir(Rules.ALL, true)).isNull();
    assertThat(withHeir(Forgetful.WITH_COPY, true)).contains("x");
  }

  @Test
  void whoHasNotLockedTheDirectoryDoesNotSpeakForWhoUsesIt() {
    assertThat(withHeir(Rules.ALL, false)).isNull();
    assertThat(withHeir(Forgetful.WITHOUT_LOCK, false)).contains("x");
  }
}
