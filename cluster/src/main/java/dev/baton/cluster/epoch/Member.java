package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Ack;
import dev.baton.cluster.epoch.Frame.Ask;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Call;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.Confirm;
import dev.baton.cluster.epoch.Frame.Confirmed;
import dev.baton.cluster.epoch.Frame.Echo;
import dev.baton.cluster.epoch.Frame.Got;
import dev.baton.cluster.epoch.Frame.Hears;
import dev.baton.cluster.epoch.Frame.Here;
import dev.baton.cluster.epoch.Frame.Join;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.cluster.epoch.Frame.Probe;
import dev.baton.cluster.epoch.Frame.Refused;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.core.Message;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One process of a cluster: a deterministic state machine. Events come in with the reading of the
 * caller's own clock, effects go out; see {@link Effect}.
 *
 * <p>A process is a member if its seat is in the newest record, and a voter if its name is among
 * the record's voters; it may be either, both or neither.
 */
public final class Member {

  /** A frame for whichever incarnation is there. */
  public static final int ANY = 0;

  /** How often a hold may be entered inside a member: so many fences from its own on are its. */
  public static final int MOST_ENTRIES = 1 << 20;

  private final Timing timing;
  private final Rules rules;
  private final Lease lease;
  private final Locks locks;
  private final Voter voter;
  private final Coordinator coordinator;
  private final Echoes echoes;
  private final Outgoing out;

  /** Whether it was started as a voter, with an epoch store to read. */
  private final boolean hasStore;

  private Seat seat;

  /** The newest record there is here; null until a starting voter has read the epoch store. */
  @SuppressWarnings("NullAway.Init") // Every event looks for it before it does anything else.
  private EpochRecord record;

  /** I3: nothing of the record's epoch is sent, received, acknowledged or granted any more. */
  private boolean sealed = true;

  /** Whether the seat is in the record. */
  private boolean seated;

  /** The answer to SEAL, once it was given. */
  private @Nullable Sealed reply;

  private long installedAt;

  /** Null while it is not seated. */
  private @Nullable Channels channels;

  private final EarlyFrames early = new EarlyFrames();

  private final Succession succession;
  private boolean leaving;

  /** Where it wants to be; null for nowhere. */
  private @Nullable String neighbourhood;

  private long now;
  private long wallSeconds;
  private long tickedAt;
  private long nextBeat;

  /**
   * @param ended null for a process that was not started as a voter
   */
  private Member(long now, Seat seat, @Nullable Set<Long> ended, Timing timing, Rules rules) {
    this.now = now;
    this.seat = seat;
    hasStore = ended != null;
    this.timing = timing;
    this.rules = rules;
    tickedAt = now;
    nextBeat = now;
    out = new Outgoing(seat.name());
    lease = new Lease(timing, rules);
    voter = new Voter(timing, rules, ended == null ? Set.of() : ended);
    Surroundings surroundings = new Surroundings();
    succession = new Succession(seat.name(), hasStore, timing, rules, surroundings);
    coordinator = new Coordinator(seat.name(), timing, rules, voter, surroundings);
    echoes = new Echoes(seat.name(), timing, rules, surroundings);
    locks = new Locks(timing, rules, surroundings);
  }

  /** A process that is not a voter. It knows the beginning of the chain, and asks to join. */
  public static Member start(long now, Seat seat, EpochRecord genesis, Timing timing, Rules rules) {
    Member member = new Member(now, seat, null, timing, rules);
    member.succession.configure(genesis.voters());
    member.begin(genesis);
    return member;
  }

  /**
   * A voter, started for the first time or again: before all else it reads the epoch store.
   *
   * @param ended {@link Former#ended}: nobody has to wait for the leases of those
   */
  public static Member startVoter(
      long now, Seat seat, Set<Long> ended, Timing timing, Rules rules) {
    Member member = new Member(now, seat, ended, timing, rules);
    member.out.tell(new Effect.ReadLatest());
    return member;
  }

  /** The first record that this process knows, or the next. */
  private void begin(EpochRecord next) {
    record = next;
    installedAt = now;
    succession.install(now, next);
    voter.install(now, next);
    coordinator.install(next);
  }

  // Questions.

  public Seat seat() {
    return seat;
  }

