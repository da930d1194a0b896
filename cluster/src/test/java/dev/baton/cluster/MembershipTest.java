package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Members that come, go, and are cut off. */
final class MembershipTest extends LocalTest {

  private static final Duration LEASE = Duration.ofSeconds(1);

  @Test
  void aClosedMemberLetsTheOthersGoOn() throws Exception {
    Baton a = member(builder("a").lease(Duration.ofSeconds(60)));
    Baton b = member(builder("b").lease(Duration.ofSeconds(60)));
    Hold hold = a.lock("x").acquire();
    CompletableFuture<String> lost = new CompletableFuture<>();
    hold.onLost(lost::complete);
    Future<Hold> waiter = start(() -> b.lock("x").acquire(SOON));
    until(() -> waiting(b, "x") == 1);
    a.close();
    // Within the deadline of half a lease: nobody has waited for the lease to end.
    try (Hold next = soon(waiter)) {
      assertThat(next.fence()).isGreaterThan(hold.fence());
    }
    soon(lost);
    assertThat(hold.isHeld()).isFalse();
    assertThatThrownBy(hold::close).isInstanceOf(HoldLostException.class);
    assertThatThrownBy(() -> a.lock("x")).hasMessage("Member a is closed.");
  }

  @Test
  void whoWaitsAtAClosedMemberIsTold() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    BatonLock lock = a.lock("x");
    try (Hold hold = b.lock("x").acquire()) {
      Future<?> waiter =
          start(
              () -> {
                assertThatThrownBy(lock::lock)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot acquire x: member a is closed.");
                return null;
              });
      until(() -> waiting(a, "x") == 1);
      a.close();
      soon(waiter);
      hold.check();
    }
    assertThatThrownBy(lock::lock).hasMessage("Cannot acquire x: member a is closed.");
    assertThat(lock.acquireAsync().toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void aHoldOutlivesTheEpochsThatOthersCause() throws Exception {
    Baton a = member("a");
    Hold hold = a.lock("x").acquire();
    Baton b = member("b");
    Baton c = member("c");
    b.close();
    hold.check();
    assertThat(c.lock("x").tryLock()).isFalse();
    hold.close();
    try (Hold next = c.lock("x").acquire(SOON)) {
      assertThat(next.fence()).isGreaterThan(hold.fence());
    }
  }

  @Test
  void afterACrashAnotherGetsTheLockWhenTheLeaseIsOver() throws Exception {
    Baton a = member(builder("a").lease(LEASE));
    Baton b = member(builder("b").lease(LEASE));
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    a.addListener(new Recorder(events));
    BatonLock lock = a.lock("x");
    lock.lock();
    lock.lock();
    long fence = lock.fence();
    Future<Hold> waiter = start(() -> b.lock("x").acquire(SOON));
    until(() -> waiting(b, "x") == 1);
    network.disconnect("a");
    try (Hold next = soon(waiter)) {
      assertThat(lock.isHeld()).isFalse();
      assertThat(lock.isHeldByCurrentThread()).isFalse();
      assertThat(next.fence()).isGreaterThan(fence);
      next.check();
    }
    assertThatThrownBy(lock::lock).isInstanceOf(HoldLostException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(HoldLostException.class)
        .hasMessageContaining("The hold of x with fence " + fence + " was lost");
    assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(1)))
        .isInstanceOf(ClusterSuspendedException.class);
    assertThat(lock.tryLock(Duration.ofMillis(1))).isFalse();
    Future<Hold> waitsOn = start(() -> lock.acquire(SOON));
    network.reconnect("a");
    try (Hold again = soon(waitsOn)) {
      assertThat(again.fence()).isGreaterThan(fence);
    }
    assertThat(take(events, "lost x " + fence)).isTrue();
    assertThat(take(events, "evicted")).isTrue();
    assertThat(take(events, "resumed")).isTrue();
  }

  @Test
  void aPausedMemberKnowsByItsClockThatItsHoldIsLost() throws Exception {
    Baton a = member(builder("a").lease(LEASE));
    Baton b = member(builder("b").lease(LEASE));
    Hold hold = a.lock("x").acquire();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    CompletableFuture<Void> paused = a.onEventLoop(goOn::join);
    try (Hold next = b.lock("x").acquire(SOON)) {
      assertThat(hold.isHeld()).isFalse();
      assertThat(a.lock("x").isHeld()).isFalse();
      next.check();
    } finally {
      goOn.complete(null);
    }
    soon(paused);
    assertThatThrownBy(hold::close)
        .isInstanceOf(HoldLostException.class)
        .hasMessageContaining("the lease of member a was not renewed in time");
    a.lock("x").acquire(SOON).close();
  }

  /** Whether it happens; what happens before is passed over. */
  private static boolean take(BlockingQueue<String> events, String wanted) throws Exception {
    String next = events.poll(SOON.toSeconds(), SECONDS);
    while (next != null && !next.equals(wanted)) {
      next = events.poll(SOON.toSeconds(), SECONDS);
    }
    return next != null;
  }

  private record Recorder(BlockingQueue<String> events) implements BatonListener {
    @Override
    public void onEpoch(long epoch, List<String> members) {
      events.add("epoch of " + members);
    }

    @Override
    public void onHoldLost(String lock, long fence, String reason) {
      events.add("lost " + lock + " " + fence);
    }

    @Override
    public void onEvicted() {
      events.add("evicted");
    }

    @Override
    public void onSuspended() {
      events.add("suspended");
    }

