package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners that block or throw; src/mutants/listeners.txt says what would be wrong. */
@Timeout(120)
final class CallbacksTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Enough for a mutant to do what it does not. */
  private static final Duration LITTLE = Duration.ofSeconds(1);

  @Test
  void aListenerThatBlocksHoldsUpNobodyElseAndFillsNoMemory() throws Exception {
    BlockedListeners.listenerOfTheMember(PATIENCE);
    assertThatThrownBy(() -> BlockedListeners_ShareAThread.listenerOfTheMember(LITTLE))
        .hasMessage("a loss was not heard of");
    assertThatThrownBy(() -> BlockedListeners_FillMemory.listenerOfTheMember(LITTLE))
        .hasMessage("3000 have waited for the listener");
  }

  @Test
  void allHearOfALossAlsoIfSomeBlock() throws Exception {
    BlockedListeners.listenersOfLosses(PATIENCE);
    assertThatThrownBy(() -> BlockedListeners_WaitInOrder.listenersOfLosses(LITTLE))
        .hasMessage("nobody has a thread of its own");
  }

  @Test
  void listenersOfLossesThatAllBlockFillNoMemory() throws Exception {
    BlockedListeners.manyListenersOfLosses(PATIENCE);
    assertThatThrownBy(() -> BlockedListeners_BlockWithoutBound.manyListenersOfLosses(PATIENCE))
        .hasMessage("more were called than may block");
  }

  @Test
  void nobodyWaitsForAFreeCarrier() throws Exception {
    OccupiedCarriers.callBack(PATIENCE);
    assertThatThrownBy(() -> OccupiedCarriers_WaitsForACarrier.callBack(LITTLE))
        .hasMessage("nobody was called back");
  }

  /** Standard error is not a log. */
  @Test
  void whatAListenerThrowsIsNotLeftToTheThread() throws Exception {
    BlockedListeners.thatThrow(PATIENCE);
    assertThatThrownBy(() -> BlockedListeners_LeaveExceptions.thatThrow(LITTLE))
        .hasMessage("a handler of the application was called");
    assertThatThrownBy(() -> BlockedListeners_LeaveErrors.thatThrow(LITTLE))
        .hasMessage("a listener has ended its thread");
  }

  @Test
  void nobodyWaitsForAThreadToCallOthersBack() throws Exception {
    NoThreads.grant(PATIENCE);
    NoThreads.refuse(PATIENCE);
    NoThreads.close(PATIENCE);
    assertThatThrownBy(() -> NoThreads_StartsInTheMonitor.grant(LITTLE))
        .hasMessage("the event loop stands still");
    assertThatThrownBy(() -> NoThreads_StartsInTheMonitor.refuse(LITTLE))
        .hasMessage("the event loop stands still");
    assertThatThrownBy(() -> NoThreads_ForgetsTheTick.grant(LITTLE))
        .hasMessage("the next tick does nothing");
    assertThatThrownBy(() -> NoThreads_TriesOnce.grant(LITTLE))
        .hasMessage("it was not called back");
  }
}
