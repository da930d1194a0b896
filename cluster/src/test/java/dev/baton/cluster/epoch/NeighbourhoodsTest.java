package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a record says of neighbourhoods, and what becomes of their locks when a member roams. */
final class NeighbourhoodsTest {

  private static final Seat A = new Seat("a", 1, 1);
  private static final Seat B = new Seat("b", 1, 2);
  private static final Seat C = new Seat("c", 1, 3);
  private static final Seat D = new Seat("d", 1, 4);
  private static final LockId HERE = new LockId("x", 2, "here");
  private static final LockId THERE = HERE.in("there");

  /** A and C are here, B is there, D is nowhere. */
  private static EpochRecord record(List<Choice> choices, LockState... locks) {
    return new EpochRecord(
        7,
        0,
        List.of(A, B, C, D),
        new TreeMap<>(Map.of("a", "here", "b", "there", "c", "here")),
        List.of("a"),
        choices,
        new TreeMap<>(),
        List.of(locks),
        0);
  }

  private static Sealed reply(Seat seat, String where, LockReport... reports) {
    Vote vote = seat == A ? new Vote("a", Map.of(C, 500L), Map.of(), 0, 0) : null;
    return new Sealed(7, seat, false, where, List.of(reports), vote);
  }

  private static LockReport holds(LockId id, int slot, long fence) {
    return new LockReport(id, false, true, 1, slot, fence, List.of());
  }

  private static LockReport waits(LockId id) {
    return new LockReport(id, true, false, 3, -1, 0, List.of());
  }

  private static EpochRecord next(Sealed... replies) {
    EpochRecord record = record(List.of());
    List<Voter.Joiner> joiners = List.of(new Voter.Joiner(new Seat("e", 1, 5), "there", 0));
    return new NextRecord(record, List.of(replies), Rules.ALL)
        .next(joiners, List.of(), List.of("a"), List.of(), 0);
  }

  @Test
  void aLockIsSharedByThoseWhoAreThere() {
    EpochRecord record = record(List.of());
    assertThat(record.group(HERE)).containsExactly(A, C);
    assertThat(record.group(THERE)).containsExactly(B);
    assertThat(record.group(HERE.in(null))).containsExactly(A, B, C, D);
  }

  @Test
  void locksOfTheSameNameAreInOrder() {
    LockId everywhere = HERE.in(null);
    LockState[] states = {state(everywhere), state(HERE), state(THERE)};
    EpochRecord record = record(List.of(), states);
    for (LockState state : states) {
      assertThat(record.lock(state.id())).isSameAs(state);
    }
    assertThat(record.lock(HERE.in("elsewhere"))).isNull();
    assertThat(List.of(everywhere, HERE, THERE))
        .isSorted()
        .extracting(LockId::toString)
        .containsExactly("x*2", "x*2 in here", "x*2 in there");
  }

  private static LockState state(LockId id) {
    return new LockState(id, List.of(), List.of(), List.of(0L, 0L));
  }

  @Test
  void theirDefaultIsKlme() {
    Choice all = new Choice("*", "request-collectors");
    Choice named = new Choice("x*", "chaudhuri-edward-k-style");
    assertThat(record(List.of(all)).algorithm(HERE).id()).isEqualTo("klme");
    assertThat(record(List.of(all)).algorithm(HERE.in(null)).id()).isEqualTo("request-collectors");
    assertThat(record(List.of(named, all)).algorithm(HERE).id())
        .isEqualTo("chaudhuri-edward-k-style");
  }

  @Test
  void whoRoamsKeepsNothingOfTheOldNeighbourhoodAndItsSlotIsFreeAtOnce() {
    EpochRecord next =
        next(
            reply(A, "here", waits(HERE)),
            reply(B, "there", holds(THERE, 0, 70)),
            reply(C, "there", holds(HERE, 1, 71), waits(HERE.in(null))),
            reply(D, "here"));
    SortedMap<String, String> expected =
        new TreeMap<>(Map.of("a", "here", "b", "there", "c", "there", "d", "here", "e", "there"));
    assertThat(next.neighbourhoods()).isEqualTo(expected);
    assertThat(next.lock(HERE).holders()).isEmpty();
    assertThat(next.lock(HERE).waiters()).containsExactly(A);
    assertThat(next.lock(HERE).quarantines()).containsExactly(0L, 0L);
    assertThat(next.lock(THERE).holders()).containsExactly(new Holder(B, 0, 70));
    assertThat(next.lock(HERE.in(null)).waiters()).as("of the whole cluster").containsExactly(C);
  }

  @Test
  void whoRoamsAndDoesNotReplyIsWaitedForLikeAnyOther() {
    EpochRecord next = next(reply(A, "here", waits(HERE)), reply(B, "there"), reply(D, null));
    assertThat(next.neighbourhoods()).containsOnlyKeys("a", "b", "e");
    assertThat(next.lock(HERE).quarantines()).containsExactly(500L, 500L);
  }

  @Test
  void theHoldersOfANeighbourhoodAreInsideThereOnly() {
    LockState held =
        new LockState(HERE, List.of(new Holder(C, 1, 71)), List.of(A), List.of(0L, 0L));
    EpochRecord record = record(List.of(), held);
    Instance c = Replay.of(record, HERE, 1, Rules.ALL);
    assertThat(c.isInside()).isTrue();
    assertThat(c.slot()).isEqualTo(1);
    assertThat(c.permitFence()).isEqualTo(71);
    Instance a = Replay.of(record, HERE, 0, Rules.ALL);
    assertThat(a.isInside()).as("the second permit is free").isTrue();
    assertThat(a.slot()).isZero();
    assertThat(Replay.of(record, THERE, 0, Rules.ALL).isInside()).isFalse();
  }
}
