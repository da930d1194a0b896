package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer to SEAL may go into the next record: it speaks for its sender alone, and says
 * nothing that cannot be. What a member says of its own locks has to be believed otherwise.
 */
record AnswerCheck(EpochRecord record, Timing timing, Rules rules) {

  boolean isSound(Seat from, Sealed answer) {
    boolean isItself =
        (answer.member() == null || answer.member().equals(from))
            && (answer.vote() == null || answer.vote().voter().equals(from.name()));
    return rules.speaksForItself(isItself)
        && Hidden.isPlain(answer.neighbourhood())
        && answer.locks().size() <= rules.budget().mostReports()
        && areSound(answer.locks())
        && (answer.vote() == null || isSound(answer.vote()));
  }

  /** Each lock once, in order, with slots that it has and fences of this epoch or before. */
  private boolean areSound(List<LockReport> reports) {
    LockId before = null;
    for (LockReport report : reports) {
      LockId id = report.id();
      if (before != null && before.compareTo(id) >= 0
          || !record.runs(id)
          || report.slot() >= id.permits()
          || report.fence() >> 32 > record.number()
          || report.unused().size() > id.permits()
          || report.unused().stream().anyMatch(slot -> slot < 0 || slot >= id.permits())) {
        return false;
      }
      before = id;
    }
    return true;
  }

  /**
   * No lease is longer than leases are, no quarantine than it was at the beginning, and nothing is
   * over for longer than it is over.
   */
  private boolean isSound(Vote vote) {
    long lease = rules.stretch(timing, timing.lease()) + timing.margin();
    return vote.rem().size() <= record.members().size()
        && vote.rem().values().stream().allMatch(rem -> rem >= 0 && rem <= lease)
        && vote.leftOfOthers() >= 0
        && vote.leftOfOthers() <= rules.stretch(timing, record.quarantine())
        && vote.left().entrySet().stream()
            .allMatch(each -> isSound(record.lock(each.getKey()), each.getValue()));
  }

  private boolean isSound(@Nullable LockState lock, List<Long> left) {
    if (lock == null || lock.quarantines().size() != left.size()) {
      return false;
    }
    for (int slot = 0; slot < left.size(); slot++) {
      if (left.get(slot) < 0
          || left.get(slot) > rules.stretch(timing, lock.quarantines().get(slot))) {
        return false;
      }
    }
    return true;
  }
}
