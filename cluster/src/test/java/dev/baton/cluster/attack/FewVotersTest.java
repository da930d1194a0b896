package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who wants to join and reaches some of the voters only. */
final class FewVotersTest {

  private static final long SECOND = 1_000_000;
  private static final LockId LOCK = new LockId("x", 1);
  private static final Timing TIMING = Timing.forLease(3 * SECOND, 1_000);

  private final ScriptedWorld world =
      new ScriptedWorld("naimi-trehel", List.of("a", "b", "c"), TIMING, Rules.ALL);

  /** Four members, of which d has crashed, been left out, and starts again, cut off from these. */
  private Process startCutOff(String... voters) {
    world.begin(List.of("a", "b", "c", "d"));
    Process d = world.process("d");
    world.crash(d);
    world.pass(10 * SECOND);
    for (String voter : voters) {
      world.cut(d, world.process(voter));
    }
    world.start("d", null);
    return d;
  }

  /** A voter that hears it would let it in, the others would suspect it, and so on for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c"})
  void whoReachesOneVoterCostsTheOthersNoEpoch(String reached) {
    List<String> voters = List.of("a", "b", "c");
    Process d =
        startCutOff(voters.stream().filter(it -> !it.equals(reached)).toArray(String[]::new));
    world.request(world.process("b"), LOCK);
    world.pass(SECOND);
    int epochs = world.epochs();
    world.pass(60 * SECOND);
    assertThat(world.epochs()).as("epochs").isEqualTo(epochs);
    assertThat(world.isHeld(world.process("b"), LOCK)).isTrue();
    assertThat(d.member().isMember()).isFalse();

    world.heal();
    world.pass(SECOND);
    assertThat(d.member().isMember()).isTrue();
  }

  @Test
  void whoReachesAMajorityIsLetIn() {
    Process d = startCutOff();
    world.pass(SECOND);
    assertThat(d.member().isMember()).isTrue();
  }
}
