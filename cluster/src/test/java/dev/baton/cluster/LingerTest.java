package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.baton.cluster.epoch.Member;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** A lock that nobody else wants stays where it was used last. */
final class LingerTest extends LocalTest {

  private static final Duration LEASE = Duration.ofSeconds(1);

  private Baton a;
  private BatonLock lock;

  /** With a lease that does not end while an event loop stands still. */
  private static BatonBuilder patient(String name) {
    return builder(name).lease(Duration.ofSeconds(60));
  }

  private void linger(BatonBuilder builder) {
    a = member(builder);
    lock = a.lock("x");
    lock.lock();
    lock.unlock();
  }

  /** An event loop that stands still sends nothing. */
  @Test
  void itIsEnteredWithoutAMessage() throws Exception {
    linger(patient("a"));
    Baton b = member(patient("b"));
    lock.lock();
    lock.unlock();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    CompletableFuture<Void> paused = a.onEventLoop(goOn::join);
    try {
      long last = 0;
      for (int i = 0; i < 1000; i++) {
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.fence()).isGreaterThan(last);
        last = lock.fence();
        lock.unlock();
        try (Hold hold = lock.acquire(SOON)) {
          assertThat(hold.fence()).isGreaterThan(last);
          last = hold.fence();
        }
      }
    } finally {
      goOn.complete(null);
    }
    soon(paused);
    b.lock("x").acquire(SOON).close();
  }

  @Test
  void itIsEnteredWithoutAnAllocation() {
    linger(patient("a"));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    lockOften(10);
    long before = threads.getCurrentThreadAllocatedBytes();
    lockOften(10_000);
    // The answer to the question is the only thing that is allocated.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  private void lockOften(int times) {
    for (int i = 0; i < times; i++) {
      lock.lock();
      lock.lock();
      lock.unlock();
      lock.unlock();
    }
  }

  @Test
  void itGoesToWhoeverWantsIt() throws Exception {
    linger(patient("a"));
    BatonLock there = member(patient("b")).lock("x");
    long last = 0;
    for (int i = 0; i < 20; i++) {
      for (BatonLock each : List.of(there, lock)) {
        try (Hold hold = each.acquire(SOON)) {
          assertThat(hold.fence()).isGreaterThan(last);
          last = hold.fence();
        }
      }
    }
  }

  @Test
  void whoListensLeavesThroughTheGateAndItLingersAgain() throws Exception {
    linger(patient("a"));
    try (Hold hold = lock.acquire(SOON)) {
      hold.onLost(reason -> {});
    }
    itLingers();
  }

  private void itLingers() throws Exception {
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    CompletableFuture<Void> paused = a.onEventLoop(goOn::join);
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    goOn.complete(null);
    soon(paused);
  }

  @Test
  void itGoesOnThroughAnEpoch() throws Exception {
    linger(patient("a"));
    member(patient("b")).close();
    itLingers();
  }

  @Test
  void fencesGrowWhenATurnHasUsedUpItsOwn() {
    linger(patient("a"));
    long last = 0;
    for (int i = 0; i < Member.MOST_ENTRIES + 1000; i++) {
      long fence = lock.lockAndGetFence();
      lock.unlock();
      if (fence <= last) {
        throw new AssertionError("fence " + fence + " after " + last);
      }
      last = fence;
    }
  }

  /** Records what a listener hears. */
  private BlockingQueue<String> heard() {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    a.addListener(
        new BatonListener() {
          @Override
          public void onHoldLost(String name, long fence, String reason) {
            heard.add("lost");
          }

          @Override
          public void onEvicted() {
            heard.add("evicted");
          }
        });
    return heard;
  }

  @Test
  void aLeaseThatEndsTakesItAwayAndNobodyHearsOfIt() throws Exception {
    linger(builder("a").lease(LEASE));
    Baton b = member(builder("b").lease(LEASE));
    BlockingQueue<String> heard = heard();
    network.disconnect("a");
    try (Hold hold = b.lock("x").acquire(SOON)) {
      assertThat(lock.isHeld()).isFalse();
      assertThat(lock.tryLock(Duration.ofMillis(1))).isFalse();
      network.reconnect("a");
      assertThat(heard.poll(SOON.toSeconds(), SECONDS)).isEqualTo("evicted");
      hold.check();
    }
    lock.lock();
    lock.unlock();
    assertThat(heard).isEmpty();
  }

  /** The event loop has not noticed; the clock says it. */
  @Test
  void nobodyEntersWhenTheLeaseIsOver() throws Exception {
    linger(builder("a").lease(LEASE));
    Baton b = member(builder("b").lease(LEASE));
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    CompletableFuture<Void> paused = a.onEventLoop(goOn::join);
    try (Hold hold = b.lock("x").acquire(SOON)) {
      assertThat(lock.tryLock(Duration.ofMillis(1))).isFalse();
      hold.check();
    } finally {
      goOn.complete(null);
    }
    soon(paused);
    lock.lock();
    lock.unlock();
  }

  @Test
  void aMemberThatLeavesLeavesItToTheOthers() throws Exception {
    linger(patient("a"));
    Baton b = member(patient("b"));
    BlockingQueue<String> heard = heard();
    a.close();
    b.lock("x").acquire(SOON).close();
    assertThat(heard).isEmpty();
    assertThatThrownBy(lock::lock).hasMessage("Cannot acquire x: member a is closed.");
  }

  /** More locks than may linger; each goes wherever it is wanted. */
  @Test
  void theEldestMakeRoom() throws Exception {
    linger(patient("a"));
    List<BatonLock> locks = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      locks.add(a.lock("y" + i));
      locks.get(i).lock();
      locks.get(i).unlock();
    }
    soon(a.onEventLoop(() -> {}));
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    CompletableFuture<Void> paused = a.onEventLoop(goOn::join);
    assertThat(locks.getLast().tryLock(Duration.ZERO)).isTrue();
    assertThat(locks.getFirst().tryLock(Duration.ZERO)).isTrue();
    assertThat(lock.tryLock(Duration.ZERO)).isFalse();
    goOn.complete(null);
    soon(paused);
    assertThat(lock.tryLock(SOON)).isTrue();
  }
}
