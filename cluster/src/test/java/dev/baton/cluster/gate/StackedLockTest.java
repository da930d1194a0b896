package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A gate changes as a whole or not at all, however little stack a thread has; mutants do not. */
@Timeout(60)
final class StackedLockTest {

  @Test
  void leaving() throws InterruptedException {
    StackedLock.leave();
    assertThatThrownBy(StackedLock_LeavesWithAnyStack::leave)
        .hasMessageContaining("frames above the end");
  }

  @Test
  void waiting() throws InterruptedException {
    StackedLock.await();
    assertThatThrownBy(StackedLock_GivesUpTooDeep::await)
        .hasMessageContaining("it is inside and does not know it");
  }

  @Test
  void losing() throws InterruptedException {
    StackedLock.lose();
    assertThatThrownBy(StackedLock_LosesWhatItNeverHad::lose)
        .hasMessageContaining("it has lost what it never had");
  }

  @Test
  void entering() throws InterruptedException {
    StackedLock.enter();
    assertThatThrownBy(StackedLock_EntersHalfWay::enter)
        .hasMessageContaining("it is inside and does not know it");
  }
}
