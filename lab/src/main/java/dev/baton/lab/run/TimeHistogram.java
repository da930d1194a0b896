package dev.baton.lab.run;

import dev.baton.simulator.Ticks;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** How often times of each length were measured; lengths are right to three digits. */
public final class TimeHistogram {

  private static final int DIGITS = 3;

  /**
   * The times of one length.
   *
   * @param time in units, the longest that counts as this length
   * @param count how many there were
   * @param share of all times, those that are not longer
   */
  public record Step(double time, long count, double share) {}

  private final Histogram histogram;

  public TimeHistogram() {
    this(new Histogram(DIGITS));
    histogram.setAutoResize(true);
  }

  private TimeHistogram(Histogram histogram) {
    this.histogram = histogram;
  }

  /** Adds those of a trial, without its first entries. */
  public void add(EntryLog log, int truncated, EntryLog.Time time) {
    List<EntryLog.Entry> entries = log.entries();
    for (EntryLog.Entry entry : entries.subList(truncated, entries.size())) {
      long ticks = entry.ticks(time);
      if (ticks != EntryLog.NONE) {
        histogram.recordValue(ticks);
      }
    }
  }

  public void add(TimeHistogram other) {
    histogram.add(other.histogram);
  }

  /** How many times were measured. */
  public long count() {
    return histogram.getTotalCount();
  }

  /** The lengths that occurred, the shortest first. */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    long count = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long here = value.getCountAtValueIteratedTo();
      count += here;
      long ticks = Math.min(value.getValueIteratedTo(), histogram.getMaxValue());
      steps.add(new Step(Ticks.toUnits(ticks), here, (double) count / count()));
    }
    return steps;
  }

  /** As text, from which {@link #parse} makes it again. */
  public String text() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.rewind();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static TimeHistogram parse(String text) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      Histogram read = Histogram.decodeFromCompressedByteBuffer(buffer, 0);
      read.setAutoResize(true);
      return new TimeHistogram(read);
    } catch (DataFormatException | BufferUnderflowException e) {
      throw new IllegalArgumentException("This is not a histogram.", e);
    }
  }
}
