package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A member whose clock stood still does not trust its lease. */
final class DropLeaseTest {

  private static final LockId LOCK = new LockId("x", 1);

  @Test
  void whatWasHeldIsLostAndAcknowledgementsUnderWayDoNotCount() {
    Seat seat = new Seat("a", 1, 7);
    Seat voter = new Seat("v", 1, 8);
    EpochRecord genesis =
        EpochRecord.genesis(List.of("v"), List.of(new Choice("*", "naimi-trehel")));
    Timing timing = Timing.ofNanos();
    Member member = Member.start(0, seat, genesis, timing, Rules.ALL);
    EpochRecord record =
        new EpochRecord(
            1,
            genesis.hash(),
            List.of(seat),
            genesis.neighbourhoods(),
            genesis.voters(),
            genesis.choices(),
            genesis.floor(),
            List.of(),
            0);
    member.receive(1, voter, Member.ANY, new Frame.Open(record));
    member.receive(3, voter, 1, new Frame.Ack(1, 1));
    member.request(4, LOCK);
    assertThat(member.isHeld(5, LOCK)).isTrue();
    long next = 1 + timing.heartbeat();
    member.tick(next, 1);
    member.drain();

    member.dropLease(next + 1);
    assertThat(member.isHeld(next + 1, LOCK)).isFalse();
    assertThat(member.drain())
        .hasAtLeastOneElementOfType(Effect.Lost.class)
        .hasAtLeastOneElementOfType(Effect.Suspended.class);
    // Asked for before the clock stood still.
    member.receive(next + 2, voter, 1, new Frame.Ack(1, next));
    assertThat(member.leaseEnd()).isEqualTo(Long.MIN_VALUE);
    // Asked for after it.
    long later = next + timing.heartbeat();
    member.tick(later, 1);
    member.receive(later + 1, voter, 1, new Frame.Ack(1, later));
    assertThat(member.leaseEnd()).isGreaterThan(later);
    assertThat(member.isHeld(later + 1, LOCK)).isFalse();
  }
}
