package dev.baton.cluster.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Writes down who was refused, but not so often that the log itself becomes a target: after a burst
 * one line every few seconds, which says how many there were in between.
 */
public final class RefusalLog {

  static final int BURST = 20;
  private static final long PAUSE = 3_000_000_000L;

  private final Logger log;
  private final Executor writer;
  private final String member;
  private final Consumer<Refused> counter;

  @GuardedBy("this")
  private int left = BURST;

  @GuardedBy("this")
  private long refilledAt;

  @GuardedBy("this")
  private long unsaid;

  /**
   * @param writer writes lines, and holds nobody up
   */
  RefusalLog(Logger log, Executor writer, String member, Consumer<Refused> counter, long now) {
    this.log = log;
    this.writer = writer;
    this.member = member;
    this.counter = counter;
    refilledAt = now;
  }

  /** Counts always, and writes a line if there is room for one. */
  void refused(long now, String who, Refused why, String detail) {
    counter.accept(why);
    long missed = lines(now);
    if (missed >= 0) {
      writer.execute(
          () ->
              log.warn(
                  "{}: {}: {}{}{}",
                  member,
                  who,
                  why.text(),
                  detail.isEmpty() ? "" : " (" + printable(detail) + ")",
                  missed == 0 ? "" : "; " + missed + " more were not written down"));
    }
  }

  /** How many were passed over since the last line; −1 if this one is, too. */
  synchronized long lines(long now) {
    long refill = (now - refilledAt) / PAUSE;
    if (refill > 0) {
      left = (int) Math.min(BURST, left + refill);
      refilledAt += refill * PAUSE;
    }
    if (left == 0) {
      unsaid++;
      return -1;
    }
    left--;
    long missed = unsaid;
    unsaid = 0;
    return missed;
  }

  /** What others have written must not look like a line of ours. */
  public static String printable(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(200)
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean isPlain =
                  !Character.isISOControl(c)
                      && type != Character.FORMAT
                      && type != Character.LINE_SEPARATOR
                      && type != Character.PARAGRAPH_SEPARATOR;
              line.append(isPlain ? Character.toString(c) : "\\u%04x".formatted(c));
            });
    return line.toString();
  }
}
