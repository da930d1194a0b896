package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a voter, with which other users and processes of the machine can do nothing. */
class StateDirectoryTest {

  private static final int SOON_SECONDS = 30;

  @TempDir private Path directory;

  @BeforeEach
  void needsPermissions() {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
  }

  @Test
  void nobodyElseCanReadOrWriteIt() {
    VoterSettings settings = new Voters(directory, "a").settings("a");
    Path state = settings.directory();
    try (StateDirectory opened = new StateDirectory(settings, state.resolve("log"))) {
      opened.started();
      assertThat(permissions(state)).isEqualTo("rwx------");
      for (String file : List.of("lock", "voter.properties")) {
        assertThat(permissions(state.resolve(file))).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenTheNextTime() throws Exception {
    VoterSettings settings = new Voters(directory, "a").settings("a");
    Path state = settings.directory();
    Identity cluster = new Identity("4711", 5);
    try (StateDirectory opened = new StateDirectory(settings, state.resolve("log"))) {
      Path obstacle = Files.createDirectory(state.resolve("voter.properties.tmp"));
      assertThatThrownBy(() -> opened.identify(cluster)).hasMessageContaining("cannot be used");
      assertThat(opened.identity()).isNull();
      Files.delete(obstacle);
      opened.identify(cluster);
      assertThat(StateDirectory.kept(state).identity()).isEqualTo(cluster);
    }
  }

  @Test
  void aDirectoryThatWasOpenIsClosed() throws Exception {
    Path state = Files.createDirectories(directory.resolve("a"));
    Path inside = Files.createDirectory(state.resolve("old"));
    Path file = Files.writeString(inside.resolve("log"), "x");
    for (Path open : List.of(state, inside, file)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    OwnerOnly.directory(state);
    assertThat(Stream.of(state, inside, file).map(StateDirectoryTest::permissions))
        .containsExactly("rwx------", "rwx------", "rw-------");
  }

  /** The system takes the lock away when its process closes any of its channels to the file. */
  @Test
  @Tag("process")
  void anotherVoterOfThisProcessDoesNotUnlockIt() throws Exception {
    VoterSettings settings = new Voters(directory, "a").settings("a");
    Path log = settings.directory().resolve("log");
    Path lock = settings.directory().resolve("lock");
    StateDirectory first = new StateDirectory(settings, log);
    assertThatThrownBy(() -> new StateDirectory(settings, log))
        .hasMessageContaining("is in use by another voter");
    assertThat(isFree(lock)).isFalse();
    // One that is about to be closed is waited for.
    first.ends();
    CompletableFuture<StateDirectory> second =
        CompletableFuture.supplyAsync(() -> new StateDirectory(settings, log));
    assertThat(isFree(lock)).isFalse();
    assertThat(second).isNotDone();
    first.close();
    second.get(SOON_SECONDS, TimeUnit.SECONDS).close();
    assertThat(isFree(lock)).isTrue();
    try (StateDirectory next = new StateDirectory(settings, log)) {
      first.close();
      assertThat(isFree(lock)).as("closed by one that it belonged to before").isFalse();
      assertThat(next.store()).isEqualTo(first.store());
    }
  }

  private static boolean isFree(Path lock) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    String main = Locker.class.getName();
    int exit =
        new ProcessBuilder(java, "-cp", classes, main, lock.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    assertThat(exit).isBetween(0, 1);
    return exit == 0;
  }

  /** Another process. */
  static final class Locker {
    private Locker() {}

    public static void main(String[] arguments) {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        System.exit(channel.tryLock() == null ? 1 : 0);
      } catch (IOException e) {
        System.exit(2);
      }
    }
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
