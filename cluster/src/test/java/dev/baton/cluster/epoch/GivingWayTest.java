package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two clusters of one name: which one a record is of, which gives way, and how far it reaches. */
final class GivingWayTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final LockId LOCK = new LockId("x", 1);
  private static final EpochRecord GENESIS =
      EpochRecord.genesis(List.of("a"), List.of(new Choice("*", "naimi-trehel")));

  /** A voter that is a cluster by itself, its store, and its clock. */
  private static final class Alone {
    final MemoryEpochStore store = new MemoryEpochStore(GENESIS);
    final Member member;
    long now;

    Alone(Rules rules, String id) {
      member = Member.startVoter(0, new Seat("a", 1, 7), Set.of(), TIMING, rules);
      if (id != null) {
        member.encounters().identify(id);
      }
      run(TIMING.lease());
      assertThat(member.isMember()).isTrue();
    }

    /** Lets time pass, and performs what the member wants done. */
    void run(long nanos) {
      for (long end = now + nanos; now < end; now += TIMING.heartbeat() / 10) {
        member.tick(now, 1000);
        for (List<Effect> all = member.drain(); !all.isEmpty(); all = member.drain()) {
          all.forEach(this::perform);
        }
      }
    }

    private void perform(Effect effect) {
      switch (effect) {
        case Effect.Propose(long expected, EpochRecord next) ->
            store.propose(expected, next, winner -> member.chosen(now, winner));
        case Effect.ReadLatest() ->
            store.latest(latest -> member.latest(now, latest, store.recent()));
        default -> {}
      }
    }

    EpochRecord record() {
      return store.chain().getLast();
    }
  }

  @Test
  void theFirstEpochGivesTheClusterItsIdAndLaterOnesKeepIt() {
    Alone alone = new Alone(Rules.ALL, "id-1");
    EpochRecord first = alone.store.chain().get(1);
    assertThat(first.identity()).isEqualTo(new Identity("id-1", first.number()));
    assertThat(first.numbered(7).identity()).isEqualTo(new Identity("id-1", 7));
    alone.member.encounters().identify("id-2");
    alone.member.reconfigure(alone.now, List.of("a"), GENESIS.choices());
    alone.run(TIMING.lease());
    assertThat(alone.record().number()).isGreaterThan(first.number());
    assertThat(alone.record().identity()).isEqualTo(first.identity());
    assertThat(alone.record().numbered(77).identity()).isEqualTo(first.identity());
    assertThat(first.hash()).isNotEqualTo(first.identified(new Identity("id-2", 1)).hash());
  }

  /** As a build made it that knew no ids. */
  @Test
  void aChainWithoutAnIdGetsOneWithItsNextEpoch() {
    Alone alone = new Alone(Rules.ALL, null);
    EpochRecord before = alone.record();
    assertThat(before.identity()).isNull();
    alone.member.encounters().identify("id-1");
    alone.member.reconfigure(alone.now, List.of("a"), GENESIS.choices());
    alone.run(TIMING.lease());
    assertThat(alone.record().identity()).isEqualTo(new Identity("id-1", before.number()));
  }

  @Test
  void theEarlierFirstEpochGoesOnAndThenTheSmallerId() {
    assertThat(new Identity("b", 1).precedes(new Identity("a", 2))).isTrue();
    assertThat(new Identity("a", 2).precedes(new Identity("b", 1))).isFalse();
    assertThat(new Identity("a", 2).precedes(new Identity("b", 2))).isTrue();
    assertThat(new Identity("b", 2).precedes(new Identity("a", 2))).isFalse();
  }

  private static boolean holdsALeaseAfterGivingWay(Rules rules) {
    Alone alone = new Alone(rules, "id-1");
    alone.member.request(alone.now, LOCK);
    assertThat(alone.member.isHeld(alone.now, LOCK)).isTrue();
    assertThat(alone.member.encounters().letAcknowledge()).isTrue();
    alone.member.encounters().giveWay();
    // Not even a new epoch renews the lease.
    alone.member.reconfigure(alone.now, List.of("a"), GENESIS.choices());
    alone.run(2 * TIMING.lease());
    assertThat(alone.member.encounters().letAcknowledge())
        .isEqualTo(alone.member.isHeld(alone.now, LOCK));
    return alone.member.isHeld(alone.now, LOCK);
  }

  @Test
  void aVoterThatGaveWayAcknowledgesNoLease() {
    assertThat(holdsALeaseAfterGivingWay(Rules.ALL)).isFalse();
    Rules without =
        new Rules() {
          @Override
          boolean acknowledgesAfter(boolean gaveWay) {
            return true;
          }
        };
    assertThat(holdsALeaseAfterGivingWay(without)).isTrue();
  }

  private static List<EpochRecord> after(Rules rules, long number) {
    Alone alone = new Alone(rules, "id-1");
    int before = alone.store.chain().size();
    alone.member.encounters().exceed(number);
    alone.run(TIMING.lease());
    return alone.store.chain().subList(before, alone.store.chain().size());
  }

  @Test
  void theClusterThatGoesOnOpensOneEpochAboveAllOfTheOther() {
    assertThat(after(Rules.ALL, 5000)).extracting(EpochRecord::number).containsExactly(5001L);
    assertThat(after(Rules.ALL, 5000).getFirst().reasons())
        .containsExactly(new Reason(Reason.Kind.MEETING, "a"));
    // It is above already.
    assertThat(after(Rules.ALL, 999)).isEmpty();
    Rules without =
        new Rules() {
          @Override
          long above(long highest) {
            return 0;
          }
        };
    assertThat(after(without, 5000)).isEmpty();
  }

  /** Voters look at different moments: an epoch that exceeds what one was told may be too low. */
  @Test
  void whatAnotherVoterWasToldIsNotEnough() {
    Encounters encounters = new Encounters("a", Rules.ALL);
    encounters.exceed(5001);
    EpochRecord record = GENESIS.numbered(5001);
    encounters.install(told(record, "b"));
    assertThat(encounters.wantEpochAfter(record)).isTrue();
    // The store has found what this voter has asked for too far ahead.
    encounters.install(told(record, "a"));
    assertThat(encounters.wantEpochAfter(record)).isFalse();
  }

  private static EpochRecord told(EpochRecord record, String by) {
    return new EpochRecord(
        record.number(),
        record.previous(),
        record.members(),
        record.neighbourhoods(),
        record.voters(),
        record.choices(),
        record.floor(),
        record.locks(),
        record.quarantine(),
        List.of(new Reason(Reason.Kind.MEETING, by)));
  }
}