  /** The newest record; null while a starting voter has none. */
  public @Nullable EpochRecord record() {
    return record;
  }

  public boolean isSealed() {
    return sealed;
  }

  public boolean isMember() {
    return seated;
  }

  /** Computed from the clock, never from memory. */
  public boolean isHeld(long clock, LockId id) {
    return lease.isValid(clock) && locks.isHeld(id);
  }

  /** Until when, on this member's clock, what it holds is valid. */
  public long leaseEnd() {
    return lease.validUntil();
  }

  /** This member's part of every lock that it has to do with, for people who look. */
  public List<Frame.LockReport> look() {
    return locks.look();
  }

  /** Where a voter is told of other clusters with the same name. */
  public Encounters encounters() {
    return coordinator.encounters();
  }

  /** What has to be done since the last call. */
  public List<Effect> drain() {
    return out.drain();
  }

  // Events of the application.

  public void request(long clock, LockId id) {
    at(clock);
    locks.request(now, id);
    finish();
  }

  /** Gives back the hold with this fence; without effect if it was lost. */
  public void release(long clock, LockId id, long fence) {
    release(clock, id, fence, fence);
  }

  /**
   * Gives back the hold with this fence, which was handed on inside this member.
   *
   * @param last the highest fence that was used meanwhile; the next holder gets a higher one
   */
  public void release(long clock, LockId id, long fence, long last) {
    at(clock);
    locks.release(now, id, fence, last);
    finish();
  }

  /** Does not want a lock any more that it waits for. */
  public void cancel(long clock, LockId id) {
    at(clock);
    locks.cancel(now, id);
    finish();
  }

  /** Wants to be left out of the next epoch; what it holds becomes free at once. */
  public void leave(long clock) {
    at(clock);
    leaving = true;
    if (record != null) {
      beat();
    }
    finish();
  }

  /**
   * Wants to be in this neighbourhood, or nowhere if it is null. In the epoch that moves it, what
   * it holds in the old neighbourhood is free for others there.
   */
  public void roam(long clock, @Nullable String where) {
    at(clock);
    neighbourhood = where;
    nextBeat = now;
    finish();
  }

  /** To a voter: the next epoch should have these voters and algorithms. */
  public void reconfigure(long clock, List<String> voters, List<Choice> choices) {
    at(clock);
    coordinator.reconfigure(voters, choices);
    finish();
  }

  // Events of the epoch store.

  /** To a voter, now and then: {@link EpochStore#leader}. */
  public void leader(@Nullable String name) {
    coordinator.leader(name);
  }

  /**
   * The answer to {@link Effect.ReadLatest}.
   *
   * @param recent {@link EpochStore#recent}
   */
  public void latest(long clock, EpochRecord last, List<EpochRecord> recent) {
    at(clock);
    succession.read(recent);
    EpochRecord latest = rules.read(last, recent);
    if (record == null) {
      // Whatever this voter said of the record before it restarted, it says nothing more: sealed.
      begin(latest);
      seat = seat.above(latest.floorOf(seat.name()));
    } else if (latest != null) {
      install(latest);
    }
    finish();
  }

  /** The record that follows the epoch for which this voter proposed one. */
  public void chosen(long clock, @Nullable EpochRecord winner) {
    at(clock);
    if (record != null && winner != null) {
      install(winner, true);
    }
    finish();
  }

  // Time.

  /** The clock has stood still: nobody knows whether the lease is over. */
  public void dropLease(long clock) {
    lease.end();
    at(clock);
    finish();
  }

  /**
   * To be called several times per heartbeat.
   *
   * @param wallSeconds since 2025-01-01, which only keeps epoch numbers growing after a total loss
   */
  public void tick(long clock, long wallSeconds) {
    at(clock);
    this.wallSeconds = wallSeconds;
    if (record != null) {
      if (now - tickedAt > 2 * timing.heartbeat()) {
        coordinator.forgive(now);
      }
      if (now >= nextBeat) {
        beat();
      }
      if (channels != null && !sealed) {
        channels.again(now, record.members(), lease.roundTrip()).forEach(out::tell);
      }
      // OPEN is on its way to everybody as a rule; who has not got it by the next tick asks.
      succession.ask(early.takeWitness(now - timing.lease()));
      succession.confirm(now);
      if (votes()) {
        coordinate();
        if (coordinator.hasNewSuspects()) {
          // A majority has to agree, and others may wait for that.
          beat();
        }
      }
      locks.settle(now);
    }
    tickedAt = now;
    finish();
  }

