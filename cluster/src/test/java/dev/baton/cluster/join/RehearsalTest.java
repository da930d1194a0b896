package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is rehearsed is what happens later. */
@Timeout(60)
class RehearsalTest {

  @Test
  void aRoundIsAJoinAndALeaveWithEveryLockHeld() {
    Rehearsal rehearsal = new Rehearsal();
    int before = rehearsal.chain().size();
    rehearsal.round();
    rehearsal.round();
    List<EpochRecord> epochs = rehearsal.chain().subList(before, rehearsal.chain().size());
    assertThat(epochs)
        .extracting(record -> record.reasons().toString())
        .containsExactly("[join of d]", "[leave of d]", "[join of d]", "[leave of d]");
    for (EpochRecord epoch : epochs) {
      assertThat(epoch.locks())
          .hasSize(Rehearsal.LOCKS)
          .allMatch(lock -> lock.holders().size() == 1 && lock.waiters().isEmpty());
      assertThat(epoch.quarantine()).isZero();
    }
  }
}
