package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.next;
import static dev.baton.voter.Voters.propose;
import static dev.baton.voter.Voters.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cluster.epoch.EpochRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the voter that leads hangs, as a file system does while it is frozen. Each voter has
 * a file system of its own, which takes root, loop devices and ext4; without them it is skipped.
 */
@Tag("process")
@Tag("slow")
final class FrozenDiskTest {

  private static final List<String> NAMES = List.of("a", "b", "c");

  /** A second until the leader notices, an election, and time for a busy machine. */
  private static final long NOTICED_SECONDS = 10;

  @TempDir Path root;

  private Voters voters;
  private String frozen;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount disks");
    for (String name : NAMES) {
      Path disk = root.resolve(name + ".disk");
      Path directory = Files.createDirectory(root.resolve(name));
      boolean isMounted =
          isDone("truncate", "--size=64M", disk)
              && isDone("mkfs.ext4", "-q", disk)
              && isDone("mount", "-o", "loop", disk, directory);
      assumeTrue(isMounted, "no loop devices or ext4 here");
    }
    voters = new Voters(root, NAMES.toArray(String[]::new)).openAll();
  }

  private static boolean isDone(Object... command) throws InterruptedException {
    List<String> words = Arrays.stream(command).map(Object::toString).toList();
    try {
      return new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void unmount() throws Exception {
    thaw();
    if (voters != null) {
      voters.closeAll();
    }
    for (String name : NAMES) {
      Path directory = root.resolve(name);
      if (Files.isDirectory(directory) && isDone("mountpoint", "-q", directory)) {
        // Its voter has been closed, but may still be about to end.
        await(() -> isUnmounted(directory));
      }
    }
  }

  private static boolean isUnmounted(Path directory) {
    try {
      return isDone("umount", directory);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void thaw() throws InterruptedException {
    if (frozen != null) {
      isDone("fsfreeze", "--unfreeze", root.resolve(frozen));
      frozen = null;
    }
  }

  @Test
  void aLeaderWhoseDiskHangsLeadsNoLonger() throws Exception {
    EpochRecord last = extend(voters.get("a"), voters.genesis, 3);
    String leader = voters.leader();
    assumeTrue(isDone("fsfreeze", "--freeze", root.resolve(leader)), "disks cannot be frozen");
    frozen = leader;

    String other = NAMES.stream().filter(name -> !name.equals(leader)).findFirst().orElseThrow();
    EpochRecord next = next(last, other);
    assertThat(propose(voters.get(other), last, next).get(NOTICED_SECONDS, TimeUnit.SECONDS))
        .isEqualTo(next);
    assertThat(voters.get(other).leader()).isNotEqualTo(leader);

    thaw();
    assertThat(soon(latest(voters.get(leader)))).isEqualTo(next);
  }
}
