package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Call;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Reason.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The voter that decides when an epoch must end, and then ends it: TRIGGER, CALL, SEAL, BUILD and
 * CHOOSE. Every voter has one; the epoch store decides between those that act at once.
 */
final class Coordinator {

  /** Where frames and effects go. */
  interface Surroundings {
    void send(String to, int incarnation, Frame frame);

    void tell(Effect effect);
  }

  private static final long NEVER = Long.MIN_VALUE;

  /** As many round trips does a change of an epoch take, with those to the epoch store. */
  private static final int ROUND_TRIPS = 4;

  private final Timing timing;
  private final Rules rules;
  private final Voter voter;
  private final Surroundings world;
  private final String self;

  /** Installed before anything else happens. */
  @SuppressWarnings("NullAway.Init")
  private EpochRecord record;

  /** How long others take to answer. */
  private long roundTrip;

  /** Null while this voter does not ask who is there. */
  private @Nullable RollCall rollCall;

  /** When another voter last called that has waited for answers for long, and since when. */
  private long calledAt = NEVER;

  private long calledSince;

  /** Null while this voter does not coordinate. */
  private @Nullable Sealing sealing;

  /** When somebody's SEAL was answered first, and whose; null if none was. */
  private long endedAt;

  private @Nullable String endedBy;

  /** Whom this voter suspects, and whom when it told the others last. */
  private List<Seat> own = List.of();

  private List<Seat> told = List.of();

  /** Whom a majority of the voters suspected when that was looked at last. */
  private Set<Seat> suspected = Set.of();

  /** Members that did not answer when they were called before SEAL. */
  private Set<Seat> absent = Set.of();

  /** Those that never did, and those that were cut off then, of which nobody complains any more. */
  private Set<Seat> deaf = Set.of();

  /** Why members are left out of the next epoch though they may answer SEAL. */
  private List<Reason> cuts = List.of();

  private long proposedAt;

  /** Whose proposals have the shortest way, or null. */
  private @Nullable String leader;

  /** Whether more wishes to join are about to be heard. */
  private boolean gathers;

  /** When nobody answered this voter of whom others do not hear. */
  private long undisputedAt = Long.MIN_VALUE;

  /** When there was no reason yet to end the epoch. */
  private long unneededAt = Long.MIN_VALUE;

  // What the next record should say instead, or null.
  private @Nullable List<String> nextVoters;
  private @Nullable List<Choice> nextChoices;

  private final Encounters encounters;

  Coordinator(String self, Timing timing, Rules rules, Voter voter, Surroundings world) {
    this.self = self;
    this.timing = timing;
    this.rules = rules;
    this.voter = voter;
    this.world = world;
    encounters = new Encounters(self, rules);
  }

  Encounters encounters() {
    return encounters;
  }

