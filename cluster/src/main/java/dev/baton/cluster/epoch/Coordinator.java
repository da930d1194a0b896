package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Reason.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  /** Installed before anything else happens. */
  @SuppressWarnings("NullAway.Init")
  private EpochRecord record;

  /** Null while this voter does not coordinate. */
  private @Nullable Sealing sealing;

  private long proposedAt;

  /** Whose proposals have the shortest way, or null. */
  private @Nullable String leader;

  /** Whether more wishes to join are about to be heard. */
  private boolean gathers;

  /** When there was no reason yet to end the epoch. */
  private long unneededAt = Long.MIN_VALUE;

  // What the next record should say instead, or null.
  private @Nullable List<String> nextVoters;
  private @Nullable List<Choice> nextChoices;

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

  /** Who goes first, if it is a voter; null if it does not matter. */
  void leader(@Nullable String name) {
    leader = name;
  }

  /** While it gathers, nothing is done. */
  void gather(boolean gathersNow) {
    gathers = gathersNow;
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

  boolean isSound(Seat from, Sealed answer) {
    return answer.epoch() != record.number()
        || new AnswerCheck(record, timing, rules).isSound(from, answer);
  }

  /** An answer to SEAL; returns whether it was waited for. */
  boolean receive(Sealed answer) {
    Sealing current = sealing;
    if (current == null || answer.epoch() != record.number()) {
      return false;
    }
    boolean hadMajority = current.hasMajority();
    current.receive(answer);
    if (!hadMajority && current.hasMajority()) {
      // The voters were asked before.
      askMembers(current, record.voters());
    }
    return true;
  }

  /**
   * Does what is due.
   *
   * @param since when the epoch was installed here, or sealed if it is
   */
  void advance(long now, boolean sealed, long since, long wallSeconds) {
    if (gathers) {
      return;
    }
    List<Seat> own = suspects(now);
    Set<Seat> suspected = new HashSet<>();
    for (Seat member : record.members()) {
      if (voter.isSuspectedByMajority(now, member, self, own)) {
        suspected.add(member);
      }
    }
    if (sealing == null && isTimeToSeal(now, sealed, since, suspected)) {
      sealing = new Sealing(now, record, timing, rules);
      ask(sealing);
    }
    if (sealing != null) {
      finish(sealing, now, suspected, wallSeconds);
    }
  }

  private boolean isTimeToSeal(long now, boolean sealed, long since, Set<Seat> suspected) {
    if (sealed) {
      return now - since >= 2 * timing.sealTimeout() + headStart(now);
    }
    if (!isNeeded(now, suspected)) {
      unneededAt = now;
      return false;
    }
    // Epochs are not changed faster than that, so that those who come together come at once.
    long earliest = Math.max(since + timing.sealTimeout(), unneededAt);
    return now - earliest >= headStart(now);
  }

  private boolean isNeeded(long now, Set<Seat> suspected) {
    return !suspected.isEmpty()
        || voter.joiners(now).stream().anyMatch(joiner -> mayJoin(joiner.seat(), suspected))
        || voter.isAskedForNewEpoch(now)
        || nextVoters != null;
  }

  /**
   * One voter after the other, so that they do not get into each other's way: how many nanoseconds
   * this one leaves to those that go before it and are there.
   */
  private long headStart(long now) {
    List<String> voters = record.voters();
    int before = 0;
    for (String name : voters) {
      boolean isBefore =
          name.equals(leader)
              || !self.equals(leader) && voters.indexOf(name) < voters.indexOf(self);
      before += isBefore && !name.equals(self) && voter.isHeard(now, name) ? 1 : 0;
    }
    return before * timing.sealTimeout();
  }

  /** A name that is a member already must first be suspected. */
  private boolean mayJoin(Seat joiner, Set<Seat> suspected) {
    Seat present = record.member(joiner.name());
    return present == null || suspected.contains(present);
  }

  private void ask(Sealing current) {
    List<String> voters = current.missingVoters();
    voters.forEach(name -> world.send(name, Member.ANY, new Seal(record.number())));
    if (current.hasMajority()) {
      askMembers(current, voters);
    }
  }

  /** Asks the members that have not answered, but for those who are asked as voters. */
  private void askMembers(Sealing current, List<String> voters) {
    for (Seat member : current.missingMembers()) {
      if (!voters.contains(member.name())) {
        world.send(member.name(), member.incarnation(), new Seal(record.number()));
      }
    }
  }

  private void finish(Sealing current, long now, Set<Seat> suspected, long wallSeconds) {
    if (current.proposal() == null && current.isComplete(now, suspected)) {
      NextRecord build = new NextRecord(record, current.replies(), rules);
      current.propose(
          build.next(
              voter.joiners(now),
              reasons(now),
              nextVoters == null ? record.voters() : nextVoters,
              nextChoices == null ? record.choices() : nextChoices,
              wallSeconds));
      build.contradictions().forEach(world::tell);
      propose(current, now);
    } else if (current.isDue(now)) {
      if (current.proposal() == null) {
        ask(current);
      } else if (now - proposedAt > 2 * timing.sealTimeout()) {
        propose(current, now);
      }
    }
  }

  /** Those that are not seen in the answers to SEAL. */
  private List<Reason> reasons(long now) {
    List<Reason> reasons = new ArrayList<>();
    voter.exhausted(now).forEach(name -> reasons.add(new Reason(Kind.EXHAUSTION, name)));
    if (nextVoters != null) {
      reasons.add(new Reason(Kind.RECONFIGURATION, self));
    }
    return reasons;
  }

  private void propose(Sealing current, long now) {
    EpochRecord proposal = current.proposal();
    if (proposal != null) {
      proposedAt = now;
      world.tell(new Effect.Propose(record.number(), proposal));
    }
  }
}
