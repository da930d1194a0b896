package dev.baton.benchmarks;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** One million nodes on trees, fixed and dynamic, in JVMs of their own with a heap of 8 GB. */
final class MillionBenchmark {

  private static final int NODES = 1_000_000;
  private static final long ENTRIES = 100_000;

  private MillionBenchmark() {}

  static void run() {
    Table.title("One million nodes, saturated, 100,000 entries, -Xmx8g");
    Table table = new Table("scenario", "events", "seconds", "heap at most, MB", "heap left, MB");
    for (String algorithm : List.of("raymond", "naimi-trehel", "neilsen-mizuno")) {
      for (String delay : List.of("constant:1", "exponential:1")) {
        Table.progress("%s, %s", algorithm, delay);
        table.row(Fork.row("-Xmx8g", MillionBenchmark.class, algorithm, delay));
      }
    }
    table.print();
  }

  /** The JVM that was forked, told an algorithm and a delay: prints one row. */
  public static void main(String[] arguments) {
    long start = System.nanoTime();
    Catalog.Entry algorithm = Catalog.entry(arguments[0]);
    Graph structure = algorithm.structureOn(Graph.complete(NODES));
    Scenario scenario = Scenario.of(algorithm, structure).delay(arguments[1]).entries(ENTRIES);
    Simulation simulation = Simulation.start(scenario, 0, null);
    simulation.advance(Long.MAX_VALUE);
    Outcome outcome = simulation.outcome();
    double seconds = (System.nanoTime() - start) * 1e-9;
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    System.gc();
    long left = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    if (simulation.completed() < ENTRIES) {
      throw new IllegalStateException("only " + simulation.completed() + " entries");
    }
    System.out.printf(
        "%s, %s\t%,d\t%.1f\t%,d\t%,d%n",
        arguments[0], arguments[1], outcome.events(), seconds, peak >> 20, left >> 20);
  }
}
