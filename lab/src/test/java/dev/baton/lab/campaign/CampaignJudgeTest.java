package dev.baton.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each thing that the judge looks for is found in journals made by hand, and nothing else. */
class CampaignJudgeTest {

  private static final CampaignSettings SETTINGS =
      new CampaignSettings(
          2,
          1,
          "naimi-trehel",
          Duration.ofSeconds(1),
          false,
          1,
          Duration.ofSeconds(60),
          null,
          FaultChoice.of(),
          EnumSet.of(Load.HOT),
          true);

  /** In these journals a second is 1,000,000,000, as in real ones; the last calm is from 50 s. */
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path directory;
  private final Set<Path> survivors = new TreeSet<>();

  /** Writes a journal; in its lines, 5s stands for 5 seconds. */
  private void journal(String member, int run, String... lines) throws IOException {
    Path path = directory.resolve(member + "." + run + ".history");
    StringBuilder text = new StringBuilder("member " + member + "\n");
    for (String line : lines) {
      for (String word : line.split(" ")) {
        text.append(
                word.matches("[0-9.]+s")
                    ? "" + Math.round(Double.parseDouble(word.replace("s", "")) * SECOND)
                    : word)
            .append(' ');
      }
      text.setLength(text.length() - 1);
      text.append('\n');
    }
    Files.writeString(path, text);
    survivors.add(path);
  }

  /** Both are granted something in the last calm. */
  private void calm() throws IOException {
    journal("member-1", 9, "ask hot hot 51s 0", "in hot hot 0 1001 51s", "out hot 51.1s");
    journal("member-2", 9, "ask hot hot 52s 0", "in hot hot 0 1002 52s", "out hot 52.1s");
  }

  private CampaignJudge.Findings judge(CampaignJudge.Done... faults) throws IOException {
    return CampaignJudge.judge(
        SETTINGS,
        new CampaignJudge.Course(
            0,
            List.of(faults),
            List.of(18 * SECOND, 59 * SECOND),
            50 * SECOND,
            60 * SECOND,
            survivors),
        directory);
  }

