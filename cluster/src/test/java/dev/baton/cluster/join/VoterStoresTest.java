package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A voter's store says from its own thread that it has failed, and a log may block that. */
final class VoterStoresTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<Runnable> lines = new ArrayList<>();

  @Test
  void itsThreadDoesNotWriteThatIntoTheLog() {
    failing(new VoterStores(new Provider(), null, PATIENCE, reason -> {}, lines::add));
    assertThat(lines).hasSize(1);
    lines.clear();
    failing(new VoterStores_WritesAtOnce(new Provider(), null, PATIENCE, reason -> {}, lines::add));
    assertThat(lines).as("what another thread writes").isEmpty();
  }

  private static void failing(NetworkCluster.Stores stores) {
    stores.open(
        new NetworkCluster.Consensus(
            "orders",
            "a",
            Map.of("a", new InetSocketAddress("127.0.0.1", 1)),
            Path.of("a"),
            Duration.ofSeconds(3),
            EpochRecord.genesis(List.of("a"), List.of()),
            false));
  }

  private static final class Provider implements VoterStoreProvider {
    @Override
    public VoterStore open(VoterSettings settings, Consumer<String> refused) {
      return new Failed();
    }

    @Override
    public Kept kept(Path directory) {
      return Kept.NOTHING;
    }
  }

  private static final class Failed implements VoterStore {
    @Override
    public CompletionStage<Void> ready() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onFailed(Consumer<String> listener) {
      listener.accept("on purpose");
    }

    @Override
    public void suspend(String why) {}

    @Override
    public void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {}

    @Override
    public void latest(Consumer<@Nullable EpochRecord> answer) {}

    @Override
    public void onOpened(Consumer<EpochRecord> listener) {}

    @Override
    public void close() {}
  }
}