  /**
   * Until when no tick does anything, if nothing is heard but the heartbeats of others and answers
   * to its own; now if there may be something to do at any moment. Seats that rest beat together if
   * they have one clock, so that threads wake up for all of them at once.
   */
  public long rest(long clock) {
    long beat = Math.min(nextBeat, (clock / timing.heartbeat() + 1) * timing.heartbeat());
    long then = Math.min(beat, clock + timing.heartbeat() / 2);
    boolean rests = then > clock && isQuiet(clock, then);
    nextBeat = rests ? beat : nextBeat;
    return rests ? then : clock;
  }

  private boolean isQuiet(long clock, long then) {
    boolean isHere = seated && !sealed && !leaving && lease.isValid(then);
    return isHere
        && Objects.equals(neighbourhood, record.neighbourhoodOf(seat.name()))
        // Else there may be quarantines.
        && clock - installedAt > 2 * timing.lease()
        && early.isEmpty()
        && succession.isQuiet()
        && channels().isQuiet()
        && locks.isQuiet()
        && (!votes() || coordinator.isQuiet(clock, then));
  }

  private void beat() {
    nextBeat = now + timing.heartbeat();
    boolean isOpen = seated && !sealed;
    if (seated || votes()) {
      if (isOpen) {
        lease.ask(now);
      }
      Beat beat =
          new Beat(
              record.number(),
              now,
              votes() ? coordinator.tellSuspects(now) : List.of(),
              isOpen ? channels().stuck(now, record.members()) : List.of(),
              leaving,
              neighbourhood,
              isOpen && (locks.isExhausted() || channels().isFull()));
      for (String name : record.voters()) {
        out.send(record, name, beat);
      }
    }
    if (seated) {
      echoes.probeLeftOut(now, record);
    } else if (!leaving) {
      echoes.probeVoters(record);
      askForSeat(echoes.hasMajority(now, record));
    }
  }

  private void askForSeat(boolean isAnswered) {
    if (isAnswered && !seated && !leaving) {
      record.voters().forEach(name -> out.send(name, ANY, new Join(neighbourhood)));
    }
  }

  /** What is not allowed is dropped, and told. */
  private boolean isAllowed(boolean is, Seat from, String what) {
    if (!is) {
      out.tell(new Effect.Ignored(from, what));
    }
    return is;
  }

  private void coordinate() {
    coordinator.advance(now, sealed, installedAt, wallSeconds);
  }

  // Frames.

  /** A frame has arrived, addressed to an incarnation of this name or to any. */
  public void receive(long clock, Seat from, int incarnation, Frame frame) {
    at(clock);
    if (record != null) {
      receive(from, incarnation, frame);
    }
    finish();
  }

  /**
   * While it gathers wishes to join, a voter does not act on them: those who come together come
   * into one epoch.
   */
  public void gather(boolean gathers) {
    coordinator.gather(gathers);
  }

  private void receive(Seat from, int incarnation, Frame frame) {
    if (incarnation != ANY && incarnation != seat.incarnation()) {
      if (rules.answersForOldIncarnations()) {
        succession.tellNewest(now, from);
      }
      if (frame instanceof Beat beat && isAllowed(voter.fits(beat), from, "BEAT")) {
        // A voter that has restarted acknowledges nothing, but must not suspect the living.
        voter.hear(now, from, beat);
      }
    } else {
      boolean isKnown = succession.isKnown(from.name());
      early.keep(now, record.number(), from, isKnown, incarnation, frame);
      handle(from, frame);
    }
  }

