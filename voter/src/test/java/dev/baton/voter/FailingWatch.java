package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.VoterSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The watch of a voter that fails at its first looks, one of whose threads ends then. */
final class FailingWatch implements Watch.Surroundings {

  private int looks;
  private int asked;
  private final CompletableFuture<String> failure = new CompletableFuture<>();

  private FailingWatch() {}

  /**
   * It is noticed; throws if it is not.
   *
   * @param patience how long that may take
   * @return what is said of it
   */
  static String run(Duration patience) throws Exception {
    FailingWatch world = new FailingWatch();
    VoterLog log = new VoterLog(Runnable::run, RecordedLog.open().logger());
    StoreLoop loop = new StoreLoop("a", log, System::nanoTime);
    VoterSettings settings =
        new VoterSettings(
            "orders",
            "a",
            Map.of("a", new InetSocketAddress("127.0.0.1", 1)),
            Path.of("a"),
            null,
            EpochRecord.genesis(List.of("a"), List.of()));
    Watch watch = new Watch(settings, loop, log, world);
    loop.start();
    watch.begin();
    try {
      String sentence = world.failure.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (world.asked != 1) {
        throw new AssertionError("others were asked " + world.asked + " times");
      }
      return sentence;
    } catch (TimeoutException e) {
      throw new AssertionError("it ended after " + world.looks + " looks", e);
    } finally {
      loop.close();
    }
  }

  @Override
  public boolean isOver() {
    return failure.isDone();
  }

  @Override
  public boolean isCutOff() {
    looks++;
    return looks > 3;
  }

  @Override
  public void fail(String sentence) {
    failure.complete(sentence);
  }

  @Override
  public boolean isStuck() {
    if (looks == 1) {
      throw new AssertionError("on purpose");
    }
    return false;
  }

  @Override
  public void stepDown() {
    throw new AssertionError("it is not stuck");
  }

  @Override
  public void askOthers() {
    if (looks == 2) {
      throw new OutOfMemoryError("on purpose");
    }
    asked++;
  }
}
