package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Ack;
import dev.baton.cluster.epoch.Frame.Ask;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.Confirm;
import dev.baton.cluster.epoch.Frame.Confirmed;
import dev.baton.cluster.epoch.Frame.Got;
import dev.baton.cluster.epoch.Frame.Join;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.cluster.epoch.Frame.Refused;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.core.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
  private final Outgoing out;

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
  private long sealedAt;

  /** Null while it is not seated. */
  private @Nullable Channels channels;

  private final EarlyFrames early = new EarlyFrames();

  private final Succession succession;
  private boolean leaving;

  /** Where it wants to be; null for nowhere. */
  private @Nullable String neighbourhood;

  private boolean suspended = true;

  private long now;
  private long wallSeconds;
  private long tickedAt;
  private long nextBeat;

  private Member(long now, Seat seat, Timing timing, Rules rules) {
    this.now = now;
    this.seat = seat;
    this.timing = timing;
    this.rules = rules;
    tickedAt = now;
    nextBeat = now;
    out = new Outgoing(seat.name());
    lease = new Lease(timing, rules);
    voter = new Voter(timing, rules);
    Surroundings surroundings = new Surroundings();
    succession = new Succession(seat.name(), timing, rules, surroundings);
    coordinator = new Coordinator(seat.name(), timing, rules, voter, surroundings);
    locks = new Locks(timing, rules, surroundings);
  }

  /** A process that is not a voter. It knows the beginning of the chain, and asks to join. */
  public static Member start(long now, Seat seat, EpochRecord genesis, Timing timing, Rules rules) {
    Member member = new Member(now, seat, timing, rules);
    member.succession.configure(genesis.voters());
    member.begin(genesis);
    return member;
  }

  /** A voter, started for the first time or again: before all else it reads the epoch store. */
  public static Member startVoter(long now, Seat seat, Timing timing, Rules rules) {
    Member member = new Member(now, seat, timing, rules);
    member.out.tell(new Effect.ReadLatest());
    return member;
  }

  /** With the first record that this process knows. */
  private void begin(EpochRecord first) {
    record = first;
    installedAt = now;
    sealedAt = now;
    succession.install(now, first);
    voter.install(now, first);
    coordinator.install(first);
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
  public void latest(long clock, EpochRecord latest, List<EpochRecord> recent) {
    at(clock);
    succession.read(recent);
    if (record == null) {
      // Whatever this voter said of the record before it restarted, it says nothing more: sealed.
      begin(latest);
      takeIncarnationAbove(latest.floorOf(seat.name()));
    } else if (latest != null) {
      install(latest);
    }
    finish();
  }

  /** The record that follows the epoch for which this voter proposed one. */
  public void chosen(long clock, @Nullable EpochRecord winner) {
    at(clock);
    if (record != null && winner != null && winner.number() > record.number()) {
      Set<String> concerned = new TreeSet<>(winner.voters());
      record.members().forEach(member -> concerned.add(member.name()));
      winner.members().forEach(member -> concerned.add(member.name()));
      concerned.addAll(record.voters());
      concerned.remove(seat.name());
      concerned.forEach(name -> out.send(name, ANY, new Open(winner)));
      install(winner);
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
        nextBeat = now + timing.heartbeat();
        beat();
      }
      if (channels != null && !sealed) {
        sendAgain();
      }
      askForNewest();
      succession.confirm(now);
      if (record.isVoter(seat.name())) {
        coordinate();
      }
      locks.settle(now);
    }
    tickedAt = now;
    finish();
  }

  private void beat() {
    boolean votes = record.isVoter(seat.name());
    if (seated || votes) {
      if (seated && !sealed) {
        lease.ask(now);
      }
      Beat beat =
          new Beat(
              record.number(),
              now,
              votes ? coordinator.suspects(now) : List.of(),
              stuck(),
              leaving,
              neighbourhood,
              seated && !sealed && (locks.isExhausted() || channels().isFull()));
      for (String name : record.voters()) {
        sendToIncarnation(name, beat);
      }
    }
    if (!seated && !leaving) {
      record.voters().forEach(name -> out.send(name, ANY, new Join(neighbourhood)));
    }
  }

  private List<Seat> stuck() {
    List<Seat> stuck = new ArrayList<>();
    for (int i = 0; seated && !sealed && i < record.members().size(); i++) {
      if (channels().isStuck(now, i)) {
        stuck.add(record.members().get(i));
      }
    }
    return stuck;
  }

  private void sendAgain() {
    for (int i = 0; i < record.members().size(); i++) {
      Seat peer = record.members().get(i);
      for (Carry carry : channels().again(now, i)) {
        out.tell(new Effect.SendAgain(peer.name(), peer.incarnation(), carry));
      }
    }
  }

  /** OPEN is on its way to everybody as a rule; who has not got it by the next tick asks. */
  private void askForNewest() {
    Seat witness = early.takeWitness();
    if (witness != null) {
      succession.ask(witness);
    }
  }

  private void ignore(Seat from, String what) {
    out.tell(new Effect.Ignored(from, what));
  }

  private void coordinate() {
    coordinator.advance(now, sealed, sealed ? sealedAt : installedAt, wallSeconds);
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
      if (frame instanceof Beat beat && isSound(from, beat)) {
        // A voter that has restarted acknowledges nothing, but must not suspect the living.
        voter.hear(now, from, beat);
      }
    } else {
      early.keep(record.number(), from, succession.isKnown(from.name()), incarnation, frame);
      handle(from, frame);
    }
  }

  private void handle(Seat from, Frame frame) {
    switch (frame) {
      case Beat beat -> {
        if (isSound(from, beat)) {
          hear(from, beat);
        }
      }
      case Ack(long epoch, long sentAt) -> {
        if (isOpen(epoch) && seated && lease.completes(sentAt, from.name(), record)) {
          renew(sentAt);
        }
      }
      case Seal(long epoch) -> {
        if (isCurrent(from, epoch)) {
          if (rules.seals(record.isVoter(from.name()))) {
            out.send(from.name(), ANY, seal());
          } else {
            ignore(from, "SEAL");
          }
        }
      }
      case Sealed answer -> {
        if (!coordinator.isSound(from, answer)) {
          ignore(from, "SEALED");
        } else if (coordinator.receive(answer)) {
          coordinate();
        }
      }
      case Open(EpochRecord newest) -> succession.hearOf(now, from, newest);
      case Ask(long epoch) -> isCurrent(from, epoch);
      case Join(String where) -> join(from, where);
      case Refused(int floor) -> {
        if (!rules.refuses(succession.isVoter(from.name()))) {
          ignore(from, "REFUSED");
        } else if (!seated) {
          takeIncarnationAbove(floor);
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

  /** Lists no more seats than there are. */
  private boolean isSound(Seat from, Beat beat) {
    int members = record.members().size();
    boolean isSound =
        beat.epoch() != record.number()
            || rules.fits(beat.suspects().size(), members)
                && rules.fits(beat.stuck().size(), members);
    if (!isSound) {
      ignore(from, "BEAT");
    }
    return isSound;
  }

  private void hear(Seat from, Beat beat) {
    voter.hear(now, from, beat);
    if (beat.leaving() && record.isVoter(seat.name())) {
      // Others wait for what it holds.
      coordinate();
    }
    if (isCurrent(from, beat.epoch())
        && record.isVoter(seat.name())
        && record.indexOf(from) >= 0
        && rules.acknowledges(sealed)) {
      voter.acknowledge(now, from);
      sendToIncarnation(from.name(), new Ack(beat.epoch(), beat.sentAt()));
    }
  }

  private void renew(long sentAt) {
    lease.renew(sentAt, now);
    if (lease.isValid(now)) {
      if (suspended) {
        suspended = false;
        out.tell(new Effect.Resumed());
      }
      locks.settle(now);
    }
  }

  private void carry(Seat from, Carry carry) {
    int peer = record.indexOf(from);
    if (sealed || !seated) {
      return;
    }
    if (peer < 0 || carry.fence() >> 32 > record.number()) {
      ignore(from, "CARRY");
      return;
    }
    for (Carry next : channels().receive(peer, carry)) {
      locks.receive(now, peer, next);
    }
    out.send(from.name(), from.incarnation(), new Got(record.number(), channels().received(peer)));
  }

  private void join(Seat joiner, @Nullable String where) {
    if (!record.isVoter(seat.name())) {
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

  private void takeIncarnationAbove(int floor) {
    if (seat.incarnation() <= floor) {
      seat = seat.withIncarnation(floor + 1);
    }
  }

  // The end of an epoch, and the beginning of the next.

  private Sealed seal() {
    Sealed answer = reply;
    if (answer == null) {
      if (leaving) {
        // Others may have its slots from now on.
        locks.loseAll(now);
      } else if (rules.givesUp(roams())) {
        locks.giveUpLocal(now);
      }
      if (!sealed) {
        sealed = true;
        sealedAt = now;
      }
      boolean votes = record.isVoter(seat.name());
      answer =
          new Sealed(
              record.number(),
              seated ? seat : null,
              leaving,
              seated ? neighbourhood : null,
              seated ? locks.seal() : List.of(),
              votes ? voter.vote(seat.name(), now, wallSeconds) : null);
      reply = answer;
    }
    return answer;
  }

  private boolean roams() {
    return seated && !Objects.equals(neighbourhood, record.neighbourhoodOf(seat.name()));
  }

  private void install(EpochRecord next) {
    if (next.number() <= record.number()) {
      return;
    }
    String objection = RecordCheck.objection(next);
    if (objection != null) {
      out.tell(new Effect.MalformedRecord(next.number(), objection));
      return;
    }
    boolean wasSeated = seated;
    record = next;
    succession.install(now, next);
    sealed = false;
    reply = null;
    installedAt = now;
    voter.install(now, next);
    coordinator.install(next);
    seated = next.indexOf(seat) >= 0;
    int carried = 0;
    if (seated) {
      lease.forgetAcks();
      channels = new Channels(next.number(), next.members().size(), timing);
      carried = locks.open(now, next, next.indexOf(seat));
      nextBeat = now;
    } else {
      channels = null;
      locks.close(now);
      lease.end();
      if (wasSeated) {
        out.tell(leaving ? new Effect.Left() : new Effect.Evicted(seat));
      }
      takeIncarnationAbove(next.floorOf(seat.name()));
    }
    out.tell(new Effect.Opened(next, carried));
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
      if (!suspended) {
        suspended = true;
        out.tell(new Effect.Suspended());
      }
    }
  }

  private void finish() {
    for (Frame next = out.takeToItself(); next != null; next = out.takeToItself()) {
      handle(seat, next);
    }
  }

  /** To the incarnation that the record knows, or to any. */
  private void sendToIncarnation(String name, Frame frame) {
    Seat member = record.member(name);
    out.send(name, member == null ? ANY : member.incarnation(), frame);
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
