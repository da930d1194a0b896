package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.LockView.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What members over the network ask each other, and the way from one neighbourhood to another. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class AcrossMembersTest extends NetworkTest {

  private BatonBuilder member(String name) {
    return inMemory(builder(name));
  }

  private static LockView view(Baton baton, String name) {
    return baton.locks().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aNameStandsForOneThingOnAllMembersAndAllSeeWhoHoldsIt() throws Exception {
    List<Baton> members = joinAll(List.of(member("a"), member("b"), member("c")));
    Baton a = members.get(0);
    Baton b = members.get(1);
    Baton c = members.get(2);
    Hold hold = a.lock("x").acquire(SOON);
    assertThatThrownBy(() -> b.semaphore("x", 3))
        .isInstanceOf(LockConflictException.class)
        .hasMessage("'x' is a lock at member a, not a semaphore with 3 permits: use another name.");
    // Nothing else is the worse for it.
    assertThat(hold.isHeld()).isTrue();
    CompletableFuture<Hold> next = b.lock("x").acquireAsync().toCompletableFuture();
    LockView seen = view(c, "x");
    long deadline = System.nanoTime() + SOON.toNanos();
    while (seen.waiters().isEmpty() && System.nanoTime() < deadline) {
      seen = view(c, "x");
    }
    assertThat(seen.holder()).isEqualTo("a");
    assertThat(seen.fence()).isEqualTo(hold.fence());
    assertThat(seen.waiters()).containsExactly(new Waiting("b", 1));
    assertThat(seen.silent()).isEmpty();
    hold.close();
    soon(next).close();
    try (Permit permit = c.semaphore("printers", 2).acquire(SOON)) {
      assertThatThrownBy(() -> a.semaphore("printers", 3))
          .isInstanceOf(LockConflictException.class);
      assertThat(permit.isHeld()).isTrue();
    }
  }

  @Test
  void whoRoamsLosesItsPermitAndWaitsInTheNewNeighbourhood() throws Exception {
    List<Baton> members =
        joinAll(
            List.of(
                member("a").zone("floor-3").permitsPerMember(1),
                member("b").zone("floor-3").permitsPerMember(1),
                member("c").zone("floor-4").permitsPerMember(1)));
    Baton a = members.get(0);
    Baton b = members.get(1);
    Baton c = members.get(2);
    Permit held = a.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON);
    Permit there = c.neighbourhood("floor-4").semaphore("desk", 1).acquire(SOON);
    Hold everywhere = a.lock("ledger").acquire(SOON);
    Future<Permit> next =
        start(() -> b.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON));
    CompletableFuture<Permit> moved = new CompletableFuture<>();
    held.onMoved(moved::complete);
    a.roamTo("floor-4");
    assertThat(a.neighbourhood()).isEqualTo("floor-4");
    assertThat(held.isHeld()).isFalse();
    assertThat(there.isHeld()).isTrue();
    assertThat(everywhere.isHeld()).as("a lock of the whole cluster").isTrue();
    Permit taken = soon(next);
    assertThat(taken.fence()).as("in floor-3").isGreaterThan(held.fence());
    assertThat(moved).as("floor-4 has one desk, and c is there").isNotDone();
    there.close();
    Permit again = soon(moved);
    assertThat(again.neighbourhood()).isEqualTo("floor-4");
    assertThat(again.isHeld()).isTrue();
    assertThat(again.fence()).isGreaterThan(there.fence());
    assertThat(c.neighbourhood("floor-4").semaphore("desk", 1).tryAcquire(Duration.ofMillis(20)))
        .isNull();
    again.close();
    taken.close();
    everywhere.close();
  }
}
