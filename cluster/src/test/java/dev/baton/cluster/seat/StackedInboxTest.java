package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that might be held up in the middle leave events to the owner; mutants do not. */
@Timeout(60)
final class StackedInboxTest {

  @Test
  void littleStack() throws InterruptedException {
    StackedInbox.bringWithLittleStack();
  }

  @Test
  void littleStackIsNoticed() {
    assertThatThrownBy(StackedInbox_WorksWithAnyStack::bringWithLittleStack)
        .hasMessageContaining("an event ended half-way");
  }

  @Test
  void anInboxIsNotBusyForEver() throws InterruptedException {
    StackedInbox.deliverWithLittleStack(Duration.ofSeconds(20));
    Duration little = Duration.ofMillis(300);
    assertThatThrownBy(() -> StackedInbox_TakesItBeforeTry.deliverWithLittleStack(little))
        .hasMessageContaining("nobody works any more");
    assertThatThrownBy(() -> StackedInbox_ClearsItLast.deliverWithLittleStack(little))
        .hasMessageContaining("nobody works any more");
  }

  @Test
  void virtualThreads() throws InterruptedException {
    StackedInbox.bringByVirtualThread();
    assertThatThrownBy(StackedInbox_WorksWithAnyThread::bringByVirtualThread)
        .hasMessage("a virtual thread was at work");
  }

  @Test
  void aSeatThatFailsSaysSo() throws Exception {
    assertThat(FailingSeat.run(Duration.ofSeconds(30)))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("on purpose");
    Duration little = Duration.ofSeconds(1);
    assertThatThrownBy(() -> FailingSeat_DiesInSilence.run(little))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> FailingSeat_TriesOnce.run(little))
        .isInstanceOf(TimeoutException.class);
  }
}