  private void handle(Seat from, Frame frame) {
    switch (frame) {
      case Beat beat -> {
        if (isAllowed(voter.fits(beat), from, "BEAT")) {
          hear(from, beat);
        }
      }
      case Ack(long epoch, long sentAt) -> {
        if (isOpen(epoch) && seated && lease.completes(sentAt, from.name(), record)) {
          renew(sentAt);
        }
      }
      case Call(long epoch, long waited) -> {
        if (isCurrent(from, epoch) && isAllowed(record.isVoter(from.name()), from, "CALL")) {
          out.send(from.name(), ANY, new Here(epoch));
          coordinator.called(now, from, waited);
        }
      }
      case Here(long epoch) -> {
        if (epoch == record.number() && coordinator.answered(now, from)) {
          coordinate();
        }
      }
      case Seal(long epoch) -> {
        if (isCurrent(from, epoch)
            && isAllowed(rules.seals(record.isVoter(from.name())), from, "SEAL")) {
          out.send(from.name(), ANY, seal(from));
        }
      }
      case Sealed answer -> {
        if (isAllowed(coordinator.isSound(from, answer), from, "SEALED")
            && coordinator.receive(answer)) {
          coordinate();
        }
      }
      case Open(EpochRecord newest) -> succession.hearOf(now, from, newest);
      case Ask(long epoch) -> isCurrent(from, epoch);
      case Join(String where) -> join(from, where);
      case Refused(int floor) -> {
        if (isAllowed(rules.refuses(succession.isVoter(from.name())), from, "REFUSED") && !seated) {
          seat = seat.above(floor);
          nextBeat = now;
        }
      }
      case Carry carry -> {
        if (isCurrent(from, carry.epoch()) || rules.accepts(carry.epoch(), record.number())) {
          carry(from, carry);
        }
      }
      case Got(long epoch, long number) -> {
        int peer = record.indexOf(from);
        if (isOpen(epoch) && seated && peer >= 0) {
          channels().acknowledged(now, peer, number);
        }
      }
      case Probe() -> out.send(from.name(), ANY, new Echo());
      case Echo() -> askForSeat(echoes.hear(now, from.name(), record));
      case Hears(List<String> names) -> voter.leftOut().hears(now, from.name(), names);
      case Confirm(long epoch) -> succession.tellWhatFollowed(now, from, epoch);
      case Confirmed(List<Frame.Step> steps) -> succession.hearOf(now, from, steps);
    }
  }

  /** The gate: whether something of this epoch may happen here. */
  private boolean isOpen(long epoch) {
    return !sealed && rules.accepts(epoch, record.number());
  }

  /** STALE: who speaks of an older epoch is told the newest. */
  private boolean isCurrent(Seat from, long epoch) {
    if (epoch < record.number()) {
      succession.tellNewest(now, from);
    }
    return epoch == record.number();
  }

  private void hear(Seat from, Beat beat) {
    voter.hear(now, from, beat);
    if ((beat.leaving() || !beat.suspects().isEmpty()) && votes()) {
      // Others wait for what it holds, or for a majority to suspect somebody.
      coordinate();
    }
    if (isCurrent(from, beat.epoch()) && record.indexOf(from) >= 0 && acknowledges()) {
      voter.acknowledge(now, from);
      out.send(record, from.name(), new Ack(beat.epoch(), beat.sentAt()));
    }
  }

  private void renew(long sentAt) {
    lease.renew(sentAt, now);
    coordinator.measure(lease.roundTrip());
    if (lease.isFarAway()) {
      out.tell(new Effect.FarAway(lease.roundTrip(), timing.longestRoundTrip()));
    }
    if (lease.isValid(now)) {
      tellIfLeaseTurned();
      locks.settle(now);
    }
  }

  private void carry(Seat from, Carry carry) {
    int peer = record.indexOf(from);
    boolean isSound = peer >= 0 && carry.fence() >> 32 <= record.number();
    if (sealed || !seated || !isAllowed(isSound, from, "CARRY")) {
      return;
    }
    for (Carry next : channels().receive(peer, carry)) {
      locks.receive(now, peer, next);
    }
    out.send(from.name(), from.incarnation(), new Got(record.number(), channels().received(peer)));
  }

  private void join(Seat joiner, @Nullable String where) {
    if (!votes()) {
      isCurrent(joiner, -1);
    } else if (record.indexOf(joiner) >= 0) {
      succession.tellNewest(now, joiner);
    } else if (rules.admits(joiner.incarnation(), record.floorOf(joiner.name()))) {
      voter.join(now, joiner, where);
      coordinate();
    } else {
      out.send(joiner.name(), joiner.incarnation(), new Refused(record.floorOf(joiner.name())));
    }
  }

  // The end of an epoch, and the beginning of the next.

