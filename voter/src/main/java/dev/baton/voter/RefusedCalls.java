package dev.baton.voter;

import dev.baton.cluster.net.RefusalLog;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what is refused at the consensus port, or by another, and writes a line about it now and
 * then.
 */
final class RefusedCalls {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedCalls.class);
  static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

  /** Where a line goes. */
  interface Lines {
    /**
     * @param missed how many there were since the last one
     */
    void write(String what, String why, long missed);
  }

  private final Consumer<String> counter;
  private final Lines lines;
  private final LongSupplier clock;
  private final AtomicLong quietUntil;
  private final AtomicLong unsaid = new AtomicLong();

  /**
   * @param counter told the reason of each, one of a few
   * @param lines holds nobody up: those that call are threads of the consensus
   */
  RefusedCalls(Consumer<String> counter, Lines lines, LongSupplier clock) {
    this.counter = counter;
    this.lines = lines;
    this.clock = clock;
    quietUntil = new AtomicLong(clock.getAsLong());
  }

  /** Into the log, by somebody who holds nobody up. */
  static Lines toLog(Executor writer) {
    return (what, why, missed) ->
        writer.execute(
            () -> LOG.warn("Refused {}: {} ({} more since the last such line)", what, why, missed));
  }

  /** Counts and writes as this one, with pauses of its own: neither keeps the other silent. */
  RefusedCalls apart() {
    return new RefusedCalls(counter, lines, clock);
  }

  void add(String reason, String what, String why) {
    counter.accept(reason);
    long now = clock.getAsLong();
    long until = quietUntil.get();
    // One line now and then: an attacker must not fill the disk.
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      lines.write(what, RefusalLog.printable(why), unsaid.getAndSet(0));
    } else {
      unsaid.incrementAndGet();
    }
  }
}
