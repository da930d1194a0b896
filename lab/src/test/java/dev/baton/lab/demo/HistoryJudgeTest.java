package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each thing that the judge looks for is found, and nothing else. */
class HistoryJudgeTest {

  @TempDir private Path directory;

  private void history(String member, String... lines) throws IOException {
    Path file = directory.resolve(member + History.SUFFIX);
    Files.writeString(file, "member " + member + "\n" + String.join("\n", lines) + "\n");
  }

  private HistoryJudge.Findings judge(long... counters) throws IOException {
    try (GuardedFile file = new GuardedFile(directory)) {
      for (int slot = 0; slot < counters.length; slot++) {
        file.write(slot, counters[slot], 1);
      }
    }
    return HistoryJudge.judge(directory);
  }

  @Test
  void twoThatTakeTurnsAreFine() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200", "enter 0 3 2 210 400", "left 450");
    history("b", "enter 0 2 1 150 230", "left 300");
    HistoryJudge.Findings found = judge(3);
    assertThat(found.isFine()).isTrue();
    assertThat(found.grants()).isEqualTo(3);
    assertThat(found.counter()).isEqualTo(3);
    assertThat(found.handOffs()).as("from 200 to 230, from 300 to 400").containsExactly(30L, 100L);
    assertThat(found.handOff(0.50)).isEqualTo(30);
    assertThat(found.handOff(0.99)).isEqualTo(100);
  }

  @Test
  void nothingAtAllIsFine() throws IOException {
    HistoryJudge.Findings found = judge();
    assertThat(found.isFine()).isTrue();
    assertThat(found.handOff(0.5)).isNull();
  }

  @Test
  void whoDidNotWaitWasNotHandedAnything() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200");
    history("b", "enter 0 2 1 220 230", "left 300", "enter 0 3 2 310 320", "left 330");
    assertThat(judge(3).handOffs()).isEmpty();
  }

  @Test
  void twoInsideAtOnceOverlap() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200");
    history("b", "enter 0 2 1 90 199", "left 300");
    HistoryJudge.Findings found = judge(2);
    assertThat(found.overlaps()).isEqualTo(1);
    assertThat(found.isFine()).isFalse();
  }

  @Test
  void aShortStayDoesNotHideALongOne() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 500");
    history("b", "enter 0 2 1 90 200", "left 210", "enter 0 3 2 211 300", "left 310");
    assertThat(judge(3).overlaps()).isEqualTo(2);
  }

  @Test
  void slotsDoNotOverlapEachOther() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200");
    history("b", "enter 1 1 0 90 150", "left 300");
    HistoryJudge.Findings found = judge(1, 1);
    assertThat(found.isFine()).isTrue();
    assertThat(found.counter()).isEqualTo(2);
  }

  @Test
  void aFenceMustBeLargerThanAllBefore() throws IOException {
    history("a", "enter 0 5 0 90 100", "left 200", "enter 0 5 2 310 320", "left 330");
    history("b", "enter 0 4 1 150 230", "left 300");
    assertThat(judge(3).fenceInversions()).isEqualTo(2);
  }

  @Test
  void anUpdateThatIsOverwrittenIsLost() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200", "enter 0 3 1 310 320", "left 330");
    history("b", "enter 0 2 0 150 230", "left 300");
    HistoryJudge.Findings found = judge(2);
    assertThat(found.lostUpdates()).isEqualTo(1);
    assertThat(found.isFine()).isFalse();
  }

  @Test
  void anUpdateThatNobodyMadeIsNotFine() throws IOException {
    history("a", "enter 0 1 0 90 100", "left 200");
    assertThat(judge(2).lostUpdates()).isEqualTo(-1);
    assertThat(judge(2).isFine()).isFalse();
  }

  @Test
  void whoWasKilledBeforeItWroteHasMadeNoUpdate() throws IOException {
    history("a", "enter 0 1 0 90 100", "killed 500");
    history("b", "enter 0 2 0 150 3500", "left 3600");
    HistoryJudge.Findings found = judge(1);
    assertThat(found.isFine()).isTrue();
    assertThat(found.recoveries()).containsExactly(3000L);
  }

  @Test
  void whoWasKilledAfterItWroteHasMadeOne() throws IOException {
    history("a", "enter 0 1 0 90 100", "killed 500");
    history("b", "enter 0 2 1 150 3500", "left 3600");
    assertThat(judge(2).isFine()).isTrue();
    assertThat(judge(1).lostUpdates()).isEqualTo(1);
  }

  @Test
  void theKilledMayNotBeFollowedBeforeTheKill() throws IOException {
    history("a", "enter 0 1 0 90 100", "killed 500");
    history("b", "enter 0 2 0 150 499", "left 520");
    assertThat(judge(1).overlaps()).isEqualTo(1);
  }

  @Test
  void thereIsNoRecoveryIfNobodyFollows() throws IOException {
    history("a", "enter 0 1 0 90 100", "killed 500", "enter 0 2 0 501 600", "left 700");
    assertThat(judge(1).recoveries()).containsExactly(-1L);
  }

  @Test
  void whoDidNotWriteSinceItsHoldWasLostIsFine() throws IOException {
    history("a", "enter 0 1 0 90 100", "lost 150");
    history("b", "enter 0 2 0 100 3000", "left 3100");
    assertThat(judge(1).isFine()).isTrue();
    assertThat(judge(1).recoveries()).isEmpty();
  }

  @Test
  void whoEndsWithoutAWordIsInsideForEver() throws IOException {
    history("a", "enter 0 1 0 90 100");
    history("b", "enter 0 2 0 100 300", "left 310");
    assertThat(judge(1).overlaps()).isEqualTo(1);
  }

  @Test
  void aLineThatAKilledProcessCouldNotFinishIsCutOff() throws IOException {
    Path file = directory.resolve("a" + History.SUFFIX);
    Files.writeString(file, "member a\nenter 0 1 0 90 100\nleft 200\nenter 0 2 1 21");
    History.killed(file, 230);
    assertThat(HistoryJudge.judge(directory).grants()).isEqualTo(1);
  }

  @Test
  void aFileThatIsNoHistoryIsRefused() throws IOException {
    history("a", "inside 100");
    assertThatThrownBy(this::judge)
        .hasMessageContaining("has a line that cannot be read: inside 100");
  }

  @Test
  void whatAWorkerWritesIsRead() throws IOException {
    Path file = directory.resolve("a.1" + History.SUFFIX);
    try (History history = new History(file, "a")) {
      history.enter(2, 7, 40, 10, 20);
      history.left(30);
      history.enter(0, 8, 41, 40, 50);
      history.lost(60);
      history.enter(1, 9, 42, 70, 80);
    }
    assertThat(History.read(file))
        .isEqualTo(
            List.of(
                new Stay("a", 2, 7, 40, 10, 20, Stay.Ended.LEFT, 30),
                new Stay("a", 0, 8, 41, 40, 50, Stay.Ended.LOST, 60),
                Stay.begun("a", 1, 9, 42, 70, 80)));
  }

  @Test
  void theGuardedFileKeepsACounterForEachSlot() throws IOException {
    try (GuardedFile file = new GuardedFile(directory)) {
      assertThat(file.read(2)).isZero();
      file.write(2, 5, 77);
      assertThat(file.read(0)).as("a hole in the file").isZero();
      file.write(0, Long.MAX_VALUE, Long.MAX_VALUE);
      assertThat(file.read(0)).isEqualTo(Long.MAX_VALUE);
      assertThat(file.read(2)).isEqualTo(5);
    }
  }
}
