package dev.baton.benchmarks;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Runs all measurements, or those that are named, and prints a table for each.
 *
 * <p>This is not JMH, on purpose, except for the lock. JMH measures one thing after the other, each
 * in JVMs of its own; minutes lie between two things that are compared, and on a machine that
 * others use too the ratio is then mostly noise. Here the contestants take turns within a second
 * (see {@link Rounds}), and the time is CPU time, so that what slows the machine slows all alike.
 */
public final class Benchmarks {

  private enum Part {
    KERNEL(KernelBenchmark::run),
    SIMULATOR(SimulatorBenchmark::run),
    CHECKER(CheckerBenchmark::run),
    CODEC(CodecBenchmark::run),
    LOCK(LockBenchmark::run),
    VIRTUAL(VirtualBenchmark::run),
    EPOCHS(EpochsBenchmark::run),
    LIVE(LiveBenchmark::run),
    HANDOFF(LiveBenchmark::handOffs),
    CHANGES(LiveBenchmark::changes),
    SEATS(SeatsBenchmark::run),
    START(StartBenchmark::run),
    IDLE(IdleBenchmark::run),
    MILLION(MillionBenchmark::run);

    private final Runnable benchmark;

    Part(Runnable benchmark) {
      this.benchmark = benchmark;
    }
  }

  /** In {@link Part#LIVE} already: measured alone only if they are named. */
  private static final Set<Part> OF_LIVE = EnumSet.of(Part.HANDOFF, Part.CHANGES);

  private Benchmarks() {}

  public static void main(String[] names) {
    System.out.printf(
        "%s %s, %d cores, %s%n",
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"));
    for (Part part : Part.values()) {
      boolean isNamed = List.of(names).contains(part.name().toLowerCase(Locale.ROOT));
      if (isNamed || names.length == 0 && !OF_LIVE.contains(part)) {
        part.benchmark.run();
      }
    }
  }
}
