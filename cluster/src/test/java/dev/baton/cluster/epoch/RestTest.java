package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a member may be left alone: a tick before that would do nothing. */
final class RestTest {

  private static final LockId LOCK = new LockId("x", 1);
  private static final Timing TIMING = Timing.ofNanos();
  private static final long TICK = TIMING.heartbeat() / 10;

  private final Seat a = new Seat("a", 1, 7);
  private final Seat v = new Seat("v", 1, 8);
  private final EpochRecord genesis =
      EpochRecord.genesis(List.of("v"), List.of(new Choice("*", "naimi-trehel")));
  private long now;

  private EpochRecord record() {
    return new EpochRecord(
        1,
        genesis.hash(),
        List.of(a, v),
        genesis.neighbourhoods(),
        genesis.voters(),
        genesis.choices(),
        genesis.floor(),
        List.of(),
        0);
  }

  /** A member whose lease is renewed. */
  private Member member() {
    Member member = Member.start(now, a, genesis, TIMING, Rules.ALL);
    member.receive(now, v, Member.ANY, new Frame.Open(record()));
    acknowledge(member);
    return member;
  }

  private void acknowledge(Member member) {
    for (Effect effect : member.drain()) {
      if (effect instanceof Effect.Send send && send.frame() instanceof Frame.Beat beat) {
        member.receive(now, v, 1, new Frame.Ack(1, beat.sentAt()));
      }
    }
  }

  /** Ticks as often as it can, and lets the member see what must not matter to it. */
  private void live(Member member, long duration) {
    long rest = now;
    for (long end = now + duration; now < end; ) {
      now += TICK;
      member.tick(now, 1);
      if (now < rest) {
        assertThat(member.drain()).as("at rest").isEmpty();
      }
      acknowledge(member);
      rest = member.rest(now);
    }
  }

  @Test
  void aMemberRestsFromBeatToBeatWhenItsEpochIsNotYoung() {
    Member member = member();
    assertThat(member.rest(now)).as("there may be quarantines").isEqualTo(now);
    live(member, 3 * TIMING.lease());
    assertThat(member.rest(now))
        .isGreaterThan(now)
        .isLessThanOrEqualTo(now + TIMING.heartbeat() / 2);
  }

  @Test
  void itDoesNotRestWhileItHoldsOrWaits() {
    Member member = member();
    live(member, 3 * TIMING.lease());
    member.request(now, LOCK);
    assertThat(member.rest(now)).as("it waits, or holds").isEqualTo(now);
    live(member, TIMING.heartbeat());
    assertThat(member.rest(now)).isEqualTo(now);
  }

  @Test
  void itDoesNotRestWhenItsLeaseEndsOrItsEpochIsSealed() {
    Member member = member();
    live(member, 3 * TIMING.lease());
    long end = member.leaseEnd();
    for (; now < end; now += TICK) {
      assertThat(member.rest(now)).isLessThan(end);
      member.tick(now, 1);
      member.drain();
    }

    Member other = member();
    live(other, 3 * TIMING.lease());
    assertThat(other.rest(now)).isGreaterThan(now);
    other.receive(now, v, Member.ANY, new Frame.Seal(1));
    assertThat(other.rest(now)).isEqualTo(now);
  }

  @Test
  void aVoterThatRestsSuspectsInTime() {
    Member voter = Member.startVoter(now, v, Set.of(), TIMING, Rules.ALL);
    voter.latest(now, genesis, List.of(genesis));
    voter.latest(now, record(), List.of(genesis, record()));
    long silentSince = 0;
    for (long end = 4 * TIMING.lease(); now < end; ) {
      now += TICK;
      voter.tick(now, 1);
      voter.receive(now, a, 1, new Frame.Beat(1, now, List.of(), List.of(), false, null, false));
      voter.drain();
      silentSince = now;
    }
    assertThat(voter.rest(now)).as("all are there").isGreaterThan(now);
    // From now on it ticks only when it has to.
    boolean hasRested = false;
    while (voter.drain().stream().noneMatch(RestTest::isCall)) {
      voter.tick(now, 1);
      long rest = voter.rest(now);
      hasRested |= rest > now;
      now = rest > now ? rest : now + TICK;
      assertThat(now - silentSince).isLessThan(TIMING.suspectAfter() + 3 * TICK);
    }
    assertThat(hasRested).isTrue();
  }

  private static boolean isCall(Effect effect) {
    return effect instanceof Effect.Send send && send.frame() instanceof Frame.Call;
  }
}
