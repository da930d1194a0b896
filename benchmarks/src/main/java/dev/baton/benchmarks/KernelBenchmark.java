package dev.baton.benchmarks;

import dev.baton.simulator.WheelQueue;
import java.util.List;

/** The event kernel in the hold model, next to that of SSJ and to a plain one. */
final class KernelBenchmark {

  private static final int ROUNDS = 9;
  private static final long QUANTUM = 1_000_000;
  private static final int SLOTS = 4096;

  private KernelBenchmark() {}

  static void run() {
    Table.title(
        "Event kernel, hold model: CPU time per event, and how much faster Baton's heap is");
    Table table =
        new Table(
            "pending",
            "Baton ns",
            "wheel ns",
            "PriorityQueue ns",
            "SSJ ns",
            "PQ / Baton",
            "SSJ / Baton",
            "required");
    table.row(row(1_000, 3));
    table.row(row(100_000, 4));
    table.row(row(1_000_000, 0));
    table.print();
  }

  private static String[] row(int pending, double required) {
    Table.progress("%,d pending", pending);
    Kernel.Increments increments = Kernel.Increments.exponential();
    Kernel baton = new Kernel.OfHeap(pending, increments);
    Kernel wheel =
        new Kernel.OfWheel(
            new WheelQueue(QUANTUM, SLOTS), pending, Kernel.Increments.wholeMultiples(QUANTUM));
    Kernel plain = new Kernel.OfPriorityQueue(pending, increments);
    Kernel ssj = new Kernel.OfSsj(pending, increments);
    long events = 500_000;
    Rounds rounds =
        new Rounds(
            ROUNDS,
            List.of(
                () -> baton.run(events),
                () -> wheel.run(events),
                () -> plain.run(events),
                () -> ssj.run(events)));
    return new String[] {
      "%,d".formatted(pending),
      Table.number(rounds.nanos(0)),
      Table.number(rounds.nanos(1)),
      Table.number(rounds.nanos(2)),
      Table.number(rounds.nanos(3)),
      Table.number(rounds.ratio(2, 0)),
      Table.number(rounds.ratio(3, 0)),
      required == 0 ? "" : Table.atLeast(required, rounds.ratio(3, 0))
    };
  }
}