  void install(EpochRecord next) {
    record = next;
    rollCall = null;
    calledAt = NEVER;
    sealing = null;
    endedBy = null;
    own = List.of();
    told = List.of();
    suspected = Set.of();
    absent = Set.of();
    deaf = Set.of();
    cuts = List.of();
    nextVoters = null;
    nextChoices = null;
    encounters.install(next);
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

  /** How long others take to answer. */
  void measure(long newRoundTrip) {
    roundTrip = newRoundTrip;
  }

  /** How long a voter waits for news of a change; longer where all are too far away. */
  private long patience() {
    long excess = Math.max(0, roundTrip - timing.longestRoundTrip());
    return 2 * timing.sealTimeout() + ROUND_TRIPS * Math.min(excess, timing.sealTimeout());
  }

  /** This voter was late itself, and suspects nobody for a while. */
  void forgive(long now) {
    voter.forgive(now);
    deaf = Set.of();
    if (rollCall != null) {
      rollCall.forgive(now);
    }
    if (sealing != null) {
      sealing.forgive(now);
    }
  }

  List<Seat> suspects(long now) {
    Set<Seat> unanswering = new HashSet<>(deaf);
    if (sealing != null) {
      unanswering.retainAll(sealing.missingMembers());
      unanswering.addAll(sealing.unanswering(now));
    } else if (rollCall != null) {
      unanswering.addAll(rollCall.unanswering(now));
    }
    return voter.suspects(now, unanswering);
  }

  /** The suspects, to be told to the other voters. */
  List<Seat> tellSuspects(long now) {
    told = suspects(now);
    return told;
  }

  /** Whether somebody is suspected since the others were told. */
  boolean hasNewSuspects() {
    return !told.containsAll(own);
  }

  /** Another voter asks who is there, and has waited for that long. */
  void called(long now, Seat by, long waited) {
    if (waited >= 2 * timing.sealTimeout() && !by.name().equals(self)) {
      // One voter alone suspects nobody: this one looks who does not answer, too.
      calledAt = now;
      calledSince = now - Math.min(waited, timing.suspectAfter());
    }
  }

  /** Somebody is there; returns whether it was the last that was waited for. */
  boolean answered(long now, Seat from) {
    voter.heard(now, from);
    if (rollCall == null) {
      return false;
    }
    rollCall.answer(now, from);
    return isComplete(now, rollCall);
  }

  /**
   * Whether all are there that must be. Somebody who is, and of whom a majority does not hear, may
   * have come back a moment ago; if not, one of that majority goes on, and leaves it out.
   */
  private boolean isComplete(long now, RollCall current) {
    long longest = 2 * timing.heartbeat() + timing.resend();
    return current.isComplete(now, suspected)
        && (disputed(now, current).isEmpty() || now - undisputedAt > longest);
  }

  /** Members that answer this voter, while a majority of the voters does not hear of them. */
  private Set<Seat> disputed(long now, RollCall current) {
    Set<Seat> disputed = new HashSet<>(suspected);
    disputed.removeAll(current.absent(now));
    disputed.removeIf(member -> voter.isCutOff(now, member));
    return disputed;
  }

  /** This voter answers a SEAL for the first time: from now on no lease is renewed. */
  void ended(long now, String by) {
    endedAt = now;
    endedBy = by;
    // From now on members do not say whom they cannot reach.
    own = suspects(now);
    suspected = voter.suspectedByMajority(now, self, own);
    cuts = voter.cuts(now, suspected);
    deaf = new HashSet<>(record.members());
    deaf.removeIf(member -> !voter.isCutOff(now, member));
    if (rollCall != null) {
      absent = rollCall.absent(now);
      deaf.addAll(rollCall.unanswering(now));
      rollCall = null;
    }
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
   * @param sealed whether this voter may do nothing more in the epoch
   * @param since when the epoch was installed here
   */
  void advance(long now, boolean sealed, long since, long wallSeconds) {
    if (gathers) {
      return;
    }
    own = suspects(now);
    suspected = voter.suspectedByMajority(now, self, own);
    if (rollCall == null || disputed(now, rollCall).isEmpty()) {
      undisputedAt = now;
    }
    if (sealing == null && isTimeToSeal(now, sealed, since)) {
      long start = endedBy == null ? now : rules.startOfSealing(endedAt, now);
      sealing = new Sealing(now, start, record, timing, rules);
      ask(sealing);
    }
    if (sealing != null) {
      finish(sealing, now, wallSeconds);
    }
  }

  /** Whether there will be nothing to do until then if all goes on as it does. */
  boolean isQuiet(long now, long then) {
    return rollCall == null
        && sealing == null
        && endedBy == null
        && (calledAt == NEVER || now - calledAt > timing.lease())
        && record.cuts().isEmpty()
        && told.isEmpty()
        && suspected.isEmpty()
        && suspects(then).isEmpty()
        && voter.joiners(now).isEmpty()
        && !isNeeded(now);
  }

  private boolean isTimeToSeal(long now, boolean sealed, long since) {
    if (endedBy != null) {
      return now - endedAt >= patience() + headStart(now);
    }
    boolean isTime = isTimeToEnd(now, sealed, since);
    if (isTime && (record.members().isEmpty() || !rules.callsBeforeSeal())) {
      return true;
    }
    call(now, isTime);
    return isTime && rollCall != null && isComplete(now, rollCall);
  }

  private boolean isTimeToEnd(long now, boolean sealed, long since) {
    if (sealed) {
      // This voter has restarted, and will do nothing for this epoch any more.
      return now - since >= 2 * timing.sealTimeout() + headStart(now);
    }
    if (!isNeeded(now)) {
      unneededAt = now;
      return false;
    }
    // Epochs are not changed faster than that, so that those who come together come at once.
    long earliest = Math.max(since + timing.sealTimeout(), unneededAt);
    return now - earliest >= headStart(now);
  }

  /** Asks all who is there, to seal the epoch or because another voter waits for answers. */
  private void call(long now, boolean needed) {
    boolean helps = calledAt != NEVER && now - calledAt <= 2 * timing.resend();
    if (!needed && !helps) {
      rollCall = null;
    } else if (rollCall == null || rollCall.isDue(now)) {
      if (rollCall == null) {
        rollCall = new RollCall(now, helps ? calledSince : now, record, timing, rules);
      }
      Call call = new Call(record.number(), needed ? rollCall.waited(now) : 0);
      record.voters().forEach(name -> world.send(name, Member.ANY, call));
      for (Seat member : record.members()) {
        if (!record.isVoter(member.name())) {
          world.send(member.name(), member.incarnation(), call);
        }
      }
    }
  }

  private boolean isNeeded(long now) {
    return !suspected.isEmpty()
        || voter.joiners(now).stream().anyMatch(joiner -> mayJoin(joiner.seat()))
        || voter.isAskedForNewEpoch(now)
        || nextVoters != null
        || encounters.wantEpochAfter(record);
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
      // Whoever has sealed the epoch has had its time.
      boolean hasTime = !name.equals(self) && !name.equals(endedBy);
      before += isBefore && hasTime && voter.isHeard(now, name) ? 1 : 0;
    }
    return before * timing.sealTimeout();
  }

  /** A name that is a member already must first be suspected, and one more must fit in. */
  private boolean mayJoin(Seat joiner) {
    Seat present = record.member(joiner.name());
    return present == null
        ? SizeBudget.hasRoomFor(joiner, record.members())
        : suspected.contains(present);
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

  private void finish(Sealing current, long now, long wallSeconds) {
    if (current.proposal() == null && current.isComplete(now, suspected, absent)) {
      build(current, now, wallSeconds);
    }
    if (current.isDue(now)) {
      if (current.proposal() == null) {
        // Also if all have answered that must and nobody would be a member: somebody may come back.
        ask(current);
      } else if (now - proposedAt > 2 * timing.resend()) {
        propose(current, now);
      }
    }
  }

  /** BUILD and CHOOSE, unless nobody would be a member. */
  private void build(Sealing current, long now, long wallSeconds) {
    NextRecord build = new NextRecord(record, current.replies(), links(current, now), rules);
    EpochRecord built =
        build.next(
            voter.joiners(now),
            reasons(now),
            nextVoters == null ? record.voters() : nextVoters,
            nextChoices == null ? record.choices() : nextChoices,
            wallSeconds);
    if (built != null) {
      current.propose(encounters.complete(record, built));
      build.contradictions().forEach(world::tell);
      propose(current, now);
    }
  }

  /** Why members are left out though they, or those who hear of them, may have answered. */
  private List<Reason> links(Sealing current, long now) {
    List<Reason> links = new ArrayList<>(voter.leftOut().staying(now));
    links.addAll(cuts);
    for (Seat member : current.unreached(absent)) {
      Reason link = new Reason(Kind.CUT, member.name(), self);
      if (rules.leavesOut(record.member(self) != null) && !links.contains(link)) {
        links.add(link);
      }
    }
    return links;
  }

  /** Those that are not seen in the answers to SEAL. */
  private List<Reason> reasons(long now) {
    List<Reason> reasons = new ArrayList<>();
    voter.exhausted(now).forEach(name -> reasons.add(new Reason(Kind.EXHAUSTION, name)));
    if (nextVoters != null) {
      reasons.add(new Reason(Kind.RECONFIGURATION, self));
    }
    if (encounters.wantEpochAfter(record)) {
      reasons.add(new Reason(Kind.MEETING, self));
    }
    return reasons;
  }

  boolean hasProposed(EpochRecord next) {
    EpochRecord proposal = sealing == null ? null : sealing.proposal();
    return proposal != null && proposal.hash() == next.hash();
  }

  private void propose(Sealing current, long now) {
    EpochRecord proposal = current.proposal();
    if (proposal != null) {
      proposedAt = now;
      world.tell(new Effect.Propose(record.number(), proposal));
    }
  }
}
