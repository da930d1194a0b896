package dev.baton.benchmarks;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.stage.Event;
import dev.baton.simulator.Listener;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.WheelQueue;
import java.util.List;

/**
 * Whole runs, from the nodes' construction to the measures, per event, next to the bare kernel: a
 * queue of the kind that the run uses, in the hold model with as many pending events as the run has
 * on average; and next to the kernel of {@link KernelBenchmark}, a heap of 1,000. Each scenario has
 * a JVM of its own, as it has in {@code baton simulate}.
 */
final class SimulatorBenchmark {

  private static final int ROUNDS = 9;
  private static final long EVENTS = 1_000_000;
  private static final int REFERENCE = 1_000;

  private SimulatorBenchmark() {}

  static void run() {
    Table.title("A whole simulated run, per event, against a bare kernel event (saturated)");
    Table table =
        new Table(
            "scenario",
            "pending",
            "run ns",
            "kernel ns",
            "run / kernel",
            "with its own queue",
            "heap of 1,000 ns",
            "run / heap",
            "with the kernel of above");
    for (String delay : List.of("constant:1", "exponential:1")) {
      row(table, "raymond", "1000", delay);
      row(table, "suzuki-kasami", "50", delay);
      row(table, "ricart-agrawala", "50", delay);
      row(table, "lamport", "50", delay);
    }
    table.print();
  }

  private static void row(Table table, String id, String n, String delay) {
    Table.progress("%s, %s nodes, %s", id, n, delay);
    table.row(Fork.row("-Xmx1g", SimulatorBenchmark.class, id, n, delay));
  }

  /** The JVM that was forked: prints one row. */
  public static void main(String[] arguments) {
    System.out.println(
        String.join("\t", measure(arguments[0], Integer.parseInt(arguments[1]), arguments[2])));
  }

  private static String[] measure(String id, int n, String delay) {
    Catalog.Entry algorithm = Catalog.entry(id);
    Graph structure = algorithm.structureOn(Graph.complete(n));
    Scenario small = Scenario.of(algorithm, structure).delay(delay).entries(20L * n);
    Load load = new Load();
    long events = Simulation.run(small, 0, load).events();
    Scenario scenario = small.entries(20L * n * EVENTS / events);
    int pending = (int) Math.max(1, Math.round(load.meanPending()));

    Kernel bare = bare(delay, pending);
    Kernel reference = new Kernel.OfHeap(REFERENCE, Kernel.Increments.exponential());
    Rounds rounds =
        new Rounds(
            ROUNDS,
            List.of(
                () -> Simulation.run(scenario, 0).events(),
                () -> bare.run(EVENTS),
                () -> reference.run(EVENTS)));
    return new String[] {
      id + " " + n + ", " + delay,
      "%,d".formatted(pending),
      Table.number(rounds.nanos(0)),
      Table.number(rounds.nanos(1)),
      Table.number(rounds.ratio(0, 1)),
      Table.atMost(4, rounds.ratio(0, 1)),
      Table.number(rounds.nanos(2)),
      Table.number(rounds.ratio(0, 2)),
      Table.atMost(4, rounds.ratio(0, 2))
    };
  }

  /** The queue that a scenario with this delay is given, and delays like those of its messages. */
  private static Kernel bare(String delay, int pending) {
    long unit = 1_000_000;
    return delay.startsWith("constant")
        ? new Kernel.OfWheel(new WheelQueue(unit, 64), pending, Kernel.Increments.constant(unit))
        : new Kernel.OfHeap(pending, Kernel.Increments.exponential());
  }

  /** Counts how many events are pending whenever one takes place. */
  private static final class Load implements Listener {
    private long pending;
    private long sum;
    private long events;

    @Override
    public void onEvent(long ticks, Event event) {
      events++;
      sum += pending;
      if (!(event instanceof Event.Request)) {
        pending--;
      }
    }

    @Override
    public void onSend(long ticks, int from, int to, Message message, long arrivalTicks) {
      pending++;
    }

    /** Whoever enters will leave. */
    @Override
    public void onEnter(long ticks, int node, int permit) {
      pending++;
    }

    double meanPending() {
      return (double) sum / events;
    }
  }
}
