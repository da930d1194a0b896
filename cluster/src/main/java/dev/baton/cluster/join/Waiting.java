package dev.baton.cluster.join;

import dev.baton.cluster.seat.LoggingWatcher;
import java.time.Duration;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A join that takes long: the log says every few seconds for whom it waits. */
final class Waiting {

  /** What is waited for. */
  interface Event<T> {
    /** Null if it has not happened in time. */
    @Nullable T await(Duration patience) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(LoggingWatcher.LOGGER);

  /** From one line to the next. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final String member;
  private final Duration patience;
  private final Supplier<String> forWhom;
  private final Consumer<String> lines;

  /**
   * @param patience how long it may take
   * @param forWhom the end of a line
   */
  Waiting(String member, Duration patience, Supplier<String> forWhom) {
    this(member, patience, forWhom, LOG::warn);
  }

  Waiting(String member, Duration patience, Supplier<String> forWhom, Consumer<String> lines) {
    this.member = member;
    this.patience = patience;
    this.forWhom = forWhom;
    this.lines = lines;
  }

  /** Null if it takes too long. */
  <T> @Nullable T until(Event<T> event) throws InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      Duration left = patience.minusNanos(System.nanoTime() - begin);
      if (left.isNegative()) {
        left = Duration.ZERO;
      }
      boolean isLast = left.compareTo(PAUSE) <= 0;
      T result = event.await(isLast ? left : PAUSE);
      if (result != null || isLast) {
        return result;
      }
      long seconds = (System.nanoTime() - begin) / 1_000_000_000;
      lines.accept(member + ": has been joining for " + seconds + " s and " + forWhom.get());
    }
  }

  static String voters(SortedSet<String> names) {
    return names.isEmpty()
        ? "the voters"
        : (names.size() == 1 ? "voter " : "voters ") + String.join(", ", names);
  }
}
