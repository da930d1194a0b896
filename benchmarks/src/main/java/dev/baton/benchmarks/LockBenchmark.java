package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.Hold;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A lock that lingers at this member: entered and left by one thread, again and again.
 *
 * <p>This is JMH, unlike the rest, because a few nanoseconds are measured and the compiler must be
 * kept from leaving anything out. Rounds of all contestants follow each other, and a ratio is taken
 * within a round, as elsewhere; so is CPU time, which JMH does not know.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockBenchmark {

  private static final int ROUNDS = 7;
  private static final int LOCKS = 100_000;

  /** Newer JDKs warn of what JMH does, unless they are told to allow it. */
  private static final String[] JVM =
      Runtime.version().feature() < 24
          ? new String[] {"-Xmx1g", "-XX:+UseSerialGC"}
          : new String[] {"-Xmx1g", "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow"};

  private final ReentrantLock reentrant = new ReentrantLock();
  private Baton baton;
  private BatonLock lock;
  private BatonLock inside;
  private BatonLock deep;

  @Setup
  public void open() {
    baton = Baton.local();
    lock = baton.lock("x");
    inside = baton.lock("y");
    inside.lock();
    deep = baton.lock("z");
    deep.lock();
  }

  @TearDown
  public void close() {
    baton.close();
  }

  @Benchmark
  public void baton(Cpu cpu) {
    lock.lock();
    lock.unlock();
  }

  /** The yardstick: a lock inside the JVM, and one reading of the clock. */
  @Benchmark
  public long reentrantLock(Cpu cpu) {
    reentrant.lock();
    long time = System.nanoTime();
    reentrant.unlock();
    return time;
  }

  @Benchmark
  public long clock(Cpu cpu) {
    return System.nanoTime();
  }

  /** Enters deeper and deeper; the count has room for ten seconds of it. */
  @Benchmark
  public void enterAgain(Cpu cpu) {
    deep.lock();
  }

  @Benchmark
  public void again(Cpu cpu) {
    inside.lock();
    inside.unlock();
  }

  @Benchmark
  public long handle(Cpu cpu) throws InterruptedException {
    try (Hold hold = lock.acquire()) {
      return hold.fence();
    }
  }

  /** CPU time of the measuring thread, per iteration. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Cpu {
    public long cpuNanos;
    private long start;

    @Setup(Level.Iteration)
    public void begin() {
      start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @TearDown(Level.Iteration)
    public void end() {
      cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }
  }

  static void run() {
    Table.title("A lock that lingers at this member, by JMH: CPU time, and bytes by -prof gc");
    Map<String, double[]> nanos = new HashMap<>();
    Map<String, Double> bytes = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      Table.progress("round %d of %d", round + 1, ROUNDS);
      for (RunResult result : measure()) {
        BenchmarkResult measured = result.getBenchmarkResults().iterator().next();
        double cpu = result.getSecondaryResults().get("cpuNanos").getStatistics().getSum();
        String name = result.getPrimaryResult().getLabel();
        nanos.computeIfAbsent(name, each -> new double[ROUNDS])[round] =
            cpu / measured.getMetadata().getMeasurementOps();
        bytes.put(name, result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
      }
    }
    double[] yardstick = nanos.get("reentrantLock");
    Table table = new Table("what", "ns", "bytes", "ratio", "required");
    String[][] rows = {
      {"reentrantLock", "ReentrantLock, and the clock once"},
      {"clock", "the clock alone"},
      {"baton", "lock, unlock"},
      {"handle", "acquire, fence, close: the clock twice"},
      {"enterAgain", "lock by a thread that is inside"},
      {"again", "lock, unlock by a thread that is inside"}
    };
    for (String[] row : rows) {
      double[] mine = nanos.get(row[0]);
      double[] ratios = new double[ROUNDS];
      Arrays.setAll(ratios, i -> mine[i] / yardstick[i]);
      double ns = median(mine);
      double ratio = median(ratios);
      String required =
          switch (row[0]) {
            case "baton" -> "ratio " + Table.atMost(1.5, ratio);
            case "enterAgain" -> "ns " + Table.atMost(3, ns);
            default -> "";
          };
      table.row(
          row[1],
          Table.number(ns),
          Table.number(bytes.get(row[0])),
          "%.2f".formatted(ratio),
          required);
    }
    table.print();
    touch();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** All contestants, one after the other, each in a JVM of its own. */
  private static Collection<RunResult> measure() {
    Options options =
        new OptionsBuilder()
            .include(LockBenchmark.class.getName())
            .forks(1)
            .warmupIterations(5)
            .warmupTime(TimeValue.milliseconds(200))
            .measurementIterations(5)
            .measurementTime(TimeValue.milliseconds(200))
            .jvmArgs(JVM)
            .addProfiler(GCProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .build();
    try {
      return new Runner(options).run();
    } catch (RunnerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void touch() {
    Table.title("%,d locks, each entered and left once, by one member".formatted(LOCKS));
    Table.progress("%,d locks", LOCKS);
    Table table = new Table("locks", "seconds", "µs per lock", "heap, bytes per lock");
    table.row(Fork.row("-Xmx2g", LockBenchmark.class));
    table.print();
  }

  /** The JVM that was forked: prints one row. */
  public static void main(String[] arguments) {
    try (Baton baton = Baton.local()) {
      baton.lock("first").lock();
      long before = heap();
      long start = System.nanoTime();
      for (int i = 0; i < LOCKS; i++) {
        BatonLock each = baton.lock("lock-" + i);
        each.lock();
        each.unlock();
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      System.out.printf(
          "%,d\t%.1f\t%.1f\t%,d%n",
          LOCKS, seconds, seconds * 1e6 / LOCKS, (heap() - before) / LOCKS);
    }
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