  private Sealed seal(Seat by) {
    Sealed answer = reply;
    if (answer == null) {
      if (rules.losesFirst(leaving)) {
        // Others may have its slots from now on.
        locks.loseAll(now);
      } else if (rules.givesUp(
          seated && !Objects.equals(neighbourhood, record.neighbourhoodOf(seat.name())))) {
        locks.giveUpLocal(now);
      }
      sealed = true;
      coordinator.ended(now, by.name());
      answer =
          new Sealed(
              record.number(),
              seated ? seat : null,
              leaving,
              seated ? neighbourhood : null,
              seated ? locks.seal() : List.of(),
              record.isVoter(seat.name())
                  ? voter.vote(seat.name(), now, wallSeconds, votes())
                  : null);
      reply = answer;
    }
    return answer;
  }

  /** Whether it is a voter that acknowledges leases of this epoch. */
  public boolean acknowledges() {
    return votes() && rules.acknowledges(sealed) && encounters().letAcknowledge();
  }

  /**
   * Whether it acts as a voter. A process that was not started as one may find its name among the
   * voters of an epoch, and cannot know what it has said of it in an earlier life: so it counts as
   * sealed, as a voter.
   */
  private boolean votes() {
    return rules.votes(record.isVoter(seat.name()), hasStore);
  }

  /** Whoever has proposed the record tells of it, also if somebody else was the first to say so. */
  private void install(EpochRecord next) {
    install(next, coordinator.hasProposed(next));
  }

  private void install(EpochRecord next, boolean announces) {
    if (next.number() <= record.number()) {
      return;
    }
    String objection = RecordCheck.objection(next);
    if (objection != null) {
      out.tell(new Effect.MalformedRecord(next.number(), objection));
      return;
    }
    if (announces) {
      out.announce(next, record);
    }
    boolean wasSeated = seated;
    begin(next);
    sealed = false;
    reply = null;
    seated = next.indexOf(seat) >= 0;
    int carried = 0;
    if (seated) {
      lease.forgetAcks();
      channels = new Channels(next.number(), next.members().size(), timing);
      carried = locks.open(now, next, next.indexOf(seat));
    } else {
      channels = null;
      boolean loses = rules.losesAtEviction();
      locks.close(now, loses);
      if (loses) {
        lease.end();
      }
      if (wasSeated) {
        out.tell(leaving ? new Effect.Left() : new Effect.Evicted(seat));
      }
      seat = seat.above(next.floorOf(seat.name()));
    }
    out.tell(new Effect.Opened(next, carried));
    if (seated) {
      // While the epoch was sealed the lease was not renewed.
      beat();
    }
    early.take(next.number()).forEach(it -> receive(it.from(), it.incarnation(), it.frame()));
  }

  /** The channels of a member that is seated. */
  @SuppressWarnings("NullAway") // The callers know that it is.
  private Channels channels() {
    return channels;
  }

  // Every event.

  private void at(long clock) {
    now = clock;
    if (!lease.isValid(now)) {
      locks.loseAll(now);
      tellIfLeaseTurned();
    }
  }

  private void tellIfLeaseTurned() {
    if (lease.hasTurned(now)) {
      out.tell(lease.isValid(now) ? new Effect.Resumed() : new Effect.Suspended());
    }
  }

  private void finish() {
    for (Frame next = out.takeToItself(); next != null; next = out.takeToItself()) {
      handle(seat, next);
    }
  }

  /** What locks and coordinator do to the world. */
  private final class Surroundings implements Locks.Surroundings, Succession.Surroundings {

    @Override
    public void send(String to, int incarnation, Frame frame) {
      out.send(to, incarnation, frame);
    }

    @Override
    public void send(int to, LockId lock, Message message, long fence, int stamp) {
      assert !sealed && seated;
      Seat peer = record.members().get(to);
      Carry carry = channels().send(now, to, lock, message, fence, stamp);
      out.send(peer.name(), peer.incarnation(), carry);
    }

    @Override
    public void tell(Effect effect) {
      out.tell(effect);
    }

    @Override
    public void install(EpochRecord next) {
      Member.this.install(next);
    }

    @Override
    public boolean mayGrant() {
      return rules.grants(lease.isValid(now));
    }
  }
}
