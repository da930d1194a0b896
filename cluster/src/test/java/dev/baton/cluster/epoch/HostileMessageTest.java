package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.NaimiTrehel;
import dev.baton.algorithms.SuzukiKasami;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.Ack;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages and records that nobody sends who keeps to the protocol end nobody. */
@Tag("hostile")
final class HostileMessageTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final long NOW = TIMING.heartbeat();
  private static final Seat A = new Seat("a", 1, 1);
  private static final Seat D = new Seat("d", 1, 4);
  private static final Seat E = new Seat("e", 1, 5);
  private static final Seat F = new Seat("f", 1, 6);
  private static final LockId LOCK = new LockId("x", 1);
  private static final LockId SUZUKI = new LockId("suzuki", 1);
  private static final LockId TWO = new LockId("two", 2);
  private static final List<Choice> CHOICES =
      List.of(
          new Choice("suzuki", "suzuki-kasami"),
          new Choice("*", "naimi-trehel"),
          new Choice("*", "request-collectors"));
  private static final EpochRecord GENESIS = EpochRecord.genesis(List.of("a"), CHOICES);

  private final EpochRecord first =
      record(1, GENESIS.hash(), List.of(A, D, E), List.of("a"), CHOICES, List.of());
  private final Member member = Member.start(0, D, GENESIS, TIMING, Rules.ALL);
  private long number;
  private int others;

  private static EpochRecord record(
      long number,
      long previous,
      List<Seat> members,
      List<String> voters,
      List<Choice> choices,
      List<LockState> locks) {
    SortedMap<String, String> places = new TreeMap<>(Map.of("d", "hall"));
    return new EpochRecord(
        number, previous, members, places, voters, choices, new TreeMap<>(), locks, 0);
  }

  @BeforeEach
  void join() {
    member.receive(0, A, Member.ANY, new Open(first));
    member.tick(NOW, 1);
    member.receive(NOW, A, Member.ANY, new Ack(1, NOW));
    member.drain();
  }

  private List<Effect> receive(LockId lock, Message message, long fence, int stamp) {
    member.receive(
        NOW, E, Member.ANY, new Carry(1, ++number, lock, message, (1L << 32) + fence, stamp));
    return member.drain();
  }

  private void assertStillThere() {
    assertThat(member.isMember()).isTrue();
    LockId other = new LockId("other" + ++others, 1);
    member.request(NOW, other);
    assertThat(member.look()).extracting(Frame.LockReport::id).contains(other);
  }

  @Test
  void aMessageOfAnotherAlgorithmIsToldOfAndANewEpochAskedFor() {
    assertThat(receive(LOCK, new SuzukiKasami.Token(Ints.of(0, 0, 0), Ints.EMPTY), 1, 1))
        .anyMatch(
            effect ->
                effect instanceof Effect.Malformed malformed
                    && malformed.lock().equals(LOCK)
                    && malformed.why().contains("ClassCastException"));
    assertStillThere();
    assertThat(needsEpoch()).isTrue();
  }

  @Test
  void aMessageWithANodeThatIsNotThereIsDropped() {
    for (int node : new int[] {3, 99, -2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(receive(LOCK, new NaimiTrehel.Request(node), 1, 1))
          .contains(new Effect.Malformed(LOCK, E, "it names a node that is not there"));
    }
    assertStillThere();
    assertThat(needsEpoch()).isFalse();
  }

  @Test
  void aMessageThatUsesUpTheNumbersIsDropped() {
    Message request = new NaimiTrehel.Request(2);
    Effect dropped = new Effect.Malformed(LOCK, E, "its numbers leave no room for others");
    assertThat(receive(LOCK, request, 0xFFFF_FFFFL, 1)).contains(dropped);
    assertThat(receive(LOCK, request, 1, Integer.MAX_VALUE)).contains(dropped);
    assertThat(receive(LOCK, request, 1, -1)).contains(dropped);
    assertThat(receive(LOCK, request, 1, 1)).doesNotContain(dropped);
    assertStillThere();
  }

  /** What cannot be seen in the message itself: its vector is too short for this algorithm. */
  @Test
  void aMessageAtWhichTheNodeFailsIsToldOfAndANewEpochAskedFor() {
    member.request(NOW, SUZUKI);
    member.drain();
    assertThat(receive(SUZUKI, new SuzukiKasami.Token(Ints.of(0), Ints.EMPTY), 1, 1))
        .anyMatch(
            effect ->
                effect instanceof Effect.Malformed malformed && malformed.lock().equals(SUZUKI));
    assertStillThere();
    // Whatever comes then does no harm, and what is held stays so.
    receive(SUZUKI, new SuzukiKasami.Request(5), 1, 1);
    assertThat(needsEpoch()).isTrue();
    assertThat(member.isHeld(NOW, SUZUKI)).isTrue();
    Holder holder = new Holder(D, 0, (1L << 32) + 1);
    EpochRecord next = with(lock(SUZUKI, List.of(holder), List.of(E), 0L));
    member.receive(NOW, A, Member.ANY, new Open(next));
    assertThat(member.drain()).contains(new Effect.Opened(next, 1));
    assertThat(needsEpoch()).isFalse();
  }

  private boolean needsEpoch() {
    member.tick(NOW + TIMING.heartbeat(), 1);
    return member.drain().stream()
        .anyMatch(
            effect ->
                effect instanceof Effect.Send(String to, int any, Beat beat) && beat.exhausted());
  }

  // Records.

  private void isNotInstalled(EpochRecord forged, String why) {
    member.receive(NOW, A, Member.ANY, new Open(forged));
    assertThat(member.drain()).containsExactly(new Effect.MalformedRecord(forged.number(), why));
    assertThat(member.record()).isEqualTo(first);
    assertStillThere();
    member.drain();
  }

  private EpochRecord with(LockState... locks) {
    return record(2, first.hash(), first.members(), List.of("a"), CHOICES, List.of(locks));
  }

  private static LockState lock(LockId id, List<Holder> holders, List<Seat> waiters, Long... left) {
    return new LockState(id, holders, waiters, List.of(left));
  }

  @Test
  void aRecordWithImpossibleMembersIsNotInstalled() {
    String order = "its members are not in order, or one is there twice";
    long hash = first.hash();
    isNotInstalled(record(2, hash, List.of(D, A), List.of("a"), CHOICES, List.of()), order);
    List<Seat> twice = List.of(A, D, new Seat("d", 2, 4));
    isNotInstalled(record(2, hash, twice, List.of("a"), CHOICES, List.of()), order);
    String voters = "it has no voters, or one of them twice";
    isNotInstalled(record(2, hash, List.of(A, D), List.of(), CHOICES, List.of()), voters);
    isNotInstalled(record(2, hash, List.of(A, D), List.of("a", "a"), CHOICES, List.of()), voters);
    for (String algorithm : List.of("nonsense", "central")) {
      List<Choice> choices = List.of(new Choice("*", algorithm));
      isNotInstalled(
          record(2, hash, List.of(A, D), List.of("a"), choices, List.of()),
          "it names an algorithm that cannot run");
    }
  }

  @Test
  void aRecordWithImpossibleLocksIsNotInstalled() {
    String why = "what it says of a lock cannot be";
    Holder d = new Holder(D, 0, 5);
    isNotInstalled(with(lock(LOCK, List.of(new Holder(F, 0, 5)), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(new Holder(D, 1, 5)), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(new Holder(D, -1, 5)), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(new Holder(D, 0, 3L << 32)), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(d), List.of(D), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(d, new Holder(E, 0, 6)), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(), List.of(F), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(), List.of(E, E), 0L)), why);
    isNotInstalled(with(lock(LOCK, List.of(), List.of())), why);
    isNotInstalled(with(lock(LOCK, List.of(), List.of(), -1L)), why);
    isNotInstalled(with(lock(TWO, List.of(), List.of(), 0L)), why);
    isNotInstalled(with(lock(LOCK.in("hall"), List.of(), List.of(E), 0L)), why);
    LockId huge = new LockId("huge", Integer.MAX_VALUE);
    isNotInstalled(with(lock(huge, List.of(), List.of(), 0L)), why);
    LockState sound = lock(LOCK, List.of(d), List.of(E), 0L);
    isNotInstalled(with(sound, sound), "its locks are not in order, or one is there twice");
    assertThat(RecordCheck.objection(with(lock(TWO, List.of(d), List.of(E), 0L, 3L), sound)))
        .isNull();
  }
}
