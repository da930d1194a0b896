package dev.baton.benchmarks;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/**
 * What locks guard in a {@link TortureBenchmark}: memory that all its processes share. Each place,
 * a lock or one permit of a semaphore, is of one of two kinds.
 *
 * <p>A <em>counter</em> is read, and written with 1 added, without anything atomic: only the lock
 * makes the number come out right. A hold that was lost may write late, and undo what others have
 * counted. Therefore a counter is replaced by a new one every second or so, a visit that does not
 * end with a valid hold spoils the counter that it has used, and spoiled ones are not judged.
 *
 * <p>A <em>witness</em> remembers the highest fence. If a hold is valid at its end, then no higher
 * fence was given to anybody up to then, nor the same one.
 */
final class SharedCounters {

  /** How many counters a place has, one after the other. */
  static final int GENERATIONS = 4096;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  // The first words of the memory.
  private static final int GENERATION = 0;
  private static final int DISTURBED = Long.BYTES;
  private static final int HEADER = 2 * Long.BYTES;

  // The words of a counter.
  private static final int COUNTED = Long.BYTES;
  private static final int SPOILED = 2 * Long.BYTES;
  private static final int COUNTER = 3 * Long.BYTES;

  /** The outcome of a visit. */
  enum Visit {
    VALID,
    /** The hold was not valid any more at its end. */
    LOST,
    /** It was valid at its end, although a fence as high had been used. */
    NOT_ALONE
  }

  /**
   * What the counters of a place came to.
   *
   * @param judged how many visits they have counted
   * @param spoiled how many counters are not judged
   * @param wrong how many are not what they should be
   */
  record Sum(long judged, int spoiled, int wrong) {}

  private final ByteBuffer memory;

  SharedCounters(Path file, int places) throws IOException {
    int size = HEADER + places * (Long.BYTES + GENERATIONS * COUNTER);
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.nativeOrder());
    }
  }

  private static int witness(int place) {
    return HEADER + place * (Long.BYTES + GENERATIONS * COUNTER);
  }

  private static int counter(int place, int generation) {
    return witness(place) + Long.BYTES + generation * COUNTER;
  }

  /** From now on visits use new counters. */
  void replace() {
    if ((long) LONGS.getVolatile(memory, GENERATION) < GENERATIONS - 1) {
      LONGS.getAndAdd(memory, GENERATION, 1L);
    }
  }

  /** Something has happened, to all processes, that may cost a member its lease. */
  void disturb() {
    LONGS.setVolatile(memory, DISTURBED, System.nanoTime());
  }

  /** How long ago that was. */
  long nanosSinceDisturbance() {
    long last = (long) LONGS.getVolatile(memory, DISTURBED);
    return last == 0 ? Long.MAX_VALUE : System.nanoTime() - last;
  }

  /** How one worker counts its own visits: only when a counter is replaced does it tell. */
  final class Tally {
    private final int place;
    private int counter;
    private long visits;

    Tally(int place) {
      this.place = place;
      counter = counter(place, 0);
    }

    /**
     * Counts, by plain reads and writes.
     *
     * @param inside what happens between
     * @param isValid whether the hold is valid; asked last
     */
    Visit count(Runnable inside, BooleanSupplier isValid) {
      int now = counter(place, (int) (long) LONGS.getVolatile(memory, GENERATION));
      if (now != counter) {
        tell();
        counter = now;
      }
      boolean valid = false;
      try {
        long before = memory.getLong(counter);
        inside.run();
        memory.putLong(counter, before + 1);
        valid = isValid.getAsBoolean();
      } finally {
        if (valid) {
          visits++;
        } else {
          LONGS.setVolatile(memory, counter + SPOILED, 1L);
        }
      }
      return valid ? Visit.VALID : Visit.LOST;
    }

    void tell() {
      LONGS.getAndAdd(memory, counter + COUNTED, visits);
      visits = 0;
    }
  }

  /** Compares fences; parameters as in {@link Tally#count}. */
  Visit witness(int place, long fence, Runnable inside, BooleanSupplier isValid) {
    int highest = witness(place);
    long before = (long) LONGS.getVolatile(memory, highest);
    while (before < fence && !LONGS.compareAndSet(memory, highest, before, fence)) {
      before = (long) LONGS.getVolatile(memory, highest);
    }
    inside.run();
    long after = (long) LONGS.getVolatile(memory, highest);
    if (!isValid.getAsBoolean()) {
      return Visit.LOST;
    }
    return before < fence && after == fence ? Visit.VALID : Visit.NOT_ALONE;
  }

  /** When all workers have told. */
  Sum sum(int place) {
    long judged = 0;
    int spoiled = 0;
    int wrong = 0;
    for (int generation = 0; generation < GENERATIONS; generation++) {
      int counter = counter(place, generation);
      if ((long) LONGS.getVolatile(memory, counter + SPOILED) != 0) {
        spoiled++;
      } else {
        long counted = (long) LONGS.getVolatile(memory, counter + COUNTED);
        judged += counted;
        wrong += (long) LONGS.getVolatile(memory, counter) == counted ? 0 : 1;
      }
    }
    return new Sum(judged, spoiled, wrong);
  }
}
