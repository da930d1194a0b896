package dev.baton.cluster.seat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Lines for the log, written in order by a thread of its own: an appender that blocks or throws
 * holds up no event loop. The thread ends when there is nothing to write for a while.
 */
public final class LogLines {

  /** So many lines wait at most; others are counted, and the log says how many there were. */
  static final int MOST = 1000;

  private final Logger log;
  private final ThreadPoolExecutor writer;
  private final AtomicLong dropped = new AtomicLong();

  /**
   * @param log for what there is to say of the lines themselves
   */
  public LogLines(String member, Logger log) {
    this.log = log;
    writer =
        new ThreadPoolExecutor(
            1,
            1,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST),
            line -> Thread.ofPlatform().daemon().name("baton-log-" + member).unstarted(line),
            (line, full) -> dropped.incrementAndGet());
    writer.allowCoreThreadTimeOut(true);
  }

  /** Writes a line of whatever logger. Never waits and never throws. */
  public void run(Runnable line) {
    try {
      write(log -> line.run());
    } catch (OutOfMemoryError e) {
      dropped.incrementAndGet();
    }
  }

  /** Never waits and never throws. */
  void write(Consumer<Logger> line) {
    try {
      writer.execute(() -> append(line));
    } catch (OutOfMemoryError e) {
      dropped.incrementAndGet();
    }
  }

  private void append(Consumer<Logger> line) {
    try {
      long missing = dropped.getAndSet(0);
      if (missing > 0) {
        log.warn("{} lines are missing here: the log was too slow", missing);
      }
      line.accept(log);
    } catch (RuntimeException | Error e) {
      dropped.incrementAndGet();
    }
  }
}
