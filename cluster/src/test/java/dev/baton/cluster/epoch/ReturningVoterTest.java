package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Ack;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.cluster.epoch.Frame.Seal;
import dev.baton.cluster.epoch.Frame.Sealed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a voter says that has come back, and what a process says that is not a voter any more. */
class ReturningVoterTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final long D = TIMING.stretch(TIMING.lease()) + TIMING.margin();
  private static final Seat A = new Seat("a", 1, 11);
  private static final Seat B = new Seat("b", 1, 12);
  private static final Seat C = new Seat("c", 1, 13);
  private static final EpochRecord GENESIS =
      EpochRecord.genesis(List.of("a", "b", "c"), List.of(new Choice("*", "naimi-trehel")));
  private static final EpochRecord FIRST =
      new EpochRecord(
          1,
          GENESIS.hash(),
          List.of(A, B, C),
          new TreeMap<>(),
          GENESIS.voters(),
          GENESIS.choices(),
          new TreeMap<>(),
          List.of(),
          TIMING.lease());

  private static <F extends Frame> List<F> sent(Member member, Class<F> type) {
    List<F> frames = new ArrayList<>();
    for (Effect effect : member.drain()) {
      if (effect instanceof Effect.Send send && type.isInstance(send.frame())) {
        frames.add(type.cast(send.frame()));
      }
    }
    return frames;
  }

  private static Frame.Vote vote(Member member, long now) {
    member.receive(now, B, Member.ANY, new Seal(1));
    return sent(member, Sealed.class).getFirst().vote();
  }

  @Test
  void aVoterNeedNotWaitForTheProcessThatItWas() {
    Member returned = Member.startVoter(0, new Seat("a", 1, 99), Set.of(11L), TIMING, Rules.ALL);
    returned.latest(0, FIRST, List.of());
    Frame.Vote vote = vote(returned, TIMING.heartbeat());
    assertThat(vote.rem().get(A)).isZero();
    assertThat(vote.rem().get(B)).isEqualTo(D - TIMING.heartbeat());
  }

  @Test
  void otherwiseItMayHaveAcknowledgedItsOwnLeaseJustNow() {
    Member returned = Member.startVoter(0, new Seat("a", 1, 99), Set.of(), TIMING, Rules.ALL);
    returned.latest(0, FIRST, List.of());
    assertThat(vote(returned, TIMING.heartbeat()).rem().get(A)).isEqualTo(D - TIMING.heartbeat());
  }

  /** It may have sealed the epoch in an earlier life, and cannot look that up. */
  @Test
  void aProcessWithoutAStoreAcknowledgesNoLeaseAndVotesWithCare() {
    Member plain = Member.start(0, A, GENESIS, TIMING, Rules.ALL);
    plain.receive(1, B, Member.ANY, new Open(FIRST));
    assertThat(plain.isMember()).isTrue();
    plain.drain();
    long now = TIMING.lease();
    plain.receive(now, B, Member.ANY, new Beat(1, 5, List.of(), List.of(), false, null, false));
    assertThat(sent(plain, Ack.class)).isEmpty();
    Frame.Vote vote = vote(plain, now);
    assertThat(vote.rem().values()).containsOnly(D);
    assertThat(vote.leftOfOthers()).isEqualTo(TIMING.stretch(TIMING.lease()));
  }

  @Test
  void aProcessWithAStoreDoes() {
    Member voter = Member.startVoter(0, A, Set.of(), TIMING, Rules.ALL);
    voter.latest(0, GENESIS, List.of());
    voter.receive(1, B, Member.ANY, new Open(FIRST));
    voter.drain();
    voter.receive(2, B, Member.ANY, new Beat(1, 5, List.of(), List.of(), false, null, false));
    assertThat(sent(voter, Ack.class)).containsExactly(new Ack(1, 5));
  }

  /** The attack has such processes, but has not noticed in 4,000 seeds if a rule is missing. */
  @Test
  void withoutTheRulesItWould() {
    Rules anybodyVotes =
        new Rules() {
          @Override
          boolean votes(boolean isNamed, boolean hasStore) {
            return isNamed;
          }
        };
    Member plain = Member.start(0, A, GENESIS, TIMING, anybodyVotes);
    plain.receive(1, B, Member.ANY, new Open(FIRST));
    plain.drain();
    plain.receive(2, B, Member.ANY, new Beat(1, 5, List.of(), List.of(), false, null, false));
    assertThat(sent(plain, Ack.class)).containsExactly(new Ack(1, 5));
  }

  @Test
  void onlyWhoHasTheDirectoryForItselfKnowsThatAnotherHasEnded() {
    List<Former> formers =
        List.of(
            new Former(1, true, true),
            new Former(2, false, true),
            new Former(3, true, false),
            new Former(4, false, false));
    assertThat(Former.ended(formers, Rules.ALL)).containsExactly(1L);
  }
}
