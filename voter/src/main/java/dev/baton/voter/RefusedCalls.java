package dev.baton.voter;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what is refused at the consensus port, and writes a line about it now and then. */
final class RefusedCalls {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedCalls.class);
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

  private final Consumer<String> counter;
  private final AtomicLong quietUntil = new AtomicLong(System.nanoTime());
  private final AtomicLong unsaid = new AtomicLong();

  /**
   * @param counter told the reason of each, one of a few
   */
  RefusedCalls(Consumer<String> counter) {
    this.counter = counter;
  }

  void add(String reason, String what, String why) {
    counter.accept(reason);
    long now = System.nanoTime();
    long until = quietUntil.get();
    // One line now and then: an attacker must not fill the disk.
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      LOG.warn("Refused {}: {} ({} more since the last such line)", what, why, unsaid.getAndSet(0));
    } else {
      unsaid.incrementAndGet();
    }
  }
}
