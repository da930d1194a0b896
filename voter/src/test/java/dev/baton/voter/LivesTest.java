package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.epoch.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which earlier processes of a voter have ended for certain. */
class LivesTest {

  @TempDir private Path temporary;
  private Path directory;
  private Path bootId;

  @BeforeEach
  void prepare() throws IOException {
    directory = Files.createDirectory(temporary.resolve("voter"));
    Files.createFile(directory.resolve(StateDirectory.LOCK));
    bootId = Files.writeString(temporary.resolve("boot_id"), "4711\n");
  }

  private Lives open(Path where) {
    return new Lives(where, Lives.place(where, bootId), Runnable::run);
  }

  private static Set<Long> ended(Lives lives) {
    return Former.ended(lives.formers(), Rules.ALL);
  }

  @Test
  void aProcessBeforeThisOneHasEnded() {
    Lives first = open(directory);
    first.remember(-5);
    first.remember(7);
    assertThat(ended(first)).isEmpty();
    Lives second = open(directory);
    second.remember(8);
    assertThat(ended(second)).containsExactlyInAnyOrder(-5L, 7L);
    assertThat(ended(open(directory))).containsExactlyInAnyOrder(-5L, 7L, 8L);
  }

  /** The process that uses the original may live. */
  @Test
  void whatACopySaysIsNotCertain() throws IOException {
    open(directory).remember(7);
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    Files.createFile(copy.resolve(StateDirectory.LOCK));
    Files.copy(directory.resolve("lives"), copy.resolve("lives"));
    Lives copied = open(copy);
    assertThat(copied.formers()).containsExactly(new Former(7, true, false));
    assertThat(ended(copied)).isEmpty();
    copied.remember(8);
    assertThat(ended(open(copy))).containsExactly(8L);
  }

  /** The process that has the former file open may live, with the lock on it. */
  @Test
  void nothingIsCertainWithAnotherFileToLock() throws IOException {
    open(directory).remember(7);
    Path lock = directory.resolve(StateDirectory.LOCK);
    Path former = temporary.resolve("former");
    Files.move(lock, former);
    assertThat(Lives.place(directory, bootId)).isNull();
    Files.createFile(lock);
    assertThat(ended(open(directory))).isEmpty();
    Files.move(former, lock, StandardCopyOption.REPLACE_EXISTING);
    assertThat(ended(open(directory))).containsExactly(7L);
  }

  /** Or the same disk at another machine. */
  @Test
  void nothingIsCertainAfterTheMachineWasSwitchedOn() throws IOException {
    open(directory).remember(7);
    Files.writeString(bootId, "4712\n");
    assertThat(ended(open(directory))).isEmpty();
  }

  @Test
  void nothingIsCertainWhereThePlaceCannotBeTold() throws IOException {
    Lives unknown = new Lives(directory, null, Runnable::run);
    unknown.remember(7);
    assertThat(directory.resolve("lives")).doesNotExist();
    assertThat(ended(new Lives(directory, null, Runnable::run))).isEmpty();
    assertThat(Lives.place(directory, temporary.resolve("missing"))).isNull();
  }

  @Test
  void aLineThatIsCutOffIsLeftOut() throws IOException {
    open(directory).remember(7);
    Files.writeString(directory.resolve("lives"), "3f", StandardOpenOption.APPEND);
    assertThat(ended(open(directory))).containsExactly(7L);
  }

  /** A log may block: it is written by another thread. */
  @Test
  void whatCannotBeReadOrWrittenIsSaidByAnother() throws IOException {
    List<Runnable> lines = new ArrayList<>();
    Files.createDirectory(directory.resolve("lives"));
    Lives lives = new Lives(directory, "here", lines::add);
    assertThat(lines).hasSize(1);
    lives.remember(7);
    assertThat(lines).hasSize(2);
  }
}
