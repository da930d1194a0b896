package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.SizeBudget;
import dev.baton.cluster.epoch.SmallBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A member that holds as many locks as fit into an epoch. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class FullTest extends NetworkTest {

  /** About 20 locks for each of four members. */
  private BatonBuilder member(String name) {
    return inMemory(builder(name)).rules(new SmallBudget(new SizeBudget(3000, 3000, 3000, 3000)));
  }

  @Test
  void oneMoreLockIsRefusedWithASentenceAndEpochsGoOn() throws Exception {
    List<Baton> members = joinAll(List.of(member("a"), member("b"), member("c")));
    Baton a = members.get(0);
    // What lingers makes room for others.
    for (int i = 0; i < 100; i++) {
      a.lock("before-" + i).acquire(SOON).close();
    }
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < 18; i++) {
      holds.add(a.lock("x-" + i).acquire(SOON));
    }
    soon(joining(member("d")));
    assertThat(holds).allMatch(Hold::isHeld);
    assertThatThrownBy(
            () -> {
              for (int i = 18; i < 100; i++) {
                holds.add(a.lock("x-" + i).acquire(SOON));
              }
            })
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "Cannot acquire x-\\d+: member a holds or waits for \\d+ locks, which is as many as fit"
                + " into an epoch: release some first\\.");
    assertThat(holds).hasSizeBetween(18, 25);
    holds.removeFirst().close();
    holds.add(a.lock("z").acquire(SOON));
    // Others have room of their own, and may come and go.
    members.get(1).lock("y").acquire(SOON).close();
    members.get(2).close();
    members.get(1).lock("y").acquire(SOON).close();
    assertThat(holds).allMatch(Hold::isHeld);
    for (Hold hold : holds) {
      hold.close();
    }
  }
}
