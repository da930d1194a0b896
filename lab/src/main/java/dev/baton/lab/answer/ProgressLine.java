package dev.baton.lab.answer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows on standard error how far a command has come, once it has taken a while: a bar on a
 * terminal, now and then a plain line elsewhere.
 */
public final class ProgressLine implements AutoCloseable {

  private static final long FIRST_NANOS = 1_500_000_000L;
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final PrintWriter err;
  private final String task;
  private final String unit;

  /** How much there is to do; −1 if that is not known. */
  private final long total;

  private final long start = System.nanoTime();

  @GuardedBy("this")
  private long next = start + FIRST_NANOS;

  /** Whether standard error is a terminal; null until that matters. */
  @GuardedBy("this")
  private Boolean terminal;

  @GuardedBy("this")
  private ProgressBar bar;

  /** What was added up. */
  @GuardedBy("this")
  private long added;

  public ProgressLine(PrintWriter err, String task, String unit, long total) {
    this.err = err;
    this.task = task;
    this.unit = unit;
    this.total = total;
  }

  /** Adds to what is done. Any thread may call it. */
  public synchronized void add(long more) {
    added += more;
    at(added, "");
  }

  /** Sets what is done; {@code note} says more where that helps. Any thread may call it. */
  public synchronized void at(long done, String note) {
    long now = System.nanoTime();
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(note);
    } else if (now >= next) {
      next = now + INTERVAL_NANOS;
      show(done, note, now);
    }
  }

  @GuardedBy("this")
  private void show(long done, String note, long now) {
    if (terminal == null) {
      terminal = isTerminal();
    }
    if (terminal) {
      bar = newBar(done, now);
      bar.setExtraMessage(note);
      return;
    }
    String share = total > 0 ? " of " + Figures.whole(total) : "";
    String more = note.isEmpty() ? "" : ", " + note;
    String elapsed = Figures.seconds((now - start) / 1e9);
    err.println(
        "baton: " + task + ": " + Figures.whole(done) + share + " " + unit + more + ", " + elapsed);
  }

  private ProgressBar newBar(long done, long now) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(total)
        .setUnit(" " + unit, 1)
        .setStyle(ProgressBarStyle.ASCII)
        .startsFrom(done, Duration.ofNanos(now - start))
        .setUpdateIntervalMillis(250)
        .clearDisplayOnFinish()
        .build();
  }

  /** Asks the shell's own test, since a JVM knows only about its input and output together. */
  private static boolean isTerminal() {
    try {
      return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
    next = Long.MAX_VALUE;
  }
}
