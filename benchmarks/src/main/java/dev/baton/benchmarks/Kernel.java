package dev.baton.benchmarks;

import dev.baton.simulator.EventQueue;
import dev.baton.simulator.HeapQueue;
import dev.baton.simulator.WheelQueue;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * An event kernel in the hold model: the earliest event is taken, and takes place again after a
 * random time, so that always the same number is pending. No kernel allocates in this model unless
 * it does so by itself: an event is used again.
 */
interface Kernel {

  /** Lets so many events happen; returns their number. */
  long run(long events);

  /** Increments, drawn before the clock runs, and the same for every kernel. */
  final class Increments {

    private static final int COUNT = 1 << 14;
    static final int MASK = COUNT - 1;

    /** Many ticks, so that even a million pending events are rarely at the same tick. */
    private static final double MEAN = 1e9;

    final long[] ticks = new long[COUNT];
    final double[] reals = new double[COUNT];

    /** Exponential, without any granularity. */
    static Increments exponential() {
      return wholeMultiples(1);
    }

    /** Whole multiples of a quantum, exponential before they are rounded up. */
    static Increments wholeMultiples(long quantum) {
      SplittableRandom random = new SplittableRandom(1);
      Increments increments = new Increments();
      for (int i = 0; i < COUNT; i++) {
        double real = -MEAN * Math.log(1 - random.nextDouble());
        increments.ticks[i] = quantum * (1 + (long) (real / quantum));
        increments.reals[i] = increments.ticks[i];
      }
      return increments;
    }

    static Increments constant(long ticks) {
      Increments increments = new Increments();
      Arrays.fill(increments.ticks, ticks);
      Arrays.fill(increments.reals, ticks);
      return increments;
    }

    /** The first times of the pending events: drawn anew, or they would repeat with the others. */
    long first(SplittableRandom random) {
      return ticks[random.nextInt(COUNT)];
    }

    void fill(EventQueue queue, int pending) {
      SplittableRandom random = new SplittableRandom(2);
      for (int e = 0; e < pending; e++) {
        queue.add(first(random), e);
      }
    }
  }

  /**
   * Baton's heap: an event is a number. The loop is written once per queue, so that neither pays
   * for calls that the compiler cannot bind because of the other.
   */
  final class OfHeap implements Kernel {
    private final HeapQueue queue = new HeapQueue();
    private final long[] increments;
    private int next;

    OfHeap(int pending, Increments increments) {
      this.increments = increments.ticks;
      increments.fill(queue, pending);
    }

    @Override
    public long run(long events) {
      for (long e = 0; e < events; e++) {
        int event = queue.poll();
        queue.add(queue.time() + increments[next++ & Increments.MASK], event);
      }
      return events;
    }
  }

  /** Baton's timing wheel. */
  final class OfWheel implements Kernel {
    private final WheelQueue queue;
    private final long[] increments;
    private int next;

    OfWheel(WheelQueue queue, int pending, Increments increments) {
      this.queue = queue;
      this.increments = increments.ticks;
      increments.fill(queue, pending);
    }

    @Override
    public long run(long events) {
      for (long e = 0; e < events; e++) {
        int event = queue.poll();
        queue.add(queue.time() + increments[next++ & Increments.MASK], event);
      }
      return events;
    }
  }

  /** SSJ's as its manual says: events are objects with actions, which schedule the next ones. */
  final class OfSsj implements Kernel {
    private final Simulator simulator = new Simulator();
    private final double[] increments;
    private int next;
    private long left;

    OfSsj(int pending, Increments increments) {
      this.increments = increments.reals;
      SplittableRandom random = new SplittableRandom(2);
      for (int e = 0; e < pending; e++) {
        new Occurrence().schedule(increments.first(random));
      }
    }

    private final class Occurrence extends Event {
      Occurrence() {
        super(simulator);
      }

      @Override
      public void actions() {
        schedule(increments[next++ & Increments.MASK]);
        if (--left == 0) {
          simulator.stop();
        }
      }
    }

    @Override
    public long run(long events) {
      left = events;
      simulator.start();
      return events;
    }
  }

  /** What one writes in ten minutes: comparable objects in the library's binary heap. */
  final class OfPriorityQueue implements Kernel {
    private final PriorityQueue<Occurrence> queue = new PriorityQueue<>();
    private final long[] increments;
    private long sequence;
    private int next;

    OfPriorityQueue(int pending, Increments increments) {
      this.increments = increments.ticks;
      SplittableRandom random = new SplittableRandom(2);
      for (int e = 0; e < pending; e++) {
        Occurrence event = new Occurrence();
        event.time = increments.first(random);
        event.sequence = sequence++;
        queue.add(event);
      }
    }

    private static final class Occurrence implements Comparable<Occurrence> {
      private long time;
      private long sequence;

      @Override
      public int compareTo(Occurrence other) {
        int byTime = Long.compare(time, other.time);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
      }
    }

    @Override
    public long run(long events) {
      for (long e = 0; e < events; e++) {
        Occurrence event = queue.poll();
        event.time += increments[next++ & Increments.MASK];
        event.sequence = sequence++;
        queue.add(event);
      }
      return events;
    }
  }
}
