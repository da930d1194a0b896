package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the next record says, rule by rule. */
class NextRecordTest {

  private static final Seat A = new Seat("a", 1, 1);
  private static final Seat B = new Seat("b", 1, 2);
  private static final Seat C = new Seat("c", 1, 3);
  private static final LockId X = new LockId("x", 1);
  private static final LockId K = new LockId("k", 3);

  private static EpochRecord record(LockState... locks) {
    return new EpochRecord(
        7,
        0,
        List.of(A, B, C),
        new TreeMap<>(),
        List.of("a", "b", "c"),
        List.of(new Choice("*", "naimi-trehel")),
        new TreeMap<>(Map.of("a", 1, "b", 1, "c", 1)),
        List.of(locks),
        0);
  }

  private static Vote vote(String voter, long remOfC, Map<LockId, List<Long>> left) {
    return new Vote(voter, Map.of(A, 900L, B, 900L, C, remOfC), left, 0, 0);
  }

  private static Sealed clock(Seat seat, long wallSeconds) {
    return reply(seat, new Vote(seat.name(), Map.of(), Map.of(), 0, wallSeconds));
  }

  private static long number(long wallSeconds, Sealed... replies) {
    return new NextRecord(record(), List.of(replies), Rules.ALL)
        .next(List.of(), List.of(), List.of("a"), List.of(), wallSeconds)
        .number();
  }

  @Test
  void aClockThatIsADayAheadOfTheOthersIsNotBelieved() {
    long day = NextRecord.DAY;
    assertThat(number(500, clock(A, 500), clock(B, 400), clock(C, 600))).isEqualTo(500);
    assertThat(number(500 + day, clock(A, 500 + day), clock(B, 500), clock(C, 10)))
        .isEqualTo(500 + day);
    assertThat(number(501 + day, clock(A, 501 + day), clock(B, 500), clock(C, 10))).isEqualTo(500);
    // Of two the earlier one; and who has not looked at its clock does not count.
    assertThat(number(9 * day, clock(A, 9 * day), clock(B, 500))).isEqualTo(500);
    assertThat(number(9 * day, clock(A, 9 * day), clock(B, 0))).isEqualTo(9 * day);
    // Numbers grow whatever clocks say.
    assertThat(number(9 * day, clock(A, 9 * day), clock(B, 3), clock(C, 3))).isEqualTo(8);
  }

  private static Sealed reply(Seat seat, Vote vote, LockReport... reports) {
    return new Sealed(7, seat, false, null, List.of(reports), vote);
  }

  private static LockReport waits(LockId id, boolean first, int stamp) {
    return new LockReport(id, true, first, stamp, -1, 0, List.of());
  }

  private static LockReport holds(LockId id, int slot, long fence) {
    return new LockReport(id, false, true, 1, slot, fence, List.of());
  }

  private static EpochRecord next(EpochRecord record, List<Seat> joiners, Sealed... replies) {
    return new NextRecord(record, List.of(replies), Rules.ALL)
        .next(
            joiners.stream().map(seat -> new Voter.Joiner(seat, null, 0)).toList(),
            List.of(),
            record.voters(),
            record.choices(),
            0);
  }

  @Test
  void survivorsKeepWhatTheyHoldAndWaitInOrder() {
    EpochRecord next =
        next(
            record(),
            List.of(),
            reply(A, vote("a", 0, Map.of()), waits(X, false, 9)),
            reply(B, vote("b", 0, Map.of()), holds(X, 0, 77)),
            reply(C, vote("c", 0, Map.of()), waits(X, false, 4)));
    assertThat(next.number()).isEqualTo(8);
    assertThat(next.previous()).isEqualTo(record().hash());
    assertThat(next.lock(X).holders()).containsExactly(new Holder(B, 0, 77));
    assertThat(next.lock(X).waiters()).containsExactly(C, A);
    assertThat(next.quarantine()).isZero();
  }

