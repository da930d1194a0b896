package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.FreePorts;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A voter at the first start of its cluster, for which calling another fails at first. */
final class FailingIntroduction implements Formation.Store {

  private FailingIntroduction() {}

  /**
   * It calls again; throws if it does not.
   *
   * @param root where its directory is made
   * @param patience how long each call may take
   */
  static void run(Path root, Duration patience) throws Exception {
    RatisSafeguards.apply();
    VoterSettings settings =
        new VoterSettings(
            "orders",
            "a",
            Map.of("a", endpoint(), "b", endpoint()),
            root,
            null,
            EpochRecord.genesis(List.of("a", "b"), List.of()));
    Semaphore called = new Semaphore(0);
    AtomicInteger calls = new AtomicInteger();
    VoterLog log = new VoterLog(Runnable::run, RecordedLog.open().logger());
    StoreLoop loop = new StoreLoop("a", log, System::nanoTime);
    try (StateDirectory directory = new StateDirectory(settings, root.resolve("log"));
        Exchange exchange =
            new Exchange(
                "a",
                null,
                new RefusedCalls(reason -> {}, (what, why, missed) -> {}, System::nanoTime),
                voter -> {
                  called.release();
                  throw problem(calls.incrementAndGet());
                })) {
      Formation formation = new Formation(settings, directory, loop, new FailingIntroduction());
      formation.use(null, exchange);
      loop.start();
      formation.begin();
      for (int i = 1; i <= 3; i++) {
        if (!called.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new AssertionError("there was no call " + i);
        }
      }
    } finally {
      loop.close();
    }
  }

  private static Error problem(int call) {
    return call == 1 ? new AssertionError("on purpose") : new OutOfMemoryError("on purpose");
  }

  private static InetSocketAddress endpoint() {
    return new InetSocketAddress("127.0.0.1", FreePorts.next());
  }

  @Override
  public void started() {
    throw new AssertionError("the other is not there");
  }

  @Override
  public void fail(String sentence, Throwable cause) {
    throw new AssertionError(sentence, cause);
  }

  @Override
  public void failed(Throwable problem) {
    throw new AssertionError(problem);
  }

  @Override
  public boolean hasFailed() {
    return false;
  }
}
