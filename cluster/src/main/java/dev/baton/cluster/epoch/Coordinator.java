package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The voter that decides when an epoch must end, and then ends it: TRIGGER, SEAL, BUILD and CHOOSE.
 * Every voter has one; the epoch store decides between those that act at once.
 */
final class Coordinator {

  /** Where frames and effects go. */
  interface Surroundings {
    void send(String to, int incarnation, Frame frame);

    void tell(Effect effect);
  }

  private final Timing timing;
  private final Rules rules;
  private final Voter voter;
  private final Surroundings world;
  private final String self;

  private EpochRecord record;

  /** Null while this voter does not coordinate. */
  private Sealing sealing;

  private long proposedAt;

  // What the next record shall say instead, or null.
  private List<String> nextVoters;
  private List<Choice> nextChoices;

  Coordinator(String self, Timing timing, Rules rules, Voter voter, Surroundings world) {
    this.self = self;
    this.timing = timing;
    this.rules = rules;
    this.voter = voter;
    this.world = world;
  }

  void install(EpochRecord next) {
    record = next;
    sealing = null;
    nextVoters = null;
    nextChoices = null;
  }

  void reconfigure(List<String> voters, List<Choice> choices) {
    nextVoters = voters;
    nextChoices = choices;
  }

  /** This voter was late itself, and suspects nobody for a while. */
  void forgive(long now) {
    voter.forgive(now);
    if (sealing != null) {
      sealing.forgive(now);
    }
  }

  List<Seat> suspects(long now) {
    return voter.suspects(now, sealing == null ? Set.of() : sealing.unanswering(now));
  }

  /** An answer to SEAL; returns whether it was waited for. */
  boolean receive(Sealed answer) {
    if (sealing == null || answer.epoch() != record.number()) {
      return false;
    }
    boolean hadMajority = sealing.hasMajority();
    sealing.receive(answer);
    if (!hadMajority && sealing.hasMajority()) {
      ask();
    }
    return true;
  }

  /**
   * Does what is due.
   *
   * @param since when the epoch was installed here, or sealed if it is
   */
  void advance(long now, boolean sealed, long since, long wallSeconds) {
    List<Seat> own = suspects(now);
    Set<Seat> suspected = new HashSet<>();
    for (Seat member : record.members()) {
      if (voter.isSuspectedByMajority(now, member, self, own)) {
        suspected.add(member);
      }
    }
    if (sealing == null && isTimeToSeal(now, sealed, since, suspected)) {
      sealing = new Sealing(now, record, timing, rules);
      ask();
    }
    if (sealing != null) {
      finish(now, suspected, wallSeconds);
    }
  }

  private boolean isTimeToSeal(long now, boolean sealed, long since, Set<Seat> suspected) {
    // One voter after the other, so that they do not get into each other's way.
    long turn = record.voters().indexOf(self) * timing.sealTimeout();
    if (sealed) {
      return now - since >= 2 * timing.sealTimeout() + turn;
    }
    boolean isNeeded =
        !suspected.isEmpty()
            || voter.joiners(now).stream().anyMatch(joiner -> mayJoin(joiner.seat(), suspected))
            || voter.isAskedForNewEpoch(now)
            || nextVoters != null;
    return isNeeded && now - since >= timing.sealTimeout() + turn;
  }

  /** A name that is a member already must first be suspected. */
  private boolean mayJoin(Seat joiner, Set<Seat> suspected) {
    Seat present = record.member(joiner.name());
    return present == null || suspected.contains(present);
  }

  private void ask() {
    Seal seal = new Seal(record.number());
    sealing.missingVoters().forEach(name -> world.send(name, Member.ANY, seal));
    if (sealing.hasMajority()) {
      for (Seat member : sealing.missingMembers()) {
        world.send(member.name(), member.incarnation(), seal);
      }
    }
  }

  private void finish(long now, Set<Seat> suspected, long wallSeconds) {
    if (sealing.proposal() == null && sealing.isComplete(now, suspected)) {
      sealing.propose(
          new Build(record, sealing.replies(), rules)
              .next(
                  voter.joiners(now),
                  nextVoters == null ? record.voters() : nextVoters,
                  nextChoices == null ? record.choices() : nextChoices,
                  wallSeconds));
      propose(now);
    } else if (sealing.isDue(now)) {
      if (sealing.proposal() == null) {
        ask();
      } else if (now - proposedAt > 2 * timing.sealTimeout()) {
        propose(now);
      }
    }
  }

  private void propose(long now) {
    if (sealing.proposal() != null) {
      proposedAt = now;
      world.tell(new Effect.Propose(record.number(), sealing.proposal()));
    }
  }
}
