package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A registry that throws does so elsewhere; and it would be noticed if it did not. */
final class MeteredLockTest {

  @Test
  void locksDoNotHearOfIt() {
    MeteredLock.run();
  }

  @Test
  void itIsNoticedIfTheRegistryIsCalledInTheMiddle() {
    assertThatThrownBy(MeteredLock_TellsTimesAtOnce::run).hasMessage("on purpose");
    assertThatThrownBy(MeteredLock_TellsCountsAtOnce::run).hasMessage("on purpose");
  }
}
