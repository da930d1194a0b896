package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An epoch ends, and as things are nobody would be a member of the next one. */
final class NobodyLeftTest {

  private static final long SECOND = 1_000_000;
  private static final LockId LOCK = new LockId("x", 1);

  /**
   * The only voter hears the others, which do not hear it: they do not answer SEAL, and it leaves
   * itself out, since all links that are cut are its own.
   */
  @Test
  void whoIsHeardAgainIsAskedAgain() {
    ScriptedWorld world =
        new ScriptedWorld(
            "ricart-agrawala", List.of("a"), Timing.forLease(SECOND, 1_000), Rules.ALL);
    List<String> others = List.of("b", "c", "d");
    world.begin(List.of("a", "b", "c", "d"));
    Process a = world.process("a");
    others.forEach(name -> world.deafen(world.process(name), a));
    world.request(a, LOCK);
    others.forEach(name -> world.request(world.process(name), LOCK));
    world.pass(2 * SECOND);
    assertThat(a.member().isSealed()).isTrue();

    world.heal();
    world.pass(5 * SECOND);
    assertThat(world.processes()).allMatch(process -> process.member().isMember());
    assertThat(world.processes()).filteredOn(process -> world.isHeld(process, LOCK)).hasSize(1);
  }
}
