package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A voter that coordinates the end of an epoch: SEAL to the voters, after a majority of them to the
 * members, then the next record to the epoch store. Several may do so at once; the store decides.
 */
final class Sealing {

  private final EpochRecord record;
  private final Timing timing;
  private final Rules rules;

  /** When this voter asked first, or the one whose part it has taken over. */
  private long startedAt;

  private long askedAt;
  private long sentAt;

  /** By sender's name. */
  private final Map<String, Sealed> voterReplies = new HashMap<>();

  private final Map<Seat, Sealed> memberReplies = new HashMap<>();

  /** What was proposed; not changed any more. */
  private @Nullable EpochRecord proposal;

  Sealing(long now, long startedAt, EpochRecord record, Timing timing, Rules rules) {
    this.record = record;
    this.timing = timing;
    this.rules = rules;
    this.startedAt = startedAt;
    askedAt = now;
    sentAt = now;
  }

  void receive(Sealed reply) {
    if (reply.vote() != null && record.isVoter(reply.vote().voter())) {
      // A voter that has restarted in between knows less: its later answer is the careful one.
      voterReplies.merge(reply.vote().voter(), reply, (a, b) -> b.member() == null ? b : a);
    }
    if (reply.member() != null && record.indexOf(reply.member()) >= 0) {
      memberReplies.putIfAbsent(reply.member(), reply);
    }
  }

  boolean hasMajority() {
    return voterReplies.size() >= rules.majority(record.voters().size());
  }

  /** Voters that have not answered yet. */
  List<String> missingVoters() {
    return record.voters().stream().filter(voter -> !voterReplies.containsKey(voter)).toList();
  }

  List<Seat> missingMembers() {
    return record.members().stream().filter(seat -> !memberReplies.containsKey(seat)).toList();
  }

  /**
   * Members that have not answered this voter, though another that answers has heard of them until
   * the end: it is the link to this voter that is cut.
   *
   * @param absent those that did not answer before SEAL either; others may have died since
   */
  List<Seat> unreached(Set<Seat> absent) {
    long most = rules.stretch(timing, timing.lease()) + timing.margin();
    List<Seat> unreached = new ArrayList<>();
    for (Seat member : missingMembers()) {
      for (Sealed reply : memberReplies.values()) {
        // One that has restarted says the most of everybody, and is not among these.
        Vote vote = reply.vote();
        Long rem = vote == null ? null : vote.rem().get(member);
        boolean wasHeard = rem != null && rem > most - timing.suspectAfter();
        if (wasHeard && absent.contains(member) && !unreached.contains(member)) {
          unreached.add(member);
        }
      }
    }
    return unreached;
  }

  /** Members that have been asked for so long that something must be broken. */
  Set<Seat> unanswering(long now) {
    return now - startedAt > timing.suspectAfter() && now - askedAt >= timing.sealTimeout()
        ? new HashSet<>(missingMembers())
        : Set.of();
  }

  /** This voter was late itself. */
  void forgive(long now) {
    startedAt = now;
    askedAt = now;
  }

  /** Whether it is time to ask again. */
  boolean isDue(long now) {
    if (now - sentAt < timing.resend()) {
      return false;
    }
    sentAt = now;
    return true;
  }

  /**
   * Whether all have answered that must: T_seal bounds only the wait for suspects.
   *
   * @param absent those that were waited for before SEAL
   */
  boolean isComplete(long now, Set<Seat> suspected, Set<Seat> absent) {
    if (!hasMajority()) {
      return false;
    }
    List<Seat> missing = missingMembers();
    return missing.isEmpty()
        || suspected.containsAll(missing)
            && (absent.containsAll(missing) || now - askedAt >= timing.sealTimeout())
        || rules.keepsWithoutSnapshot() && now - askedAt >= timing.sealTimeout();
  }

  @SuppressWarnings("ReferenceEquality") // The same reply may stand in both maps.
  List<Sealed> replies() {
    List<Sealed> all = new ArrayList<>(memberReplies.values());
    for (Sealed reply : voterReplies.values()) {
      if (reply.member() == null || memberReplies.get(reply.member()) != reply) {
        all.add(new Sealed(reply.epoch(), null, false, null, List.of(), reply.vote()));
      }
    }
    return all;
  }

  @Nullable EpochRecord proposal() {
    return proposal;
  }

  void propose(EpochRecord next) {
    proposal = next;
  }
}
