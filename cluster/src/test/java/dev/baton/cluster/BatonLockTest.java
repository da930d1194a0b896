package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.algorithms.Catalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lock as an application sees it, without failures. */
final class BatonLockTest extends LocalTest {

  @ParameterizedTest
  @MethodSource("algorithms")
  void threadsOfAllMembersExcludeEachOtherAndFencesGrow(String algorithm) throws Exception {
    Resource resource = new Resource(1);
    List<Future<?>> work = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      BatonLock lock = member(builder(name).algorithm(algorithm).handOvers(3)).lock("x");
      for (int thread = 0; thread < 3; thread++) {
        work.add(start(() -> useOften(lock, resource, 60)));
      }
    }
    for (Future<?> each : work) {
      soon(each);
    }
    assertThat(resource.uses).hasValue(3 * 3 * 60);
  }

  /** All that a cluster can run; those with k permits run with one. */
  static Stream<String> algorithms() {
    return Catalog.entries().stream().filter(Catalog.Entry::runsLive).map(Catalog.Entry::id);
  }

  private static Void useOften(BatonLock lock, Resource resource, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      if (i % 3 == 0) {
        try (Hold hold = lock.acquire(SOON)) {
          resource.use(0, hold.fence());
        }
      } else {
        long fence = lock.lockAndGetFence();
        try {
          resource.use(0, fence);
        } finally {
          lock.unlock();
        }
      }
    }
    return null;
  }

  @Test
  void aThreadEntersAgain() throws Exception {
    BatonLock lock = member("a").lock("x");
    lock.lock();
    long fence = lock.fence();
    assertThat(lock.tryLock()).isTrue();
    lock.lockInterruptibly();
    assertThat(lock.holdCount()).isEqualTo(3);
    assertThat(lock.fence()).isEqualTo(fence);
    lock.unlock();
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(soon(start(lock::isHeldByCurrentThread))).isFalse();
    assertThat(soon(start(() -> lock.tryLock()))).isFalse();
    lock.unlock();
    assertThat(lock.isHeld()).isFalse();
    assertThat(lock.holdCount()).isZero();
    assertThat(lock.lockAndGetFence()).isGreaterThan(fence);
    lock.unlock();
  }

  @Test
  void onlyTheOwnerUnlocks() throws Exception {
    BatonLock lock = member("a").lock("x");
    assertThatThrownBy(lock::unlock)
        .isExactlyInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("does not hold x");
    lock.lock();
    Future<?> other =
        start(
            () -> {
              assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
              assertThatThrownBy(lock::fence).isInstanceOf(IllegalMonitorStateException.class);
              return null;
            });
    soon(other);
    lock.unlock();
  }

  @Test
  void thereAreNoConditions() {
    BatonLock lock = member("a").lock("x");
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void whoGivesUpLeavesNothingBehind() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    Hold hold = a.lock("x").acquire();
    assertThat(b.lock("x").tryLock(1, MILLISECONDS)).isFalse();
    assertThat(b.lock("x").tryLock(Duration.ofMillis(50))).isFalse();
    assertThat(b.lock("x").tryLock()).isFalse();
    assertThat(b.lock("x").tryAcquire(Duration.ZERO)).isNull();
    assertThat(a.lock("x").tryLock()).isFalse();
    assertThatThrownBy(() -> b.lock("x").acquire(Duration.ofMillis(1)))
        .isInstanceOf(LockTimeoutException.class)
        .hasMessageContaining("Could not acquire x within 0.001 s");
    assertThat(waiting(b, "x")).isZero();
    hold.close();
    try (Hold again = a.lock("x").acquire(SOON)) {
      assertThat(again.fence()).isGreaterThan(hold.fence());
    }
    try (Hold there = b.lock("x").acquire(SOON)) {
      assertThat(there.isHeld()).isTrue();
      assertThat(a.lock("x").isHeld()).isFalse();
    }
  }

  /** A lock that nobody holds lies where it was used last, and somebody has to ask for it there. */
  @Test
  void noTimeToWaitIsEnoughForALockThatNobodyHolds() throws Exception {
    BatonLock atA = member(patient("a")).lock("x");
    BatonLock atB = member(patient("b")).lock("x");
    for (int i = 0; i < 10; i++) {
      try (Hold hold = atA.tryAcquire(Duration.ZERO)) {
        assertThat(hold).as("tryAcquire(ZERO), round " + i).isNotNull();
      }
      assertThat(atB.tryLock(0, SECONDS)).as("tryLock(0), round " + i).isTrue();
      assertThat(atB.tryAcquire()).as("the same thread through a handle").isNull();
      atB.unlock();
      assertThat(atA.tryLock(Duration.ofDays(-1))).as("less than no time").isTrue();
      atA.unlock();
      try (Hold hold = atB.tryAcquire()) {
        assertThat(hold).as("tryAcquire(), round " + i).isNotNull();
        assertThat(atB.tryAcquire()).as("a second handle").isNull();
      }
    }
  }

  /** Whoever is asked answers in time, even on a busy machine. */
  private static BatonBuilder patient(String name) {
    return builder(name).patience(SOON);
  }

  @Test
  void anInterruptEndsAlsoTheOneQuestion() throws Exception {
    Hold hold = member("a").lock("x").acquire();
    Baton b = member(patient("b"));
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Future<?> asker =
        start(
            () -> {
              thread.complete(Thread.currentThread());
              assertThatThrownBy(() -> b.lock("x").tryAcquire(Duration.ZERO))
                  .isInstanceOf(InterruptedException.class);
              return null;
            });
    until(() -> waiting(b, "x") == 1);
    soon(thread).interrupt();
    soon(asker);
    assertThat(waiting(b, "x")).isZero();
    hold.close();
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    Hold hold = a.lock("x").acquire();
    for (String where : List.of("same member", "another member")) {
      Baton waits = where.equals("same member") ? a : b;
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      Future<?> waiter =
          start(
              () -> {
                thread.complete(Thread.currentThread());
                assertThatThrownBy(waits.lock("x")::lockInterruptibly)
                    .isInstanceOf(InterruptedException.class);
                return null;
              });
      until(() -> waiting(waits, "x") == 1);
      soon(thread).interrupt();
      soon(waiter);
      assertThat(waiting(waits, "x")).isZero();
    }
    hold.close();
    b.lock("x").acquire(SOON).close();
    a.lock("x").acquire(SOON).close();
  }

  @Test
  void lockGoesOnAfterAnInterruptAndKeepsIt() throws Exception {
    Baton a = member("a");
    Hold hold = a.lock("x").acquire();
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Future<Boolean> waiter =
        start(
            () -> {
              thread.complete(Thread.currentThread());
              a.lock("x").lock();
              a.lock("x").unlock();
              return Thread.interrupted();
            });
    until(() -> waiting(a, "x") == 1);
    soon(thread).interrupt();
    hold.close();
    assertThat(soon(waiter)).isTrue();
  }

  @Test
  void threadsOfAMemberQueueInOrder() throws Exception {
    Baton a = member("a");
    Hold hold = a.lock("x").acquire();
    List<Future<Long>> fences = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      fences.add(start(() -> useOnce(a)));
      int queued = i + 1;
      until(() -> waiting(a, "x") == queued);
    }
    hold.close();
    long last = hold.fence();
    for (Future<Long> fence : fences) {
      assertThat(soon(fence)).isGreaterThan(last);
      last = soon(fence);
    }
  }

  private static long useOnce(Baton baton) throws Exception {
    try (Hold hold = baton.lock("x").acquire(SOON)) {
      return hold.fence();
    }
  }

  @Test
  void anotherMemberWaitsForAFewHandOversOnly() throws Exception {
    Baton a = member(builder("a").handOvers(2));
    Baton b = member(builder("b"));
    Hold hold = a.lock("x").acquire();
    Future<Long> there = start(() -> useOnce(b));
    until(() -> waiting(b, "x") == 1);
    // What b's loop has sent by then is before this in a's.
    soon(b.onEventLoop(() -> {}));
    soon(a.onEventLoop(() -> {}));
    List<Future<Long>> here = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      here.add(start(() -> useOnce(a)));
    }
    until(() -> waiting(a, "x") == 40);
    hold.close();
    long first = soon(there);
    int before = 0;
    for (Future<Long> fence : here) {
      before += soon(fence) < first ? 1 : 0;
    }
    assertThat(before).isEqualTo(2);
  }

  @Test
  void anyThreadClosesAHandle() throws Exception {
    BatonLock lock = member("a").lock("x");
    Hold hold = lock.acquire();
    hold.check();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    soon(
        start(
            () -> {
              hold.close();
              return null;
            }));
    assertThat(hold.isHeld()).isFalse();
    assertThatThrownBy(hold::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
    hold.close();
    lock.acquire(SOON).close();
  }

  @Test
  void aHoldSaysHowLongItStaysValid() throws Exception {
    Duration lease = Duration.ofSeconds(60);
    Hold hold = member(builder("a").lease(lease)).lock("x").acquire();
    assertThat(hold.remaining()).isPositive().isLessThanOrEqualTo(lease);
    hold.close();
    assertThat(hold.remaining()).isZero();
  }

  @Test
  void laterHoldsComeInOrderAndCanBeCancelled() throws Exception {
    BatonLock lock = member("a").lock("x");
    Hold hold = lock.acquire();
    CompletableFuture<Hold> first = lock.acquireAsync().toCompletableFuture();
    CompletableFuture<Hold> second = lock.acquireAsync().toCompletableFuture();
    CompletableFuture<Hold> third = lock.acquireAsync().toCompletableFuture();
    second.cancel(false);
    assertThat(first).isNotDone();
    hold.close();
    Hold granted = first.get(SOON.toSeconds(), SECONDS);
    assertThat(granted.fence()).isGreaterThan(hold.fence());
    assertThat(third).isNotDone();
    granted.close();
    third.get(SOON.toSeconds(), SECONDS).close();
    lock.acquire(SOON).close();
  }

  @Test
  void aLaterHoldThatComesAtOnceIsValid() throws Exception {
    BatonLock lock = member("a").lock("x");
    for (int i = 0; i < 200; i++) {
      try (Hold hold = lock.acquireAsync().toCompletableFuture().get(SOON.toSeconds(), SECONDS)) {
        assertThat(hold.isHeld()).as("after " + i).isTrue();
      }
    }
  }

  @Test
  void manyLocksAreIndependent() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    CountDownLatch both = new CountDownLatch(2);
    List<Future<?>> work = new ArrayList<>();
    for (Baton each : List.of(a, b)) {
      work.add(
          start(
              () -> {
                try (Hold hold = each.lock("of-" + each.member()).acquire(SOON)) {
                  both.countDown();
                  assertThat(both.await(SOON.toSeconds(), SECONDS)).isTrue();
                  hold.check();
                }
                return null;
              }));
    }
    for (Future<?> each : work) {
      soon(each);
    }
  }

  @Test
  void viewsShowWhatHappensHere() throws Exception {
    Baton a = member(builder("a").algorithm("geo/*", "raymond"));
    try (Hold hold = a.lock("geo/x").acquire()) {
      CompletableFuture<Hold> later = a.lock("geo/x").acquireAsync().toCompletableFuture();
      LockView view = a.locks().getFirst();
      assertThat(view.name()).isEqualTo("geo/x");
      assertThat(view.permits()).isEqualTo(1);
      assertThat(view.algorithm()).isEqualTo("raymond");
      assertThat(view.held()).isEqualTo(1);
      assertThat(view.fence()).isEqualTo(hold.fence());
      assertThat(view.since()).isNotNull();
      assertThat(view.waiting()).isEqualTo(1);
      later.cancel(false);
    }
    assertThat(a.locks().getFirst().held()).isZero();
    assertThat(a.locks().getFirst().entries()).isEqualTo(1);
    assertThat(a.locks().getFirst().messages()).isZero();
  }

  @Test
  void viewsCountEntriesAndMessages() throws Exception {
    Baton a = member(builder("a").algorithm("ricart-agrawala"));
    Baton b = member(builder("b").algorithm("ricart-agrawala"));
    Baton c = member(builder("c").algorithm("ricart-agrawala"));
    List<Baton> members = List.of(a, b, c);
    members.forEach(each -> each.lock("x"));
    for (Baton each : members) {
      for (int i = 0; i < 10; i++) {
        each.lock("x").acquire(SOON).close();
      }
    }
    // Two requests and two replies for each member's first entry; then the lock lingers.
    assertThat(members).extracting(each -> each.locks().getFirst().entries()).containsOnly(10L);
    assertThat(members.stream().mapToLong(each -> each.locks().getFirst().messages()).sum())
        .isEqualTo(12);
  }
}
