package dev.baton.benchmarks;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * A cluster of processes on this machine: how long a hand-off takes, how many there are, and what
 * they cost in messages; {@link ChangesBenchmark} has the members that come and go. Wall time.
 */
final class LiveBenchmark {

  static final int MEMBERS = 5;
  static final int LEASE_SECONDS = 3;

  // Hand-offs.
  private static final int EARLY = 4;

  /** Until compilers have done with the code of a hand-off, which is long against the token's. */
  private static final int WARM_UP = 30;

  private static final int ROUNDS = 9;
  private static final int TURNS = 300;
  private static final long HOLD_NANOS = 500_000;
  private static final int ONE = 4;
  private static final int OTHER = 5;

  // Contention.
  private static final int CONTENDERS = 3;
  private static final long CONTEND_NANOS = 2_000_000_000;

  // Messages. The hold is long against a message, here and in the simulator.
  private static final long SATURATED_NANOS = 2_000_000_000;
  private static final long SATURATED_HOLD_NANOS = 4_000_000;
  private static final int ISOLATED = 1000;

  /** A turn of one of the processes. */
  private record Turn(int member, long asked, long entered, long left) {}

  private LiveBenchmark() {}

  /** Something to measure in a cluster of five. */
  private interface Measurement {
    void in(LiveCluster cluster) throws IOException, InterruptedException;
  }

  static void run() {
    measure(
        cluster -> {
          handOffs(cluster);
          contention(cluster);
          messages(cluster);
          ChangesBenchmark.joins(cluster);
          ChangesBenchmark.closes(cluster);
          cluster.close();
          ChangesBenchmark.kills();
        });
  }

  static void handOffs() {
    measure(LiveBenchmark::handOffs);
  }

  static void changes() {
    measure(
        cluster -> {
          ChangesBenchmark.joins(cluster);
          ChangesBenchmark.closes(cluster);
        });
  }

