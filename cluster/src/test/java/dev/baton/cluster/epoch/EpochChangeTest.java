package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.Ask;
import dev.baton.cluster.epoch.Frame.Call;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.Here;
import dev.baton.cluster.epoch.Frame.Join;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.cluster.epoch.Frame.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What keeps the change of an epoch short, step by step. */
final class EpochChangeTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final Seat A = new Seat("a", 1, 1);
  private static final Seat B = new Seat("b", 1, 2);
  private static final Seat C = new Seat("c", 1, 3);
  private static final Seat D = new Seat("d", 1, 4);
  private static final LockId LOCK = new LockId("x", 1);
  private static final EpochRecord GENESIS =
      EpochRecord.genesis(List.of("a", "b", "c"), List.of(new Choice("*", "naimi-trehel")));

  private static EpochRecord record(long number, LockState... locks) {
    return after(GENESIS, number, locks);
  }

  private static EpochRecord after(EpochRecord before, long number, LockState... locks) {
    return new EpochRecord(
        number,
        before.hash(),
        List.of(A, B, C),
        new TreeMap<>(),
        GENESIS.voters(),
        GENESIS.choices(),
        new TreeMap<>(),
        List.of(locks),
        0);
  }

  private static Member member(Seat seat, EpochRecord record) {
    Member member = Member.startVoter(0, seat, Set.of(), TIMING, Rules.ALL);
    member.latest(0, GENESIS, List.of());
    member.receive(0, seat == A ? B : A, Member.ANY, new Open(record));
    member.drain();
    return member;
  }

  private static <F extends Frame> List<F> sent(Member member, Class<F> type) {
    List<F> frames = new ArrayList<>();
    for (Effect effect : member.drain()) {
      if (effect instanceof Effect.Send send && type.isInstance(send.frame())) {
        frames.add(type.cast(send.frame()));
      }
    }
    return frames;
  }

  @Test
  void aMessageThatComesBeforeItsEpochWaitsForTheRecord() {
    LockState held =
        new LockState(LOCK, List.of(new Holder(B, 0, (1L << 32) + 1)), List.of(), List.of(0L));
    EpochRecord first = record(1, held);
    Member late = member(B, first);
    Member soon = member(A, first);
    soon.receive(1, C, Member.ANY, new Open(after(first, 2)));
    soon.drain();
    LockId elsewhere = lockOf(B);
    soon.request(2, elsewhere);
    Carry request = sent(soon, Carry.class).getFirst();

    late.receive(3, A, 1, request);
    assertThat(sent(late, Frame.Got.class)).isEmpty();
    late.receive(4, C, Member.ANY, new Open(after(first, 2)));
    List<Effect> effects = late.drain();
    assertThat(effects)
        .contains(new Effect.Send("a", 1, new Frame.Got(2, 1)))
        .anyMatch(
            effect ->
                effect instanceof Effect.Send send
                    && send.to().equals("a")
                    && send.frame() instanceof Carry token
                    && token.lock().equals(elsewhere));
  }

  /** An unused lock whose token is at this member in the epoch 2. */
  private static LockId lockOf(Seat seat) {
    for (int i = 0; ; i++) {
      LockId id = new LockId("lock-" + i, 1);
      int place = record(2).indexOf(seat);
      if (!Replay.of(record(2), id, place, Rules.ALL).unused().isEmpty()) {
        return id;
      }
    }
  }

  @Test
  void whoHearsOfANewerEpochAsksForItAtTheNextTick() {
    Member late = member(B, record(1));
    late.receive(1, A, Member.ANY, new Seal(2));
    assertThat(sent(late, Ask.class)).isEmpty();
    late.tick(2, 1);
    assertThat(sent(late, Ask.class)).containsExactly(new Ask(1));
    late.tick(3, 1);
    assertThat(sent(late, Ask.class)).isEmpty();
  }

  @Test
  void aMessageOfAnEpochThatIsSkippedIsForgotten() {
    Member late = member(B, record(1));
    late.receive(1, A, Member.ANY, new Seal(2));
    late.latest(2, record(3), List.of());
    assertThat(late.isSealed()).isFalse();
    late.tick(3, 1);
    assertThat(sent(late, Ask.class)).isEmpty();
  }

  @Test
  void theLeaderOfTheStoreEndsAnEpochAndTheOthersWait() {
    long now = TIMING.sealTimeout() + 1;
    for (Seat seat : List.of(A, B, C)) {
      Member voter = member(seat, record(1));
      voter.tick(1, 1);
      voter.leader("b");
      voter.drain();
      voter.receive(now, D, Member.ANY, new Join(null));
      assertThat(sent(voter, Call.class).isEmpty()).as(seat.name()).isEqualTo(seat != B);
    }
  }

  @Test
  void ifTheLeaderDoesNothingTheNextVoterDoesAndThenTheLast() {
    Member first = member(A, record(1));
    Member last = member(C, record(1));
    long asked = TIMING.sealTimeout();
    for (Member voter : List.of(first, last)) {
      voter.leader("b");
      voter.receive(asked, D, Member.ANY, new Join(null));
      voter.tick(asked + TIMING.sealTimeout() - 1, 1);
      assertThat(sent(voter, Call.class)).isEmpty();
      voter.tick(asked + TIMING.sealTimeout(), 1);
    }
    assertThat(sent(first, Call.class)).isNotEmpty();
    assertThat(sent(last, Call.class)).isEmpty();
    last.tick(asked + 2 * TIMING.sealTimeout(), 1);
    assertThat(sent(last, Call.class)).isNotEmpty();
  }

  @Test
  void aVoterThatIsNotHeardOfIsNotWaitedFor() {
    Member second = member(B, record(1));
    long now = 1;
    for (int i = 0; i < 10; i++) {
      now += TIMING.heartbeat();
      second.tick(now, 1);
      // Of a it hears nothing.
      second.receive(now, C, 1, new Frame.Beat(1, now, List.of(), List.of(), false, null, false));
    }
    second.drain();
    second.receive(now, D, Member.ANY, new Join(null));
    assertThat(sent(second, Call.class)).isNotEmpty();
  }

  @Test
  void anEpochIsSealedWhenAllAreThere() {
    Member first = member(A, record(1));
    long now = TIMING.sealTimeout() + 1;
    first.receive(now, D, Member.ANY, new Join(null));
    assertThat(sent(first, Call.class)).containsExactly(new Call(1, 0), new Call(1, 0));
    first.receive(now + 1, B, Member.ANY, new Here(1));
    // A majority of the voters is there, but that is not enough: c may hold something.
    assertThat(sent(first, Seal.class)).isEmpty();
    first.receive(now + 2, C, Member.ANY, new Here(1));
    assertThat(sent(first, Seal.class)).hasSize(2);
    assertThat(first.isSealed()).isTrue();
  }

  @Test
  void leasesAreRenewedWhileSomebodyIsWaitedFor() {
    Member first = member(A, record(1));
    long now = TIMING.sealTimeout() + 1;
    first.receive(now, D, Member.ANY, new Join(null));
    first.receive(now + 1, B, Member.ANY, new Here(1));
    first.drain();
    first.receive(now + 2, B, 1, beat(now + 2));
    assertThat(sent(first, Frame.Ack.class)).containsExactly(new Frame.Ack(1, now + 2));
  }

  private static Frame.Beat beat(long now) {
    return new Frame.Beat(1, now, List.of(), List.of(), false, null, false);
  }

  @Test
  void anAnswerGrowsOld() {
    Member first = member(A, record(1));
    long now = TIMING.sealTimeout() + 1;
    first.receive(now, D, Member.ANY, new Join(null));
    first.receive(now + 1, B, Member.ANY, new Here(1));
    for (int i = 0; i < 3; i++) {
      now += TIMING.resend();
      first.tick(now, 1);
    }
    first.drain();
    // b was there, but is it still?
    first.receive(now, C, Member.ANY, new Here(1));
    assertThat(sent(first, Seal.class)).isEmpty();
    first.receive(now, B, Member.ANY, new Here(1));
    assertThat(sent(first, Seal.class)).isNotEmpty();
  }

  /** Else one voter alone would wait for ever for a member that sends but does not hear. */
  @Test
  void aVoterAsksTooIfAnotherHasWaitedForLong() {
    Member second = member(B, record(1));
    long now = 3 * TIMING.sealTimeout();
    second.receive(now, A, Member.ANY, new Call(1, 0));
    second.tick(now, 1);
    assertThat(sent(second, Call.class)).isEmpty();
    second.receive(now, A, Member.ANY, new Call(1, 2 * TIMING.sealTimeout()));
    second.tick(now, 1);
    // It does not want the epoch to end, and nobody helps it.
    assertThat(sent(second, Call.class)).containsExactly(new Call(1, 0), new Call(1, 0));
    second.receive(now + 1, A, Member.ANY, new Here(1));
    long end = now + TIMING.suspectAfter() - TIMING.sealTimeout();
    List<Seat> suspects = List.of();
    while (now < end) {
      now += TIMING.heartbeat() / 2;
      second.receive(now, A, 1, beat(now));
      second.receive(now, C, 1, beat(now));
      second.receive(now, A, Member.ANY, new Call(1, 2 * TIMING.sealTimeout()));
      second.receive(now, A, Member.ANY, new Here(1));
      second.tick(now, 1);
      for (Frame.Beat told : sent(second, Frame.Beat.class)) {
        suspects = told.suspects();
      }
    }
    assertThat(suspects).containsExactly(C);
    assertThat(second.isSealed()).isFalse();
  }

  @Test
  void aVoterIsAskedOnceForItsAnswer() {
    Member first = member(A, record(1));
    long now = TIMING.sealTimeout() + 1;
    first.tick(1, 1);
    first.drain();
    first.receive(now, D, Member.ANY, new Join(null));
    first.receive(now, B, Member.ANY, new Here(1));
    first.receive(now, C, Member.ANY, new Here(1));
    List<String> asked = new ArrayList<>();
    ask(first, asked);
    Member second = member(B, record(1));
    second.receive(now, A, Member.ANY, new Seal(1));
    for (Frame.Sealed answer : sent(second, Frame.Sealed.class)) {
      first.receive(now, B, Member.ANY, answer);
    }
    ask(first, asked);
    assertThat(asked).containsExactlyInAnyOrder("b", "c");
  }

  private static void ask(Member coordinator, List<String> asked) {
    for (Effect effect : coordinator.drain()) {
      if (effect instanceof Effect.Send send && send.frame() instanceof Seal) {
        asked.add(send.to());
      }
    }
  }

  @Test
  void whatIsLeftOfQuarantinesIsSaidOnlyWhereItDiffers() {
    LockState free = new LockState(LOCK, List.of(new Holder(B, 0, 5)), List.of(), List.of(0L));
    LockState waits =
        new LockState(new LockId("y", 1), List.of(), List.of(), List.of(TIMING.lease()));
    Member voter = member(A, record(1, free, waits));
    voter.receive(1, B, Member.ANY, new Seal(1));
    Frame.Vote vote = sent(voter, Frame.Sealed.class).getFirst().vote();
    assertThat(vote.left()).containsOnlyKeys(waits.id());
    assertThat(vote.leftOfOthers()).isZero();
  }
}