  /** Else the lock would be free while c, which has not heard of the record, still holds it. */
  @Test
  void whatOneThatIsLeftOutHoldsIsQuarantinedThoughItHasAnswered() {
    Reason cut = new Reason(Reason.Kind.CUT, "c", "b");
    EpochRecord next = withCut(record(), cut, reply(C, vote("c", 350, Map.of()), holds(X, 0, 77)));
    assertThat(next.members()).containsExactly(A, B);
    assertThat(next.lock(X).holders()).isEmpty();
    assertThat(next.lock(X).waiters()).containsExactly(A);
    assertThat(next.lock(X).quarantines()).containsExactly(350L);
    assertThat(next.quarantine()).isEqualTo(350);
    assertThat(next.reasons()).containsExactly(cut);
  }

  /** Nobody has to wait for one that has given up everything. */
  @Test
  void oneThatLeavesIsNotLeftOut() {
    Reason cut = new Reason(Reason.Kind.CUT, "c", "b");
    Sealed leaving = new Sealed(7, C, true, null, List.of(), vote("c", 350, Map.of()));
    assertThat(withCut(record(), cut, leaving).quarantine()).isZero();
  }

  private static EpochRecord withCut(EpochRecord record, Reason cut, Sealed reply) {
    List<Sealed> replies =
        List.of(
            reply(A, vote("a", 300, Map.of()), waits(X, false, 1)),
            reply(B, vote("b", 200, Map.of())),
            reply);
    return new NextRecord(record, replies, List.of(cut), Rules.ALL)
        .next(List.of(), List.of(), record.voters(), record.choices(), 0);
  }

  @Test
  void theReasonWhySomebodyIsLeftOutStaysUntilItIsBackOrTheOtherEndHasGone() {
    Reason cut = new Reason(Reason.Kind.CUT, "d", "b");
    EpochRecord record = withReasons(record(), cut);
    Sealed a = reply(A, vote("a", 0, Map.of()));
    Sealed b = reply(B, vote("b", 0, Map.of()));
    Sealed c = reply(C, vote("c", 0, Map.of()));
    assertThat(next(record, List.of(), a, b, c).cuts()).containsExactly(cut);
    assertThat(next(record, List.of(), a, c).cuts()).isEmpty();
    assertThat(next(record, List.of(new Seat("d", 2, 4)), a, b, c).cuts()).isEmpty();
  }

