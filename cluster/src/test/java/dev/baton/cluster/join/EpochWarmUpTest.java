package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is rehearsed is what happens later. */
@Timeout(60)
class EpochWarmUpTest {

  @Test
  void aRoundIsAJoinAndALeaveWithEveryLockHeld() {
    EpochWarmUp warmUp = new EpochWarmUp();
    int before = warmUp.chain().size();
    warmUp.round();
    warmUp.round();
    List<EpochRecord> epochs = warmUp.chain().subList(before, warmUp.chain().size());
    assertThat(epochs)
        .extracting(record -> record.reasons().toString())
        .containsExactly("[join of d]", "[leave of d]", "[join of d]", "[leave of d]");
    for (EpochRecord epoch : epochs) {
      assertThat(epoch.locks())
          .hasSize(EpochWarmUp.LOCKS)
          .allMatch(lock -> lock.holders().size() == 1 && lock.waiters().isEmpty());
      assertThat(epoch.quarantine()).isZero();
    }
  }
}
