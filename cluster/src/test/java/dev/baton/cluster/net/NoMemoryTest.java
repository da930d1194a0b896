package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of the network that run out of memory once go on; those of the mutants do not. */
@Timeout(60)
final class NoMemoryTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Enough for a mutant to do what it still can. */
  private static final Duration LITTLE = Duration.ofSeconds(2);

  @Test
  void aSenderGoesOn() throws InterruptedException {
    FailingSender.run(PATIENCE);
    assertThatThrownBy(() -> FailingSender_DiesInSilence.run(LITTLE))
        .hasMessage("call 2 was not sent");
  }

  @Test
  void soDoesTheThreadThatBindsNames() {
    FailingNetwork.run(PATIENCE);
    assertThatThrownBy(() -> FailingNetwork_DiesInSilence.run(LITTLE))
        .hasMessage("a friend was not answered");
  }
}
