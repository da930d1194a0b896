package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.seat.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** A voter that has to say that nobody answers, and a log whose appender blocks. */
final class BlockedLog implements Questions.Surroundings {

  private static final EpochRecord GENESIS = EpochRecord.genesis(List.of("a"), List.of());
  private static final EpochRecord NEXT = Voters.next(GENESIS, "a");

  private final AtomicLong elapsed = new AtomicLong();
  private volatile boolean answers;

  private BlockedLog() {}

  /**
   * Who has asked is told the answer all the same; throws if that is not so.
   *
   * @param patience how long each step may take
   */
  static void run(Duration patience) throws Exception {
    new BlockedLog().askAndBlock(patience.toMillis());
  }

  private void askAndBlock(long patience) throws Exception {
    RecordedLog written = RecordedLog.blocking();
    Logger logger = written.logger();
    VoterLog log = new VoterLog(new LogLines("a", logger)::run, logger);
    StoreLoop loop = new StoreLoop("a", log, () -> System.nanoTime() + elapsed.get());
    Duration once = Duration.ofMillis(10);
    Questions questions = new Questions("a", loop, log, this, once, once);
    loop.start();
    try {
      CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
      questions.ask(new Command.Propose(GENESIS.number(), NEXT), answer::complete);
      elapsed.set(2 * Questions.COMPLAINT.toNanos());
      await(written.blocked(), patience, "nothing was said");
      answers = true;
      await(answer, patience, "whoever asked was held up by the log");
      check(written.next(0) == null, "the log did not block");
    } finally {
      written.goOn();
      loop.close();
    }
    String line = written.next(patience);
    check(line != null && line.contains("tried again and again"), "the log says " + line);
  }

  @Override
  public CompletableFuture<byte[]> submit(byte[] command) {
    Command asked = new Command.Propose(GENESIS.number(), NEXT);
    return answers
        ? CompletableFuture.completedFuture(VoterCodecs.answer(asked, NEXT))
        : CompletableFuture.failedFuture(new IllegalStateException("There is no leader."));
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

  private static void await(CompletableFuture<?> what, long patience, String otherwise)
      throws Exception {
    try {
      what.get(patience, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(otherwise, e);
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
