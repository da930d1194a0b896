package dev.baton.cluster.join;

import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.seat.LoggingWatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The epochs on the disks of the voters.
 *
 * @param tls null for connections that anybody can read and forge
 * @param patience how long the voters may take to find each other
 * @param refused told why somebody was not let in by the consensus of this voter
 * @param log writes lines, and holds nobody up: a store says from its own thread that it has failed
 */
public record VoterStores(
    VoterStoreProvider provider,
    @Nullable KeyFiles tls,
    Duration patience,
    Consumer<String> refused,
    Consumer<Runnable> log)
    implements NetworkCluster.Stores {

  private static final Logger LOG = LoggerFactory.getLogger(LoggingWatcher.LOGGER);

  @Override
  public Kept kept(Path directory) {
    return provider.kept(directory);
  }

  @Override
  public EpochStore open(NetworkCluster.Consensus consensus) {
    VoterSettings settings =
        new VoterSettings(
            consensus.cluster(),
            consensus.voter(),
            consensus.addresses(),
            consensus.directory(),
            tls,
            consensus.genesis(),
            VoterSettings.electionTimeout(consensus.lease()),
            consensus.replacesLostVoter());
    VoterStore store = provider.open(settings, refused);
    try {
      if (!isReady(store, consensus.voter())) {
        String state = store.toString();
        store.close();
        throw new Refusal(
            Refusal.Kind.SUSPENDED,
            state
                + " after "
                + patience.toSeconds()
                + " s: check that the voters can reach each other at "
                + consensus.addresses()
                + ".");
      }
      store.onFailed(
          sentence -> log.accept(() -> LOG.error("{}: {}", consensus.voter(), sentence)));
      return store;
    } catch (ExecutionException e) {
      store.close();
      throw failure(e);
    } catch (InterruptedException e) {
      store.close();
      Thread.currentThread().interrupt();
      throw new Refusal(
          Refusal.Kind.SUSPENDED, "Member " + consensus.voter() + " was interrupted.");
    }
  }

  /** Whether it belongs to the group in time. */
  private boolean isReady(VoterStore store, String voter)
      throws InterruptedException, ExecutionException {
    CompletableFuture<Void> ready = store.ready().toCompletableFuture();
    new Waiting(voter, patience, () -> "waits: " + store)
        .until(
            time -> {
              try {
                ready.get(time.toNanos(), TimeUnit.NANOSECONDS);
                return true;
              } catch (ExecutionException e) {
                return true;
              } catch (TimeoutException e) {
                return null;
              }
            });
    if (ready.isDone()) {
      ready.get();
    }
    return ready.isDone();
  }

  @SuppressWarnings("NullAway") // An ExecutionException has a cause.
  private static IllegalStateException failure(ExecutionException e) {
    return new IllegalStateException(e.getCause().getMessage(), e.getCause());
  }
}