  @Test
  void takingTurnsIsFine() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 5 2s", "valid hot 2.5s", "out hot 3s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 6 3s", "lost hot 4s");
    CampaignJudge.Findings found = judge();
    assertThat(found.violations()).isEmpty();
    assertThat(found.grants()).isEqualTo(4);
    assertThat(found.lostHolds()).isEqualTo(1);
  }

  @Test
  void twoValidHoldsOverlap() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 5 2s", "out hot 3.001s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 6 3s", "out hot 4s");
    CampaignJudge.Findings found = judge();
    assertThat(found.overlaps()).isEqualTo(1);
    assertThat(found.violations())
        .containsExactly(
            "1 overlaps at hot, the first at 3.000 s: member-1 with fence 5 from 2.000 s to 3.001 s"
                + " and member-2 with fence 6 from 3.000 s to 4.000 s");
  }

  /** It may have been valid for longer, but nobody knows. */
  @Test
  void whoWasKilledHeldForAsLongAsItHadSeen() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 5 2s", "valid hot 2.5s", "killed 9s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 6 2.6s", "out hot 4s");
    assertThat(judge().violations()).isEmpty();
    journal("member-2", 2, "ask hot hot 1s 0", "in hot hot 0 7 2.4s", "out hot 2.45s");
    assertThat(judge().overlaps()).isEqualTo(1);
  }

  @Test
  void slotsAndLocksAreJudgedApart() throws IOException {
    calm();
    journal(
        "member-1",
        1,
        "ask a printers 1s 0",
        "ask b many/1 1s 0",
        "in a printers 1 5 2s",
        "in b many/1 0 9 2s",
        "out a 4s",
        "out b 4s");
    journal("member-2", 1, "ask a printers 1s 0", "in a printers 2 5 2s", "out a 4s");
    assertThat(judge().violations()).isEmpty();
  }

  @Test
  void aFenceThatDoesNotGrowIsFound() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 7 2s", "out hot 3s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 6 4s", "out hot 5s");
    CampaignJudge.Findings found = judge();
    assertThat(found.fenceInversions()).isEqualTo(1);
    assertThat(found.violations())
        .singleElement()
        .asString()
        .startsWith("1 fences out of order at hot, the first at 4.000 s: member-1 with fence 7");
  }

  /** Its number cannot be compared by time: it may have been granted long before it was seen. */
  @Test
  void aHoldThatWasLostAtOnceCountsOnlyIfItsFenceIsGivenTwice() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 7 2s", "out hot 3s");
    journal("member-2", 1, "ask hot hot 1s 0", "late hot hot 0 6 4s");
    assertThat(judge().violations()).isEmpty();
    journal("member-2", 2, "ask hot hot 1s 0", "late hot hot 0 7 4s");
    CampaignJudge.Findings found = judge();
    assertThat(found.fenceInversions()).isEqualTo(1);
    assertThat(found.violations()).containsExactly("the fence 7 of hot was given twice");
  }

  @Test
  void aWaiterWithoutAnAnswerIsLost() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 40s 0");
    CampaignJudge.Findings found = judge();
    assertThat(found.lostWaiters()).isEqualTo(1);
    assertThat(found.violations())
        .containsExactly("member-1 has waited for hot since 40.000 s, through the whole last calm");
  }

  @Test
  void aWaiterThatIsAnsweredAfterTheCalmIsLostToo() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 40s 0", "in hot hot 0 2000 61s", "out hot 62s");
    assertThat(judge().lostWaiters()).isEqualTo(1);
  }

  @Test
  void whoAskedInTheCalmOrWasKilledIsNotALostWaiter() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 51s 0");
    journal("member-2", 1, "ask hot hot 20s 0", "killed 21s");
    survivors.remove(directory.resolve("member-2.1.history"));
    assertThat(judge().violations()).isEmpty();
  }

  @Test
  void aMemberThatIsGrantedNothingInTheCalmIsNotBack() throws IOException {
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 5 51s", "out hot 52s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 4 49s", "out hot 50s");
    journal("member-2", 2, "ask hot hot 59s 0", "in hot hot 0 6 60.1s", "out hot 60.2s");
    CampaignJudge.Findings found = judge();
    assertThat(found.notBack()).isEqualTo(1);
    assertThat(found.violations()).containsExactly("member-2 was granted nothing in the last calm");
  }

  @Test
  void aProcessThatGrowsIsFound() throws IOException {
    calm();
    journal("member-1", 1, "health 1s 30 20000000", "health 50s 47 20000000");
    assertThat(judge().violations()).isEmpty();
    journal("member-1", 2, "health 1s 30 20000000", "health 50s 48 20000000");
    journal("member-2", 1, "health 1s 30 20000000", "health 50s 30 90000000");
    CampaignJudge.Findings found = judge();
    assertThat(found.grown()).isEqualTo(2);
    assertThat(found.violations())
        .containsExactlyInAnyOrder(
            "member-1 has 48 threads, after 30", "member-2 has 85 MiB on its heap, after 19");
  }

  @Test
  void outageAndRecoveryAreMeasured() throws IOException {
    calm();
    journal(
        "member-1",
        1,
        "ask hot hot 9s 0",
        "in hot hot 0 5 9s",
        "out hot 9.5s",
        "ask hot hot 14s 0",
        "in hot hot 0 7 14s",
        "out hot 14s");
    journal(
        "member-2",
        1,
        "ask a many/1 9s 0",
        "in a many/1 0 5 12.5s",
        "lost a 12.6s",
        "ask a many/1 13s 0",
        "in a many/1 0 6 15s",
        "out a 15s");
    PlannedFault stop =
        new PlannedFault(1, FaultKind.STOP, 0, 0, "member-2", List.of(), LinkRule.FREE, 0);
    CampaignJudge.Findings found =
        judge(
            new CampaignJudge.Done(stop, 10 * SECOND, 13 * SECOND, "", ""),
            new CampaignJudge.Done(stop, 20 * SECOND, 21 * SECOND, "", ""));
    CampaignJudge.Effect effect = found.effects().getFirst();
    assertThat(effect.outage()).as("15 s to 18 s, when all look").isEqualTo(3 * SECOND);
    assertThat(effect.hotOutage()).as("14 s to 18 s").isEqualTo(4 * SECOND);
    assertThat(effect.back()).as("13 s to 15 s").isEqualTo(2 * SECOND);
    assertThat(effect.lost()).isEqualTo(1);
    assertThat(found.effects().getLast().back()).isEqualTo(31 * SECOND);
    assertThat(found.grantsBySecond().get("member-1")[14]).isEqualTo(1);
  }

  /** So many holds, one each second. */
  private void grants(String member, int run, int fence, int from, int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int second = from; second < from + count; second++) {
      lines.add("ask hot hot " + second + "s 0");
      lines.add("in hot hot 0 " + (fence + second) + " " + second + ".5s");
      lines.add("out hot " + second + ".6s");
    }
    journal(member, run, lines.toArray(String[]::new));
  }

  private static CampaignJudge.Done link(long begin, long end) {
    PlannedFault link =
        new PlannedFault(1, FaultKind.LINK, 0, 0, "", List.of(1, 2), LinkRule.FREE, 0);
    return new CampaignJudge.Done(link, begin * SECOND, end * SECOND, "", "");
  }

  /**
   * Of eight seconds before the fault, until all look at themselves, and ten in it; whoever had no
   * seat in it does not count.
   */
  @Test
  void theShareIsThatOfMembersThatKeptTheirSeats() throws IOException {
    calm();
    grants("member-1", 1, 0, 10, 8);
    grants("member-2", 1, 100, 25, 2);
    journal("member-1", 2, "event 5s epoch 7 member-1,member-2", "event 21s epoch 8 member-1");
    grants("member-1", 3, 200, 30, 6);
    grants("member-2", 3, 300, 38, 1);
    CampaignJudge.Effect effect = judge(link(20, 40)).effects().getFirst();
    assertThat(effect.share()).isEqualTo(0.6);
    assertThat(effect.unseated()).isEqualTo(1);
    assertThat(effect.epochs()).isEqualTo(1);
  }

  @Test
  void whoWasMissingBeforeTheFaultHasNotKeptItsSeat() throws IOException {
    calm();
    grants("member-1", 1, 0, 10, 10);
    grants("member-2", 1, 100, 30, 10);
    journal("member-1", 2, "event 19s epoch 8 member-1,member-3");
    CampaignJudge.Effect effect = judge(link(20, 40)).effects().getFirst();
    assertThat(effect.share()).isZero();
    assertThat(effect.unseated()).as("no epoch in the fault").isZero();
    assertThat(effect.epochs()).isZero();
  }

  @Test
  void thereIsNoShareOfTenSecondsOrLess() throws IOException {
    calm();
    grants("member-1", 1, 0, 5, 30);
    assertThat(judge(link(10, 40)).effects().getFirst().share()).isNaN();
    assertThat(judge(link(20, 30)).effects().getFirst().share()).isNaN();
    assertThat(judge(link(20, 25)).effects().getFirst().share()).isNaN();
    assertThat(judge(link(20, 31)).effects().getFirst().share()).isEqualTo(1);
  }

  @Test
  void whyEpochsBeganIsInTheLogs() throws IOException {
    calm();
    journal("member-1", 1, "event 21s epoch 8 member-1", "event 30s epoch 9 member-1,member-2");
    String line = "2026-11-19T22:12:03.125Z INFO Baton - %s: epoch %s; members: member-1%n";
    Files.writeString(
        directory.resolve("member-1.1.log"),
        line.formatted("member-1", "7 after a pause of 3 ms: join of member-2")
            + line.formatted(
                "member-1",
                "8 after a pause of 3 ms: cut link of member-2 to member-1, meeting with another"
                    + " cluster, told by member-1")
            + "java.lang.IllegalStateException: not a line of the log\n");
    Files.writeString(
        directory.resolve("member-2.1.log"),
        line.formatted("member-2", "9 after a pause of 3 ms: cut link of member-2 to member-1"));
    assertThat(judge(link(20, 40)).effects().getFirst().reasons())
        .containsExactly(
            "cut link of member-2 to member-1", "meeting with another cluster, told by member-1");
  }

  /** The median of two is the smaller one. */
  @Test
  void kindsAreSummedUp() {
    List<KindTotals> kinds =
        KindTotals.of(
            List.of(
                new KindTotals.One("stop", 5, 6, 1, -1, 1),
                new KindTotals.One("kill", 9, 9, 2, 3, 0),
                new KindTotals.One("stop", 7, 8, 2, 4, 2)));
    assertThat(kinds)
        .containsExactly(
            new KindTotals("kill", 1, 9, 9, 9, 2, 3, 0),
            new KindTotals("stop", 2, 5, 7, 8, 2, -1, 3));
  }

  @Test
  void aStrangerIsNotTheMemberWhoseNameItUses() throws IOException {
    calm();
    Path path = directory.resolve("stranger.3.history");
    Files.writeString(path, "member member-2\nask hot hot 5 0\nin hot hot 0 5 6\nout hot 7\n");
    assertThat(judge().grantsBySecond()).containsOnlyKeys("member-1", "member-2", "stranger");
  }

  @Test
  void aLineThatAKilledProcessCouldNotFinishIsForgotten() throws IOException {
    calm();
    Path path = directory.resolve("member-1.1.history");
    Files.writeString(path, "member member-1\nask hot hot 5 0\nin hot ho");
    assertThat(judge().violations()).isEmpty();
    Files.writeString(path, "member member-1\nin hot ho\nask hot hot 5 0\n");
    assertThatThrownBy(this::judge).hasMessageContaining("cannot be read: in hot ho");
  }

  @Test
  void whatAWorkerWritesIsRead() throws IOException {
    calm();
    try (Journal journal = new Journal(directory.resolve("member-1.1.history"), "member-1")) {
      journal.event(1, "started");
      journal.ask("hot", "hot", 10, 0);
      journal.in("hot", "hot", 0, 3, 20);
      journal.valid("hot", 25);
      journal.out("hot", 30);
      journal.ask("hot", "hot", 40, 2000);
      journal.none("hot", 50);
      journal.ask("hot", "hot", 60, 0);
      journal.late("hot", "hot", 0, 4, 70);
      journal.ask("hot", "hot", 80, 0);
      journal.in("hot", "hot", 0, 5, 90);
      journal.lost("hot", 95);
      journal.health(100, 10, 1000);
    }
    CampaignJudge.Findings found = judge();
    assertThat(found.violations()).isEmpty();
    assertThat(found.grants()).isEqualTo(4);
    assertThat(found.lostHolds()).isEqualTo(1);
  }

  @Test
  void theReportShowsEverythingAndAsksForNothing() throws IOException {
    calm();
    journal("member-1", 1, "ask hot hot 1s 0", "in hot hot 0 5 2s", "out hot 3.001s");
    journal("member-2", 1, "ask hot hot 1s 0", "in hot hot 0 6 3s", "out hot 4s");
    PlannedFault stop =
        new PlannedFault(1, FaultKind.STOP, 0, 0, "member-2", List.of(), LinkRule.FREE, 0);
    CampaignJudge.Done done =
        new CampaignJudge.Done(stop, 10 * SECOND, 13 * SECOND, "", "said <nothing>");
    CampaignJudge.Findings found = judge(done);
    Campaign.Outcome outcome =
        new Campaign.Outcome(
            SETTINGS,
            "loopback",
            List.of("left out: cut (not root)"),
            List.of(stop),
            new CampaignJudge.Course(
                0, List.of(done), List.of(), 50 * SECOND, 60 * SECOND, survivors),
            found,
            found.violations(),
            List.of());
    String page = CampaignReport.page(outcome, "VIOLATED");
    assertThat(page)
        .contains("Violated", "left out: cut (not root)", "1 overlaps at hot", "member-2")
        .contains("1 stop", "said &lt;nothing&gt;", "<svg class=\"line\"", "last calm")
        .doesNotContain("http:", "https:", "<script");
  }
}
