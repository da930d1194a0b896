package dev.baton.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** What members notice of others that join, close, or are killed: the changes of an epoch. */
final class ChangesBenchmark {

  private static final int LOCKS = 1000;
  private static final int CHANGES = 100;
  private static final int CLOSES = 10;
  private static final int KILLS = 3;
  private static final int LATE = LiveBenchmark.MEMBERS + 1;
  private static final int WAITER = 1;

  /** An epoch is changed again only after a while; no change is to wait for that. */
  private static final long SETTLE_MILLIS = 1000;

  private ChangesBenchmark() {}

  // Joining and leaving.

  static void joins(LiveCluster cluster) throws IOException, InterruptedException {
    Table.progress("a sixth member joins and leaves, %d times", CHANGES);
    for (int i = 1; i <= LiveBenchmark.MEMBERS; i++) {
      cluster.member(i).ask("use used/ " + LOCKS + " " + (i - 1));
    }
    Child late = cluster.start(LATE);
    double[][] gaps = new double[3][];
    Arrays.fill(gaps, new double[0]);
    for (int change = -1; change < CHANGES; change++) {
      gaps(cluster);
      Thread.sleep(SETTLE_MILLIS / 2);
      double[] none = gaps(cluster);
      late.ask("join");
      double[] join = gaps(cluster);
      Thread.sleep(SETTLE_MILLIS / 2);
      gaps(cluster);
      late.ask("close");
      late.answer();
      double[] leave = gaps(cluster);
      if (change >= 0) {
        gaps[0] = joined(gaps[0], none);
        gaps[1] = joined(gaps[1], join);
        gaps[2] = joined(gaps[2], leave);
      }
    }
    cluster.all(1, LiveBenchmark.MEMBERS, "rest");
    Table.title(
        "5 members use 1,000 locks while a sixth comes and goes: longest time without entry");
    Table table = new Table("while", "samples", "p50 ms", "p99 ms", "largest ms", "required");
    row(table, "nothing changes, half a second", gaps[0], "");
    row(table, "a member joins", gaps[1], below(100, gaps[1]));
    row(table, "a member leaves", gaps[2], below(100, gaps[2]));
    table.print();
  }

  /** One number for each member. */
  private static double[] gaps(LiveCluster cluster) throws IOException {
    return cluster.all(1, LiveBenchmark.MEMBERS, "gap").stream()
        .mapToDouble(gap -> gap[0] * 1e-6)
        .toArray();
  }

  private static double[] joined(double[] some, double[] more) {
    return DoubleStream.concat(DoubleStream.of(some), DoubleStream.of(more)).toArray();
  }

  private static String below(double required, double[] millis) {
    return "p99 " + Table.atMost(required, LiveBenchmark.percentile(millis, 99));
  }

  private static void row(Table table, String what, double[] millis, String required) {
    table.row(
        what,
        "" + millis.length,
        Table.number(LiveBenchmark.percentile(millis, 50)),
        millis.length < 100 ? "" : Table.number(LiveBenchmark.percentile(millis, 99)),
        Table.number(LiveBenchmark.percentile(millis, 100)),
        required);
  }

  // Closing and dying with a lock.

  static void closes(LiveCluster cluster) throws IOException, InterruptedException {
    Table.progress("a holder closes, %d times", CLOSES);
    Child holder = cluster.member(LATE);
    Child waiter = cluster.member(WAITER);
    double[] millis = new double[CLOSES];
    for (int i = 0; i < CLOSES; i++) {
      holder.ask("join");
      millis[i] = afterwards(holder, waiter, () -> Long.parseLong(holder.ask("close")));
      holder.answer();
    }
    double most = LiveBenchmark.percentile(millis, 100);
    Table.title("A holder closes: until the waiter at another member has the lock");
    Table table = new Table("lease", "samples", "p50 ms", "p99 ms", "largest ms", "required");
    row(table, LiveBenchmark.LEASE_SECONDS + " s", millis, "largest " + Table.atMost(50, most));
    table.print();
  }

  static void kills() throws IOException, InterruptedException {
    double[][] millis = new double[2][KILLS];
    int[] leases = {1, 3};
    for (int which = 0; which < leases.length; which++) {
      try (LiveCluster cluster = LiveBenchmark.start(LiveCluster.VOTERS, leases[which])) {
        Table.progress("a holder is killed, %d times", KILLS);
        for (int i = 0; i < KILLS; i++) {
          Child holder = cluster.start(LATE);
          holder.ask("join");
          millis[which][i] =
              afterwards(
                  holder,
                  cluster.member(WAITER),
                  () -> {
                    long now = System.nanoTime();
                    holder.kill();
                    return now;
                  });
        }
      }
    }
    Table.title("A holder is killed (kill -9): until the waiter at another member has the lock");
    Table table = new Table("lease", "samples", "p50 ms", "p99 ms", "largest ms", "required");
    for (int which = 0; which < leases.length; which++) {
      double most = LiveBenchmark.percentile(millis[which], 100);
      String required = "largest " + Table.atMost(leases[which] * 1000 + 1000, most);
      row(table, leases[which] + " s", millis[which], required);
    }
    table.print();
  }

  /** Ends a holder, and tells when. */
  private interface End {
    long nanos() throws IOException;
  }

  /** How long the waiter waits after the holder's end, in milliseconds. */
  private static double afterwards(Child holder, Child waiter, End end)
      throws IOException, InterruptedException {
    long fence = Long.parseLong(holder.ask("hold left-behind"));
    waiter.ask("wait left-behind");
    Thread.sleep(SETTLE_MILLIS);
    long ended = end.nanos();
    long[] entered = waiter.numbers();
    if (entered[0] - ended < 0 || entered[1] <= fence) {
      throw new IllegalStateException("The waiter was inside before the holder's end.");
    }
    return (entered[0] - ended) * 1e-6;
  }
}