    @Override
    public void onResumed() {
      events.add("resumed");
    }
  }

  @Test
  void listenersHearOfEpochsAndMayBlock() throws Exception {
    Baton a = member("a");
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    a.addListener(
        new BatonListener() {
          @Override
          public void onEpoch(long epoch, List<String> members) {
            goOn.join();
          }
        });
    BlockingQueue<String> unheard = new LinkedBlockingQueue<>();
    BatonListener removed = new Recorder(unheard);
    a.addListener(removed);
    a.addListener(new Recorder(events));
    Baton b = member("b");
    b.lock("x").acquire(SOON).close();
    a.lock("x").acquire(SOON).close();
    assertThat(events).isEmpty();
    a.removeListener(removed);
    goOn.complete(null);
    assertThat(take(events, "epoch of [a, b]")).isTrue();
    assertThat(unheard).as("what waited when it was removed").isEmpty();
  }

  @Test
  void aMemberComesBackUnderItsName() throws Exception {
    Baton a = member("a");
    long fence;
    try (Hold hold = a.lock("x").acquire()) {
      fence = hold.fence();
    }
    a.close();
    a.close();
    try (Hold hold = member("a").lock("x").acquire(SOON)) {
      assertThat(hold.fence()).isGreaterThan(fence);
    }
  }

  @Test
  void membersMustFitTogether() {
    member("a");
    assertThatThrownBy(() -> member("a"))
        .isInstanceOf(DuplicateMemberException.class)
        .hasMessage("Cluster orders already has a member 'a': use another name.");
    assertThatThrownBy(() -> member(builder("b").lease(LEASE)))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("give all members the same lease and algorithms");
    assertThatThrownBy(() -> member(builder("b").algorithm("raymond")))
        .isInstanceOf(ClusterMismatchException.class);
  }

  @Test
  void settingsThatCannotWorkAreRefused() {
    BatonBuilder builder = Baton.builder();
    assertThatThrownBy(() -> builder.lease(Duration.ofMillis(999)))
        .hasMessageContaining("1 to 60 seconds");
    assertThatThrownBy(() -> builder.lease(Duration.ofSeconds(61)))
        .hasMessageContaining("1 to 60 seconds");
    assertThatThrownBy(() -> builder.algorithm("nobody"))
        .hasMessageContaining("no algorithm 'nobody'");
    assertThatThrownBy(() -> builder.algorithm("centralized")).hasMessageContaining("coordinator");
    assertThatThrownBy(() -> builder.algorithm("token-ring")).hasMessageContaining("quiet");
    assertThatThrownBy(() -> builder.handOvers(-1)).hasMessageContaining("between 0 and 1000");
    assertThatThrownBy(() -> builder.permitsPerMember(0)).hasMessageContaining("between 1 and 64");
    assertThatThrownBy(() -> builder.member("a~2")).hasMessageContaining("must not contain '~'");
  }

  @Test
  void namesAreChecked() {
    Baton a = member("a");
    assertThatThrownBy(() -> a.lock(""))
        .hasMessage("The name of a lock has 1 to 256 bytes of UTF-8, not 0.");
    assertThatThrownBy(() -> a.lock("ü".repeat(129))).hasMessageContaining("not 258");
    assertThatThrownBy(() -> a.lock("a\nb")).hasMessageContaining("control characters");
    assertThatThrownBy(() -> a.semaphore("a\u0085b", 2)).hasMessageContaining("control");
    assertThat(a.lock("ü".repeat(128)).name()).hasSize(128);
  }

  @Test
  void aMemberThatFailsSaysSo() throws Exception {
    Baton a = member("a");
    CompletableFuture<String> failed = new CompletableFuture<>();
    a.addListener(
        new BatonListener() {
          @Override
          public void onFailed(String reason) {
            failed.complete(reason);
          }
        });
    a.onEventLoop(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    assertThat(failed.get(10, SECONDS))
        .isEqualTo("member a has failed: java.lang.IllegalStateException: on purpose");
    assertThatThrownBy(() -> a.lock("x")).isInstanceOf(IllegalStateException.class);
  }

  /** A lock's name is the application's own; it is only shown differently. */
  @Test
  void hiddenCharactersAreShownInLocksAndRefusedElsewhere() {
    Baton a = member("a");
    BatonLock lock = a.lock("pay\u202eroll");
    assertThat(lock.name()).isEqualTo("pay\u202eroll");
    assertThat(lock).hasToString("BatonLock[pay\\u202eroll]");
    assertThatThrownBy(lock::unlock).hasMessageContaining("pay\\u202eroll");
    assertThatThrownBy(() -> a.semaphore("pay\u202eroll", 2))
        .hasMessageContaining("pay\\u202eroll");
    assertThat(a.semaphore("tag\udb40\udc01", 2).toString()).contains("tag\\udb40\\udc01,");

    for (String hidden : List.of("\u202e", "\u200b", "\u2028", "\u2029", "\ufeff")) {
      String name = "x" + hidden + "y";
      String shown = "x\\u%04xy".formatted((int) hidden.charAt(0));
      BatonBuilder builder = Baton.builder();
      List<ThrowingCallable> calls =
          List.of(
              () -> builder.member(name),
              () -> builder.cluster(name),
              () -> builder.zone(name),
              () -> builder.voters(name),
              () -> a.neighbourhood(name));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("characters that cannot be seen, as '" + shown + "' does.");
      }
    }
  }
}
