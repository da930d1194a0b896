package dev.baton.cluster.epoch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether all are there, which a voter asks before it seals an epoch: from SEAL on no lease is
 * renewed, so those that are in trouble are waited for before.
 */
final class RollCall {

  private final EpochRecord record;
  private final Timing timing;
  private final Rules rules;

  /** When this voter or another began to ask. */
  private long startedAt;

  /** When this voter asked first, and last. */
  private long askedAt;

  private long sentAt;

  /** When members answered last. */
  private final Map<Seat, Long> members = new HashMap<>();

  /** When voters did, in any incarnation. */
  private final Map<String, Long> voters = new HashMap<>();

  RollCall(long now, long startedAt, EpochRecord record, Timing timing, Rules rules) {
    this.record = record;
    this.timing = timing;
    this.rules = rules;
    this.startedAt = startedAt;
    askedAt = now;
    sentAt = now;
  }

  /** For how long it has been asked. */
  long waited(long now) {
    return now - startedAt;
  }

  void answer(long now, Seat from) {
    if (record.indexOf(from) >= 0) {
      members.put(from, now);
    }
    if (record.isVoter(from.name())) {
      voters.put(from.name(), now);
    }
  }

  /** Whether it is time to ask again: everybody, since an answer grows old. */
  boolean isDue(long now) {
    if (now - sentAt < timing.resend()) {
      return false;
    }
    sentAt = now;
    return true;
  }

  /** This voter was late itself. */
  void forgive(long now) {
    startedAt = now;
    askedAt = now;
  }

  /**
   * A majority of the voters is there, and every member that is not suspected: T_seal bounds only
   * the wait for suspects.
   */
  boolean isComplete(long now, Set<Seat> suspected) {
    long present = voters.values().stream().filter(at -> isFresh(now, at)).count();
    Set<Seat> absent = absent(now);
    return present >= rules.majority(record.voters().size())
        && (absent.isEmpty()
            || suspected.containsAll(absent) && now - askedAt >= timing.sealTimeout());
  }

  /** Members that have not answered lately. */
  Set<Seat> absent(long now) {
    Set<Seat> absent = new HashSet<>();
    for (Seat member : record.members()) {
      Long at = members.get(member);
      if (at == null || !isFresh(now, at)) {
        absent.add(member);
      }
    }
    return absent;
  }

  private boolean isFresh(long now, long at) {
    return now - at <= 2 * timing.resend();
  }

  /** Members that have been asked for so long without an answer that they do not hear. */
  Set<Seat> unanswering(long now) {
    Set<Seat> unanswering = new HashSet<>();
    // Who was asked by another first has not been asked by this voter for as long.
    if (now - askedAt >= timing.sealTimeout()) {
      for (Seat member : record.members()) {
        if (now - members.getOrDefault(member, startedAt) > timing.suspectAfter()) {
          unanswering.add(member);
        }
      }
    }
    return unanswering;
  }
}
