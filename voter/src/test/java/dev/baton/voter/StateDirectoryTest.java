package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other users of the machine can do with the files of a voter: nothing. */
class StateDirectoryTest {

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

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
