package dev.baton.voter;

import dev.baton.cluster.net.RefusalLog;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what is refused at the consensus port, and writes a line about it now and then. */
final class RefusedCalls {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedCalls.class);
  static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

  private final Consumer<String> counter;
  private final Executor writer;
  private final LongSupplier clock;
  private final AtomicLong quietUntil;
  private final AtomicLong unsaid = new AtomicLong();

  /**
   * @param counter told the reason of each, one of a few
   * @param writer writes lines, and holds nobody up: those that call are threads of the consensus
   */
  RefusedCalls(Consumer<String> counter, Executor writer, LongSupplier clock) {
    this.counter = counter;
    this.writer = writer;
    this.clock = clock;
    quietUntil = new AtomicLong(clock.getAsLong());
  }

  void add(String reason, String what, String why) {
    counter.accept(reason);
    long now = clock.getAsLong();
    long until = quietUntil.get();
    // One line now and then: an attacker must not fill the disk.
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      long missed = unsaid.getAndSet(0);
      writer.execute(
          () ->
              LOG.warn(
                  "Refused {}: {} ({} more since the last such line)",
                  what,
                  RefusalLog.printable(why),
                  missed));
    } else {
      unsaid.incrementAndGet();
    }
  }
}
