package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One link between two members is cut and stays so: one of them is left out, the others go on, and
 * it is back soon after the link works again.
 */
final class CutLinkTest {

  private static final long MILLI = 1_000;
  private static final long SECOND = 1_000_000;
  private static final long HOLD = 10 * MILLI;
  private static final long THINK = 10 * MILLI;
  private static final List<String> MEMBERS = List.of("a", "b", "c", "d", "e");

  /** Five members that want one lock all the time. */
  private static final class Busy {
    private final ScriptedWorld world;
    private final LockId lock;
    private long grants;

    private Busy(String algorithm) {
      lock = new LockId("x", Catalog.entry(algorithm).runsAsSemaphore() ? 2 : 1);
      Timing timing = Timing.forLease(3 * SECOND, MILLI);
      world = new ScriptedWorld(algorithm, List.of("a", "b", "c"), timing, Rules.ALL);
      world.begin(MEMBERS);
      world.run(this::told);
      MEMBERS.forEach(name -> think(world.process(name)));
    }

    private void think(Process process) {
      world.after(THINK, () -> world.request(process, lock));
    }

    private void told(Process process, Effect effect) {
      if (effect instanceof Effect.Granted) {
        grants++;
        world.after(
            HOLD,
            () -> {
              // It may have been lost meanwhile.
              if (world.isHeld(process, lock)) {
                world.release(process, lock);
                think(process);
              }
            });
      } else if (effect instanceof Effect.Lost) {
        think(process);
      }
    }

    /** How many grants there are in this time. */
    private long grantsIn(long micros) {
      long before = grants;
      world.pass(micros);
      world.take();
      return grants - before;
    }

    private long unseated() {
      return MEMBERS.stream().filter(name -> !world.process(name).member().isMember()).count();
    }
  }

  private static void judge(String algorithm, String one, String other, long seconds) {
    Busy whole = new Busy(algorithm);
    whole.grantsIn(10 * SECOND);
    long without = whole.grantsIn((seconds - 10) * SECOND);

    Busy cut = new Busy(algorithm);
    cut.world.cut(cut.world.process(one), cut.world.process(other));
    cut.grantsIn(10 * SECOND);
    int epochs = cut.world.epochs();
    long with = cut.grantsIn((seconds - 10) * SECOND);
    assertThat(with).as("grants with the cut, of %d", without).isGreaterThan(without * 9 / 10);
    assertThat(cut.world.epochs()).as("epochs").isEqualTo(epochs);
    assertThat(cut.unseated()).isLessThanOrEqualTo(1);
    if (cut.unseated() == 1) {
      assertThat(cut.world.newest().reasons())
          .anyMatch(
              reason ->
                  reason.kind() == Reason.Kind.CUT
                      && List.of(one, other).contains(reason.who())
                      && List.of(one, other).contains(reason.from()));
    }

    cut.world.heal();
    cut.grantsIn(10 * SECOND);
    assertThat(cut.unseated()).as("members without a seat after the cut").isZero();
    assertThat(cut.world.newest().reasons()).noneMatch(it -> it.kind() == Reason.Kind.CUT);
  }

  /** Between two members, a voter and another, and two voters. */
  @ParameterizedTest
  @CsvSource({
    "naimi-trehel, d, e",
    "naimi-trehel, a, e",
    "ricart-agrawala, d, e",
    "ricart-agrawala, b, e",
    "ricart-agrawala, a, b",
    "request-collectors, d, e",
  })
  @Tag("slow")
  void theOthersGoOn(String algorithm, String one, String other) {
    judge(algorithm, one, other, 40);
  }

  static Stream<String> live() {
    return Catalog.entries().stream().filter(Catalog.Entry::runsLive).map(Catalog.Entry::id);
  }

  @ParameterizedTest
  @MethodSource("live")
  @Tag("long")
  @EnabledIfSystemProperty(named = "baton.cuts", matches = "true")
  void theOthersGoOnForFiveMinutes(String algorithm) {
    judge(algorithm, "d", "e", 300);
  }
}
