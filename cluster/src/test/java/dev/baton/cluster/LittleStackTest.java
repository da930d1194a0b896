package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.gate.LittleStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that call with little stack left: either nothing has happened and they get the error, or
 * everything has. Whatever it is, others go on.
 */
@Timeout(120)
final class LittleStackTest extends LocalTest {

  /** From no stack at all to enough for everything. */
  private static final int DEPTHS = 101;

  private static final int STEP = 8;

  private final List<String> failures = new ArrayList<>();
  private BatonLock lock;
  private BatonLock there;

  @BeforeEach
  void join() throws Exception {
    Baton a = member(builder("a").lease(Duration.ofSeconds(60)));
    Baton b = member(builder("b").lease(Duration.ofSeconds(60)));
    a.addListener(
        new BatonListener() {
          @Override
          public void onFailed(String reason) {
            failures.add(reason);
          }
        });
    lock = a.lock("x");
    there = b.lock("x");
    for (int i = 0; i < 100; i++) {
      lock.acquire(SOON).close();
      there.acquire(SOON).close();
      lock.lock();
      lock.unlock();
    }
  }

  private interface Trial {
    void run(int frames) throws Exception;
  }

  private void atAllDepths(Trial trial) throws Exception {
    LittleStack.onSmallStack(
        () -> {
          for (int i = 0; i < DEPTHS; i++) {
            try {
              trial.run(i * STEP);
            } catch (Exception | Error e) {
              throw new AssertionError(i * STEP + " frames above the end", e);
            }
          }
        });
    assertThat(failures).isEmpty();
  }

  /** Another member gets it, within a time that is short compared with the lease. */
  private void goesOn() throws Exception {
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    there.acquire(Duration.ofSeconds(10)).close();
  }

  @Test
  void unlockWhileAnotherMemberWaits() throws Exception {
    atAllDepths(
        frames -> {
          lock.lock();
          CompletableFuture<Hold> other = there.acquireAsync().toCompletableFuture();
          boolean hasThrown = LittleStack.run(frames, lock::unlock);
          assertThat(lock.isHeldByCurrentThread()).isEqualTo(hasThrown);
          if (hasThrown) {
            lock.unlock();
          }
          soon(other).close();
          goesOn();
        });
  }

  @Test
  void lockThatAnotherMemberHas() throws Exception {
    atAllDepths(
        frames -> {
          there.acquire(SOON).close();
          if (!LittleStack.run(frames, lock::lock)) {
            lock.unlock();
          }
          goesOn();
        });
  }

  @Test
  void lockThatIsHere() throws Exception {
    atAllDepths(
        frames -> {
          lock.lock();
          lock.unlock();
          if (!LittleStack.run(frames, lock::lock)) {
            if (LittleStack.run(frames, lock::unlock)) {
              lock.unlock();
            }
          }
          goesOn();
        });
  }

  @Test
  void closeOfAHandle() throws Exception {
    atAllDepths(
        frames -> {
          Hold hold = lock.acquire(SOON);
          CompletableFuture<Hold> other = there.acquireAsync().toCompletableFuture();
          if (LittleStack.run(frames, hold::close)) {
            hold.close();
          }
          soon(other).close();
          goesOn();
        });
  }
}
