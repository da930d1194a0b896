package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** However many locks are in use, an epoch can end: what does not fit is refused or left out. */
class SizeBudgetTest {

  private static final Codec<Frame> FRAMES = Wire.frames();
  private static final Seat A = new Seat("member-1", 3, Long.MAX_VALUE);
  private static final Seat B = new Seat("member-2", 1, Long.MIN_VALUE);

  private static EpochRecord record(List<LockState> locks) {
    return new EpochRecord(
        1,
        0,
        List.of(A, B),
        new TreeMap<>(),
        List.of("member-1"),
        List.of(new Choice("*", "naimi-trehel")),
        new TreeMap<>(),
        locks,
        0);
  }

  private static int size(Frame frame) {
    Output out = new Output();
    FRAMES.encode(frame, out);
    return out.size();
  }

  private static LockState held(LockId id, Seat by) {
    return new LockState(id, List.of(new Holder(by, 0, 1L << 58)), List.of(), List.of(0L));
  }

  private static LockId lock(int number) {
    return new LockId("x".repeat(15) + (10_000 + number), 1);
  }

  @Test
  void aLockHasTheSizeThatItHasOnTheWire() {
    Random random = new Random(7);
    int empty = size(new Frame.Open(record(List.of())));
    for (int i = 0; i < 1000; i++) {
      int permits = 1 + random.nextInt(4);
      String where = random.nextBoolean() ? null : "é".repeat(1 + random.nextInt(100));
      LockId id = new LockId("鎖x".repeat(1 + random.nextInt(60)), permits, where);
      List<Holder> holders = new ArrayList<>();
      List<Seat> waiters = new ArrayList<>();
      List<Long> quarantines = new ArrayList<>();
      for (int slot = 0; slot < permits; slot++) {
        holders.add(new Holder(A, slot, random.nextLong() >>> random.nextInt(64)));
        waiters.add(random.nextBoolean() ? A : B);
        quarantines.add(random.nextLong() >> random.nextInt(64));
      }
      LockState lock = new LockState(id, holders, waiters, quarantines);
      int onTheWire = size(new Frame.Open(record(List.of(lock)))) - empty;
      assertThat(SizeBudget.bytes(lock)).isBetween(onTheWire, onTheWire + 2);
    }
  }

  /** The number of the guide. */
  @Test
  void fortyThousandLocksOfTwentyBytesCanBeInUse() {
    int share = SizeBudget.OF_A_FRAME.share(3);
    int each = SizeBudget.use(lock(0)) + SizeBudget.bytes(A.name());
    assertThat(lock(0).name()).hasSize(20);
    assertThat(3 * (share / each)).isGreaterThan(40_000);
    List<LockState> locks = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      locks.add(held(lock(i), A));
    }
    Fitted all = Fitted.of(locks, 0, SizeBudget.OF_A_FRAME.record(), seat -> 1);
    assertThat(all).isEqualTo(new Fitted(locks, 0));
    assertThat(size(new Frame.Open(record(locks)))).isLessThan(Codec.LARGEST);
  }

  /** Reports for the whole share, and quarantines for all that a record can list. */
  @Test
  void theLongestAnswerToSealFitsIntoAFrame() {
    List<LockReport> reports = new ArrayList<>();
    for (int i = 0; i < SizeBudget.OF_A_FRAME.reports() / SizeBudget.use(lock(i)); i++) {
      int most = Integer.MAX_VALUE;
      reports.add(new LockReport(lock(i), true, true, most, 0, Long.MAX_VALUE, List.of()));
    }
    Map<LockId, List<Long>> left = new HashMap<>();
    int bytes = 0;
    for (int i = 0; bytes < SizeBudget.OF_A_FRAME.record(); i++) {
      LockState lock = new LockState(lock(i), List.of(), List.of(), List.of(1L << 34));
      left.put(lock.id(), lock.quarantines());
      bytes += SizeBudget.bytes(lock);
    }
    Vote vote = new Vote("member-1", Map.of(A, Long.MAX_VALUE, B, Long.MAX_VALUE), left, 0, 0);
    assertThat(size(new Sealed(1, A, false, null, reports, vote))).isLessThan(Codec.LARGEST);
  }

  @Test
  void whatIsUsedLeastIsLeftOutFirst() {
    LockState unused = new LockState(new LockId("a", 1), List.of(), List.of(), List.of(5L));
    LockState waited = new LockState(new LockId("b", 1), List.of(), List.of(B), List.of(0L));
    LockState second = held(new LockId("c", 1), A);
    LockState first = held(new LockId("d", 1), B);
    List<LockState> all = List.of(unused, waited, second, first);
    int holds = SizeBudget.bytes(first) + SizeBudget.bytes(second);
    int most = holds + SizeBudget.bytes(waited);
    Fitted.Leases leases = seat -> seat.equals(B) ? 900 : 100;
    assertThat(Fitted.of(all, 3, most, leases))
        .isEqualTo(new Fitted(List.of(waited, second, first), 5));
    assertThat(Fitted.of(all, 3, holds, leases)).isEqualTo(new Fitted(List.of(second, first), 5));
    // Whoever held it may believe so for as long as its lease lasts.
    assertThat(Fitted.of(all, 3, SizeBudget.bytes(second), leases))
        .isEqualTo(new Fitted(List.of(second), 900));
  }

  static final Seat VOTER = new Seat("v", 1, 8);

  /** The only member of the first epoch, at time 3, with a lease. */
  static Member member(Rules rules) {
    Seat seat = new Seat("a", 1, 7);
    EpochRecord genesis =
        EpochRecord.genesis(List.of("v"), List.of(new Choice("*", "naimi-trehel")));
    Member member = Member.start(0, seat, genesis, Timing.ofNanos(), rules);
    EpochRecord record =
        new EpochRecord(
            1,
            genesis.hash(),
            List.of(seat),
            new TreeMap<>(),
            genesis.voters(),
            genesis.choices(),
            genesis.floor(),
            List.of(),
            0);
    member.receive(1, VOTER, Member.ANY, new Frame.Open(record));
    member.tick(2, 1);
    member.receive(3, VOTER, 1, new Frame.Ack(1, 1));
    return member;
  }

  @Test
  void whoUsesTooManyLocksIsRefusedAndGoesOn() {
    Member member = member(new SmallBudget(new SizeBudget(1000, 1000, 1000, 1000)));
    Map<LockId, Long> fences = new TreeMap<>();
    Effect.Full full = null;
    for (int i = 0; full == null && i < 1000; i++) {
      member.drain();
      member.request(4, lock(i));
      for (Effect effect : member.drain()) {
        if (effect instanceof Effect.Granted granted) {
          fences.put(granted.lock(), granted.fence());
        } else if (effect instanceof Effect.Full refused) {
          full = refused;
        }
      }
    }
    assertThat(full).isEqualTo(new Effect.Full(lock(fences.size()), fences.size()));
    assertThat(fences).hasSizeBetween(10, 20);
    member.release(5, lock(3), fences.get(lock(3)));
    member.request(6, full.lock());
    assertThat(member.isHeld(6, full.lock())).isTrue();
    member.drain();
    member.receive(7, VOTER, Member.ANY, new Frame.Seal(1));
    Effect.Send answer = (Effect.Send) member.drain().getLast();
    assertThat(((Sealed) answer.frame()).locks()).hasSizeGreaterThanOrEqualTo(fences.size());
    assertThat(size(answer.frame())).isLessThan(1100);
  }
}