  private static EpochRecord withReasons(EpochRecord record, Reason... reasons) {
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
        List.of(reasons));
  }

  @Test
  void aSlotThatNobodyAccountsForWaitsForTheLongestLeaseOfTheEvicted() {
    EpochRecord next =
        next(
            record(),
            List.of(),
            reply(A, vote("a", 300, Map.of()), waits(X, false, 1)),
            reply(B, vote("b", 500, Map.of())));
    assertThat(next.members()).containsExactly(A, B);
    assertThat(next.lock(X).quarantines()).containsExactly(500L);
    assertThat(next.quarantine()).isEqualTo(500);
  }

  @Test
  void anUnusedTokenOfASurvivorNeedsNoQuarantine() {
    LockReport unused = new LockReport(X, false, false, 0, -1, 0, List.of(0));
    EpochRecord next =
        next(record(), List.of(), reply(A, vote("a", 300, Map.of()), unused), reply(B, null));
    assertThat(next.lock(X).quarantines()).containsExactly(0L);
    assertThat(next.quarantine()).isEqualTo(300);
  }

  @Test
  void aQuarantineIsCarriedAndTheShortestIsEnough() {
    LockState quarantined = new LockState(X, List.of(), List.of(), List.of(800L));
    EpochRecord next =
        next(
            record(quarantined),
            List.of(),
            reply(A, vote("a", 0, Map.of(X, List.of(200L)))),
            reply(B, vote("b", 0, Map.of(X, List.of(250L)))),
            reply(C, null));
    assertThat(next.lock(X).quarantines()).containsExactly(200L);
    assertThat(next.quarantine()).isZero();
  }

  @Test
  void partOfASemaphoreIsQuarantined() {
    LockReport unused = new LockReport(K, false, false, 0, -1, 0, List.of(2));
    EpochRecord next =
        next(
            record(),
            List.of(),
            reply(A, vote("a", 300, Map.of()), holds(K, 1, 5)),
            reply(B, null, unused));
    assertThat(next.lock(K).quarantines()).containsExactly(300L, 0L, 0L);
  }

  private static LockReport keeps(LockId id, int slot) {
    return new LockReport(id, false, false, 0, -1, 0, List.of(slot));
  }

  private static List<Effect.Contradicted> contradictions(EpochRecord record, Sealed... replies) {
    NextRecord build = new NextRecord(record, List.of(replies), Rules.ALL);
    build.next(List.of(), List.of(), record.voters(), record.choices(), 0);
    return build.contradictions();
  }

  /** Who held it when the epoch began is believed, or else the first; and it is told. */
  @Test
  void twoThatHoldOneSlotAreNoticed() {
    Sealed a = reply(A, vote("a", 0, Map.of()), holds(X, 0, 78));
    Sealed b = reply(B, null, holds(X, 0, 77));
    assertThat(contradictions(record(), a, b)).containsExactly(new Effect.Contradicted(X, 0, A, B));
    LockState before = new LockState(X, List.of(new Holder(B, 0, 77)), List.of(), List.of(0L));
    assertThat(contradictions(record(before), a, b))
        .containsExactly(new Effect.Contradicted(X, 0, B, A));
    assertThat(next(record(before), List.of(), a, b).lock(X).holders())
        .containsExactly(new Holder(B, 0, 77));
  }

  @Test
  void aSlotThatIsHeldAndUnusedOrUnusedTwiceIsNoticed() {
    Sealed a = reply(A, vote("a", 0, Map.of()), keeps(X, 0));
    assertThat(contradictions(record(), a, reply(B, null, holds(X, 0, 77))))
        .containsExactly(new Effect.Contradicted(X, 0, B, A));
    assertThat(contradictions(record(), a, reply(B, null, keeps(X, 0))))
        .containsExactly(new Effect.Contradicted(X, 0, A, B));
    // Other slots, or another lock, are no contradiction.
    assertThat(
            contradictions(
                record(),
                reply(A, vote("a", 0, Map.of()), holds(K, 1, 5), keeps(X, 0)),
                reply(B, null, holds(K, 2, 5)),
                reply(C, null, keeps(K, 0))))
        .isEmpty();
  }

  @Test
  void joinersComeInAboveTheFloorOnly() {
    Seat stale = new Seat("c", 1, 9);
    Seat fresh = new Seat("d", 4, 9);
    Sealed a = reply(A, vote("a", 0, Map.of()));
    Sealed b = reply(B, vote("b", 0, Map.of()));
    EpochRecord next = next(record(), List.of(stale, fresh), a, b);
    assertThat(next.members()).containsExactly(A, B, fresh);
    assertThat(next.floor()).containsEntry("d", 4).containsEntry("c", 1);
  }

  @Test
  void whoLeavesFreesItsSlotAtOnce() {
    Sealed leaves = new Sealed(7, C, true, null, List.of(), vote("c", 900, Map.of()));
    EpochRecord next =
        next(
            record(),
            List.of(),
            reply(A, vote("a", 900, Map.of()), waits(X, false, 1)),
            reply(B, vote("b", 900, Map.of())),
            leaves);
    assertThat(next.members()).containsExactly(A, B);
    assertThat(next.lock(X).quarantines()).containsExactly(0L);
  }

  @Test
  void itSaysWhy() {
    Seat fresh = new Seat("d", 1, 9);
    Sealed leaves = new Sealed(7, B, true, null, List.of(), vote("b", 0, Map.of()));
    EpochRecord next = next(record(), List.of(fresh), reply(A, vote("a", 0, Map.of())), leaves);
    assertThat(next.reasons())
        .containsExactly(
            new Reason(Reason.Kind.LEAVE, "b"),
            new Reason(Reason.Kind.SUSPICION, "c"),
            new Reason(Reason.Kind.JOIN, "d"));
    assertThat(next.reasons()).asString().isEqualTo("[leave of b, suspicion of c, join of d]");
  }

  @Test
  void everyFieldCountsInTheHash() {
    LockState lock = new LockState(X, List.of(new Holder(A, 0, 5)), List.of(B), List.of(3L));
    List<EpochRecord> different =
        List.of(
            record(),
            record(lock),
            record(new LockState(K, lock.holders(), lock.waiters(), List.of(3L))),
            record(new LockState(X, List.of(new Holder(B, 0, 5)), lock.waiters(), List.of(3L))),
            record(new LockState(X, List.of(new Holder(A, 1, 5)), lock.waiters(), List.of(3L))),
            record(new LockState(X, List.of(new Holder(A, 0, 6)), lock.waiters(), List.of(3L))),
            record(new LockState(X, lock.holders(), List.of(C), List.of(3L))),
            record(new LockState(X, lock.holders(), List.of(), List.of(3L))),
            record(new LockState(X, lock.holders(), lock.waiters(), List.of(4L))),
            next(record(), List.of(), reply(A, vote("a", 0, Map.of()))),
            next(record(), List.of(), reply(A, vote("a", 1000, Map.of()))),
            next(record(), List.of(), reply(B, vote("b", 0, Map.of()))));
    assertThat(different).extracting(EpochRecord::hash).doesNotHaveDuplicates();
    assertThat(record(lock).hash()).isEqualTo(record(lock).hash());
  }

  @Test
  void theNumberIsAtLeastTheWallClock() {
    NextRecord build =
        new NextRecord(record(), List.of(reply(A, vote("a", 0, Map.of()))), Rules.ALL);
    assertThat(build.next(List.of(), List.of(), List.of("a"), record().choices(), 5000).number())
        .isEqualTo(5000);
  }

  /** Names that come once and never again do not fill up the record; none is admitted twice. */
  @Test
  void namesOfThoseThatAreGoneAreForgottenButNotAdmittedAgain() {
    EpochRecord last = record();
    for (int i = 0; i < 3 * Floors.MOST; i++) {
      Seat guest = new Seat("guest-" + i, last.floorOf("guest-" + i) + 1, i);
      last =
          next(
              new EpochRecord(
                  last.number(),
                  0,
                  List.of(A, B, C),
                  new TreeMap<>(),
                  last.voters(),
                  last.choices(),
                  last.floor(),
                  List.of(),
                  0),
              List.of(guest),
              reply(A, vote("a", 0, Map.of())),
              reply(B, vote("b", 0, Map.of())),
              reply(C, vote("c", 0, Map.of())));
      assertThat(last.members()).contains(guest);
      assertThat(last.floor()).hasSizeLessThan(Floors.MOST + 10);
    }
    assertThat(last.floorOf("a")).isEqualTo(1);
    for (int i = 0; i < 3 * Floors.MOST; i++) {
      assertThat(last.floorOf("guest-" + i)).isPositive();
    }
  }

  /** Whoever does not fit waits; the record stays as small as it must be. */
  @Test
  void noMoreMembersAreAdmittedThanFit() {
    List<Seat> joiners = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      joiners.add(new Seat("x".repeat(250) + i, 1, i));
    }
    EpochRecord next =
        next(record(), joiners, reply(A, vote("a", 0, Map.of())), reply(B, null), reply(C, null));
    assertThat(next.members().size()).isBetween(900, 1_050);
  }
}
