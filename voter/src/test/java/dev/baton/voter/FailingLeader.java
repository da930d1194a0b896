package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A leader that cannot be asked at first, since there is no memory for it. */
final class FailingLeader implements Questions.Surroundings {

  private static final EpochRecord LATEST = EpochRecord.genesis(List.of("a"), List.of());

  private final AtomicInteger attempts = new AtomicInteger();

  private FailingLeader() {}

  /**
   * It is asked until it answers; throws if it is not.
   *
   * @param patience how long that may take
   */
  static void run(Duration patience) throws Exception {
    VoterLog log = new VoterLog(Runnable::run, RecordedLog.open().logger());
    StoreLoop loop = new StoreLoop("a", log, System::nanoTime);
    Duration once = Duration.ofMillis(10);
    Questions questions = new Questions("a", loop, log, new FailingLeader(), once, once);
    loop.start();
    try {
      CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
      questions.ask(new Command.Latest(), answer::complete);
      EpochRecord told = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!LATEST.equals(told)) {
        throw new AssertionError("the answer was " + told);
      }
    } catch (TimeoutException e) {
      throw new AssertionError("the leader was not asked again", e);
    } finally {
      loop.close();
    }
  }

  @Override
  public CompletableFuture<byte[]> submit(byte[] command) {
    return switch (attempts.incrementAndGet()) {
      case 1, 2 -> throw new OutOfMemoryError("on purpose");
      // It gets lost.
      case 3 -> new CompletableFuture<>();
      case 4 -> CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
      default ->
          CompletableFuture.completedFuture(VoterCodecs.answer(new Command.Latest(), LATEST));
    };
  }

  @Override
  public EpochRecord after(long number) {
    return null;
  }

  @Override
  public void fail(String sentence, Throwable cause) {
    throw new AssertionError(sentence, cause);
  }

  @Override
  public boolean hasFailed() {
    return false;
  }
}
