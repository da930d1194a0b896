package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three members over the network, all of them voters, with their consensus in memory. */
@Execution(ExecutionMode.CONCURRENT)
final class ThreeMembersTest extends NetworkTest {

  private List<Baton> three() throws Exception {
    return joinAll(List.of(inMemory(builder("a")), inMemory(builder("b")), inMemory(builder("c"))));
  }

  @Test
  void oneIsInsideAtATime() throws Exception {
    List<Baton> members = three();
    Resource resource = new Resource(1);
    List<Future<?>> work = new ArrayList<>();
    for (Baton member : members) {
      work.add(
          start(
              () -> {
                for (int i = 0; i < 50; i++) {
                  try (Hold hold = member.lock("x").acquire(SOON)) {
                    resource.use(0, hold.fence());
                  }
                }
                return null;
              }));
    }
    for (Future<?> each : work) {
      soon(each);
    }
    assertThat(resource.uses).hasValue(150);
  }

  /** An empty text has no form on the wire. */
  @Test
  void theFirstPageOfAllLocksHasThoseOfAllMembers() throws Exception {
    List<Baton> members = three();
    try (Hold hold = members.get(1).lock("x").acquire(SOON)) {
      LockView view = members.get(0).locks("", 10).locks().getFirst();
      assertThat(view.silent()).isEmpty();
      assertThat(view.holder()).isEqualTo("b");
      assertThat(view.fence()).isEqualTo(hold.fence());
    }
  }

  @Test
  void whoLeavesLetsTheOthersGoOnAtOnce() throws Exception {
    List<Baton> members = three();
    Hold hold = members.get(0).lock("x").acquire();
    Future<Hold> waiter = start(() -> members.get(1).lock("x").acquire(SOON));
    long start = System.nanoTime();
    members.get(0).close();
    try (Hold next = soon(waiter)) {
      assertThat(next.fence()).isGreaterThan(hold.fence());
    }
    // Not after the lease.
    assertThat(System.nanoTime() - start).isLessThan(LEASE.toNanos());
  }

  @Test
  void allSeatsOfASemaphoreJoinInOneEpoch() throws Exception {
    NewEpochs.checkSeats(three());
  }

  @Test
  void withoutAMajorityTheMissingVotersAreNamed() throws Exception {
    List<BatonBuilder> builders = new ArrayList<>();
    for (String name : VOTERS) {
      builders.add(inMemory(builder(name)).lease(Duration.ofSeconds(2)));
    }
    List<Baton> members = joinAll(builders);
    Baton last = members.get(0);
    // Both at once: one after the other, the last two would go on without the first.
    Future<?> b = start(() -> fail(members.get(1)));
    fail(members.get(2));
    soon(b);
    long deadline = System.nanoTime() + SOON.toNanos();
    while (last.hasLease() && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> last.lock("x").acquire(Duration.ofMillis(1)))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageStartingWith(
            "Member a has no lease, so x could not be granted within 0.001 s: no answer from b, c,"
                + " 2 of the 3 voters; a majority of them must be up and reach each other");
  }

  /** Ends as if by a bug: nobody is told, and its connections are closed. */
  private static Void fail(Baton member) {
    member.onEventLoop(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    return null;
  }

  @Test
  void whoIsSilentIsLeftOutAndComesBack() throws Exception {
    Duration lease = Duration.ofSeconds(2);
    List<BatonBuilder> builders = new ArrayList<>();
    for (String name : VOTERS) {
      builders.add(inMemory(builder(name)).lease(lease));
    }
    List<Baton> members = joinAll(builders);
    Hold hold = members.get(0).lock("x").acquire(SOON);
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    members.get(0).onEventLoop(goOn::join);
    try (Hold next = members.get(1).lock("x").acquire(SOON)) {
      // The clock alone says so: nothing has told the silent member.
      assertThat(hold.isHeld()).isFalse();
      assertThat(next.fence()).isGreaterThan(hold.fence());
    }
    Future<Hold> again = start(() -> members.get(0).lock("x").acquire(SOON));
    goOn.complete(null);
    try (Hold last = soon(again)) {
      assertThat(last.fence()).isGreaterThan(hold.fence());
    }
  }
}
