package dev.baton.lab.answer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.lab.experiment.Laboratory;
import java.io.PrintWriter;

/** Shows how many entries are complete, and how long the others will take. */
public final class EntriesProgress implements Laboratory.Progress, AutoCloseable {

  private final ProgressLine line;
  private final long total;
  private final long start = System.nanoTime();

  @GuardedBy("this")
  private long ran;

  @GuardedBy("this")
  private long found;

  public EntriesProgress(PrintWriter err, String task, long total) {
    this.total = total;
    line = new ProgressLine(err, task, "entries", total);
  }

  @Override
  public synchronized void ran(long entries) {
    ran += entries;
    show();
  }

  @Override
  public synchronized void found(long entries) {
    found += entries;
    show();
  }

  @GuardedBy("this")
  private void show() {
    long done = Math.min(ran + found, total);
    double seconds = (System.nanoTime() - start) / 1e9;
    String note = "";
    if (done == total) {
      note = "adding trials where intervals are wide";
    } else if (ran > 0) {
      note = "about " + Figures.seconds(seconds * (total - done) / ran) + " left";
    }
    line.at(done, note);
  }

  @Override
  public void close() {
    line.close();
  }
}
