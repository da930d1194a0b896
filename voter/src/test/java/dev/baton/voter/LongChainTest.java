package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.propose;
import static dev.baton.voter.Voters.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.Codec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Many epochs: snapshots are taken, the log is purged, and who was away still catches up. */
@Tag("slow")
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class LongChainTest {

  private static final int EPOCHS = 450;

  @TempDir Path root;

  /** A record of about 28 KB: two thirds of the chain fill a segment of the log. */
  private static EpochRecord next(EpochRecord before) {
    return padded(before, 28_000);
  }

  private static List<String> files(Path directory, String beginning) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(beginning) && !name.endsWith(".md5"))
          .sorted()
          .toList();
    }
  }

  @Test
  void moreEpochsThanTheLogKeeps() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord first = next(voters.genesis);
      assertThat(soon(propose(voters.get("a"), voters.genesis, first))).isEqualTo(first);
      voters.close("c");
      RatisEpochStore leader = voters.get(voters.leader());
      List<EpochRecord> chain = new ArrayList<>(List.of(first));
      while (chain.size() < EPOCHS) {
        EpochRecord next = next(chain.getLast());
        assertThat(soon(propose(leader, chain.getLast(), next))).isEqualTo(next);
        chain.add(next);
      }
      List<EpochRecord> kept = chain.subList(EPOCHS - Chain.KEPT, EPOCHS);
      // On a busy machine another may lead by now, and this one hear of the last a little later.
      await(() -> leader.records().equals(kept));

      // Old segments of the log are gone, and old snapshots too.
      for (String voter : List.of("a", "b")) {
        Path directory = voters.directory(voter);
        await(() -> unchecked(() -> files(directory, "snapshot.")).size() == 2);
        assertThat(files(directory, "log_"))
            .hasSizeLessThan(4)
            .noneMatch(name -> name.matches("log_(inprogress_)?[01](-.*)?"));
      }

      // The log of the others begins later than c's ends: it is sent a snapshot.
      List<EpochRecord> told = new ArrayList<>();
      RatisEpochStore c = voters.open("c");
      c.onOpened(told::add);
      assertThat(soon(latest(c))).isEqualTo(chain.getLast());
      await(() -> c.records().equals(kept));

      // What is too old is not in the chain; what is not, has a successor.
      assertThat(soon(propose(c, first, next(first)))).isNull();
      assertThat(soon(propose(c, kept.getFirst(), next(kept.getFirst())))).isEqualTo(kept.get(1));

      // Everybody restarts from a snapshot.
      voters.closeAll();
      voters.openAll();
      for (RatisEpochStore store : voters.open.values()) {
        assertThat(soon(latest(store))).isEqualTo(chain.getLast());
        await(() -> store.records().equals(kept));
      }
    }
  }

  @Test
  void aRecordMayBeAsLargeAsTheFormatAllows() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord large = padded(voters.genesis, Codec.LARGEST - 100);
      String leader = voters.leader();
      RatisEpochStore other = voters.get(leader.equals("a") ? "b" : "a");
      assertThat(soon(propose(other, voters.genesis, large))).isEqualTo(large);
      assertThat(soon(latest(other))).isEqualTo(large);
      EpochRecord tooLarge = padded(voters.genesis, Codec.LARGEST + 209);
      assertThatThrownBy(() -> propose(voters.get("a"), voters.genesis, tooLarge))
          .hasMessage("A frame has at most " + Codec.LARGEST + " bytes.");
    }
  }

  /** A record of about as many bytes, a little less. */
  private static EpochRecord padded(EpochRecord before, int bytes) {
    TreeMap<String, Integer> floor = new TreeMap<>();
    String name = "x".repeat(200);
    for (int i = 100_000; i < 100_000 + bytes / 209; i++) {
      floor.put(name + i, 1);
    }
    return new EpochRecord(
        before.number() + 1,
        before.hash(),
        List.of(),
        new TreeMap<>(),
        before.voters(),
        before.choices(),
        floor,
        List.of(),
        0);
  }

  private interface Question<T> {
    T ask() throws IOException;
  }

  private static <T> T unchecked(Question<T> question) {
    try {
      return question.ask();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSnapshotIsReadAsItWasWrittenOrNotAtAll() throws Exception {
    EpochRecord genesis = EpochRecord.genesis(List.of("a"), List.of());
    Chain chain = new Chain(genesis);
    for (int i = 0; i < 5; i++) {
      chain.propose(i, next(chain.last()));
    }
    byte[] bytes = chain.toBytes();
    assertThat(Chain.of(bytes).records()).isEqualTo(chain.records()).hasSize(6);
    for (int i = 0; i < bytes.length; i++) {
      byte[] spoilt = bytes.clone();
      spoilt[i] ^= 1;
      assertThatThrownBy(() -> Chain.of(spoilt)).isInstanceOf(IOException.class);
    }
    for (int length = 0; length < bytes.length; length += 7) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Chain.of(cut)).isInstanceOf(IOException.class);
    }
  }
}