  private static void measure(Measurement measurement) {
    try (LiveCluster cluster = start(MEMBERS, LEASE_SECONDS)) {
      measurement.in(cluster);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static LiveCluster start(int members, int leaseSeconds) throws IOException {
    Table.progress("%d processes, with a lease of %d s", members, leaseSeconds);
    return new LiveCluster(members, leaseSeconds);
  }

  static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) * percent / 100];
  }

  // Hand-offs.

  /** Some rounds of hand-offs, and what is to be seen in them. */
  private static final class Series {
    private double[] live = {};
    private double[] raw = {};
    private double[] ratios = {};

    void add(double[] ofLock, double[] ofToken) {
      live = concat(live, ofLock);
      raw = concat(raw, ofToken);
      ratios = concat(ratios, percentile(ofLock, 50) / percentile(ofToken, 50));
    }

    private static double[] concat(double[] some, double... more) {
      return DoubleStream.concat(DoubleStream.of(some), DoubleStream.of(more)).toArray();
    }

    void rows(Table table, String when, boolean isRequired) {
      double ratio = Rounds.median(ratios);
      String required = isRequired ? Table.atMost(1.5, ratio) : "";
      row(table, "a byte on a plain socket" + when, raw, "1.00", "");
      row(table, "a lock that both want" + when, live, "%.2f".formatted(ratio), required);
    }
  }

  private static void handOffs(LiveCluster cluster) throws IOException {
    Table.progress("hand-offs");
    Child one = cluster.member(ONE);
    one.tell("listen");
    cluster.member(OTHER).ask("connect " + one.answer());
    Series early = new Series();
    Series late = new Series();
    for (int r = 0; r < WARM_UP + ROUNDS; r++) {
      double[] ofLock =
          handOffs(cluster.all(ONE, OTHER, "turns hand-off " + TURNS + " " + HOLD_NANOS));
      double[] ofToken = handOffs(cluster.all(ONE, OTHER, "token " + TURNS + " " + HOLD_NANOS));
      if (r >= WARM_UP) {
        late.add(ofLock, ofToken);
      } else if (r >= EARLY && r < EARLY + ROUNDS) {
        early.add(ofLock, ofToken);
      }
    }
    Table.title("Hand-off between two processes, from the exit here to the entry there: wall time");
    Table table = new Table("what", "hand-offs", "p50 µs", "p99 µs", "p50 / raw", "required");
    early.rows(table, ", early", false);
    late.rows(table, "", true);
    table.print();
  }

  private static void row(
      Table table, String what, double[] micros, String ratio, String required) {
    table.row(
        what,
        "%,d".formatted(micros.length),
        Table.number(percentile(micros, 50)),
        Table.number(percentile(micros, 99)),
        ratio,
        required);
  }

  /**
   * The times from an exit to the next entry, in microseconds, where it was the other's, and it had
   * waited for so long that all knew of it.
   */
  private static double[] handOffs(List<long[]> times) {
    List<Turn> turns = new ArrayList<>();
    for (int member = 0; member < times.size(); member++) {
      long[] of = times.get(member);
      for (int i = 0; i < of.length; i += 3) {
        turns.add(new Turn(member, of[i], of[i + 1], of[i + 2]));
      }
    }
    turns.sort(Comparator.comparingLong(Turn::entered));
    DoubleStream.Builder micros = DoubleStream.builder();
    for (int i = 1; i < turns.size(); i++) {
      Turn before = turns.get(i - 1);
      Turn turn = turns.get(i);
      if (turn.entered < before.left) {
        throw new IllegalStateException("Two were inside at once.");
      }
      if (turn.member != before.member && turn.asked < before.left - HOLD_NANOS / 2) {
        micros.add((turn.entered - before.left) * 1e-3);
      }
    }
    return micros.build().toArray();
  }

  // Contention.

  private static void contention(LiveCluster cluster) throws IOException {
    Table.progress("contention");
    String command = "contend contended " + CONTEND_NANOS + " 0";
    cluster.all(1, CONTENDERS, command);
    List<long[]> counts = cluster.all(1, CONTENDERS, command);
    long entries = counts.stream().mapToLong(count -> count[0]).sum();
    long changes = counts.stream().mapToLong(count -> count[1]).sum();
    Table.title("Three members, a thread in each, one lock, nothing to do inside");
    Table table = new Table("grants", "grants / s", "to another member / s", "share");
    table.row(
        "%,d".formatted(entries),
        "%,.0f".formatted(entries * 1e9 / CONTEND_NANOS),
        "%,.0f".formatted(changes * 1e9 / CONTEND_NANOS),
        "%.2f %%".formatted(100.0 * changes / entries));
    table.print();
  }

  // Messages.

  private static void messages(LiveCluster cluster) throws IOException {
    Table.title("Messages per entry, 5 members, live against simulated");
    Table table = new Table("load", "entries", "live", "simulated", "ratio", "required");
    for (String id : MemberProcess.ALGORITHMS) {
      Table.progress("messages of %s", id);
      String lock = id + "/saturated";
      long[] before = counts(cluster, lock);
      cluster.all(
          1, MEMBERS, "contend " + lock + " " + SATURATED_NANOS + " " + SATURATED_HOLD_NANOS);
      row(table, id, "saturated", before, counts(cluster, lock));
    }
    Random random = new Random(1);
    for (String id : MemberProcess.ALGORITHMS) {
      Table.progress("messages of %s, one request at a time", id);
      String lock = id + "/isolated";
      long[] before = counts(cluster, lock);
      for (int i = 0; i < ISOLATED; i++) {
        cluster.member(1 + random.nextInt(MEMBERS)).ask("turns " + lock + " 1 0");
      }
      row(table, id, "isolated", before, counts(cluster, lock));
    }
    table.print();
    System.out.printf(
        "%nA lock lingers: who enters again, alone, sends nothing. Without a token it would have"
            + " to ask all others:%nlingering saves ricart-agrawala every fifth isolated entry.%n");
  }

  private static void row(Table table, String id, String load, long[] before, long[] after) {
    long entries = after[0] - before[0];
    double live = (double) (after[1] - before[1]) / entries;
    double simulated = simulated(id, load);
    double ratio = live / simulated;
    // The simulated node asks everybody each time.
    boolean lingers = load.equals("isolated") && id.equals("ricart-agrawala");
    table.row(
        id + ", " + load,
        "%,d".formatted(entries),
        "%.2f".formatted(live),
        "%.2f".formatted(simulated),
        "%.2f".formatted(ratio),
        lingers ? "" : "0.9 to 1.1: " + (Math.abs(ratio - 1) <= 0.1 ? "met" : "MISSED"));
  }

  /** Entries and messages of all members. */
  private static long[] counts(LiveCluster cluster, String lock) throws IOException {
    long[] sum = new long[2];
    for (long[] count : cluster.all(1, MEMBERS, "count " + lock)) {
      sum[0] += count[0];
      sum[1] += count[1];
    }
    return sum;
  }

  private static double simulated(String id, String load) {
    Catalog.Entry algorithm = Catalog.entry(id);
    Scenario scenario =
        Scenario.of(algorithm, algorithm.structureOn(Graph.complete(MEMBERS)))
            .workload(load)
            .hold("constant:10")
            .entries(10_000);
    return Summary.of(List.of(Simulation.run(scenario, 0))).messagesPerEntry().mean();
  }
}
