package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Confirm;
import dev.baton.cluster.epoch.Frame.Confirmed;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Step;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How much others can make a member keep, look at, or send. */
@Tag("hostile")
final class HostileBoundsTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final Seat A = new Seat("a", 1, 1);
  private static final Seat MALLORY = new Seat("mallory", 1, 666);
  private static final EpochRecord GENESIS =
      EpochRecord.genesis(List.of("a", "b", "c"), List.of(new Choice("*", "naimi-trehel")));

  private static EpochRecord record(List<Seat> members) {
    return new EpochRecord(
        1,
        GENESIS.hash(),
        members,
        new TreeMap<>(),
        GENESIS.voters(),
        GENESIS.choices(),
        new TreeMap<>(),
        List.of(),
        0);
  }

  private static List<Seat> seats(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Seat("%06d".formatted(i), 1, i)).toList();
  }

  @Test
  void aThousandWishesToJoinAreKept() {
    Voter voter = new Voter(TIMING, Rules.ALL, Set.of());
    voter.install(0, GENESIS);
    seats(5_000).forEach(seat -> voter.join(1, seat, null));
    assertThat(voter.joiners(1)).hasSize(1_000);
    // Who asks again keeps its place, and others get one when those have gone.
    voter.join(2, new Seat("000000", 2, 0), null);
    assertThat(voter.joiners(2)).hasSize(1_000);
    long later = 2 * TIMING.suspectAfter();
    voter.join(later, A, null);
    assertThat(voter.joiners(later)).extracting(Voter.Joiner::seat).containsExactly(A);
  }

  @Test
  void aRecordHasTenThousandMembersAtMost() {
    assertThat(RecordCheck.objection(record(seats(RecordCheck.MOST_SEATS)))).isNull();
    assertThat(RecordCheck.objection(record(seats(RecordCheck.MOST_SEATS + 1))))
        .isEqualTo("it has more than 10000 members");
  }

  @Test
  void aHundredStepsAreLookedAt() {
    Member member = Member.start(0, new Seat("d", 1, 4), GENESIS, TIMING, Rules.ALL);
    member.receive(1, A, Member.ANY, new Confirmed(steps(RecentSteps.KEPT)));
    assertThat(member.drain()).doesNotContain(new Effect.Ignored(A, "CONFIRMED"));
    member.receive(2, A, Member.ANY, new Confirmed(steps(RecentSteps.KEPT + 1)));
    assertThat(member.drain()).contains(new Effect.Ignored(A, "CONFIRMED"));
  }

  private static List<Step> steps(int count) {
    return Collections.nCopies(count, Step.of(record(List.of(A))));
  }

  @Test
  void everybodyIsToldOnceInAnInterval() {
    for (boolean isKnown : new boolean[] {true, false}) {
      Pace pace = new Pace();
      assertThat(pace.allows(90, "first", isKnown, 100)).isTrue();
      assertThat(pace.allows(180, "second", isKnown, 100)).isTrue();
      assertThat(pace.allows(195, "second", isKnown, 100)).isFalse();
      assertThat(pace.allows(195, "first", isKnown, 100)).isTrue();
      assertThat(pace.allows(280, "second", isKnown, 100)).isTrue();
    }
  }

  private static Member voter(EpochRecord record) {
    Member voter = Member.startVoter(0, A, Set.of(), TIMING, Rules.ALL);
    voter.latest(0, record, List.of(GENESIS, record));
    voter.drain();
    return voter;
  }

  private static Beat beat(List<Seat> suspects, List<Seat> stuck) {
    return new Beat(1, 1, suspects, stuck, false, null, false);
  }

  /** The voter itself asserts how many it keeps. */
  @Test
  void beatsOfStrangersAreNotKept() {
    Member voter = voter(record(List.of(A)));
    for (Seat stranger : seats(100)) {
      voter.receive(1, stranger, Member.ANY, beat(List.of(), List.of()));
    }
    assertThat(voter.record().members()).containsExactly(A);
  }

  @Test
  void aBeatListsNoMoreSeatsThanThereAre() {
    Seat e = new Seat("e", 1, 5);
    List<Seat> two = Collections.nCopies(2, e);
    List<Seat> three = Collections.nCopies(3, e);
    Effect ignored = new Effect.Ignored(e, "BEAT");
    Member voter = voter(record(List.of(A, e)));
    voter.receive(1, e, Member.ANY, beat(two, two));
    assertThat(voter.drain()).doesNotContain(ignored);
    voter.receive(2, e, Member.ANY, beat(three, List.of()));
    assertThat(voter.drain()).contains(ignored);
    voter.receive(3, e, Member.ANY, beat(List.of(), three));
    assertThat(voter.drain()).contains(ignored);
  }

  @Test
  void anAnswerToSealListsNoMoreLocksThanAMemberMayUse() {
    AnswerCheck check = new AnswerCheck(record(List.of(A)), TIMING, Rules.ALL);
    int most = SizeBudget.OF_A_FRAME.mostReports();
    assertThat(check.isSound(A, sealed(null, reports(most)))).isTrue();
    assertThat(check.isSound(A, sealed(null, reports(most + 1)))).isFalse();
  }

  private static List<LockReport> reports(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new LockId("%06d".formatted(i), 1))
        .map(id -> new LockReport(id, true, false, 0, -1, 0, List.of()))
        .toList();
  }

  private static Sealed sealed(String neighbourhood, List<LockReport> reports) {
    return new Sealed(1, A, false, neighbourhood, reports, null);
  }

  /** It would stand in the log and in the record, and look like another. */
  @Test
  void aNeighbourhoodWithCharactersThatCannotBeSeenIsNotTaken() {
    String hidden = "east\u2028";
    AnswerCheck check = new AnswerCheck(record(List.of(A)), TIMING, Rules.ALL);
    assertThat(check.isSound(A, sealed("east", List.of()))).isTrue();
    assertThat(check.isSound(A, sealed(hidden, List.of()))).isFalse();

    Voter voter = new Voter(TIMING, Rules.ALL, Set.of());
    voter.install(0, record(List.of(A)));
    assertThat(voter.fits(new Beat(1, 1, List.of(), List.of(), false, "east", false))).isTrue();
    assertThat(voter.fits(new Beat(1, 1, List.of(), List.of(), false, hidden, false))).isFalse();
    voter.join(1, MALLORY, hidden);
    assertThat(voter.joiners(1)).isEmpty();
    voter.join(1, MALLORY, "east");
    assertThat(voter.joiners(1)).hasSize(1);
  }

  /** An answer may be a hundred times as long as the question. */
  @Test
  void questionsAreAnsweredAtABoundedRate() {
    Member voter = Member.startVoter(0, A, Set.of(), TIMING, Rules.ALL);
    voter.latest(0, GENESIS, List.of(GENESIS));
    voter.drain();
    int answers = 0;
    for (long now = 1; now <= TIMING.heartbeat(); now += TIMING.heartbeat() / 1000) {
      voter.receive(now, MALLORY, Member.ANY, new Confirm(0));
      for (Effect effect : voter.drain()) {
        answers += effect instanceof Effect.Send send && send.frame() instanceof Confirmed ? 1 : 0;
      }
    }
    assertThat(answers).isBetween(1, 21);
  }
}
