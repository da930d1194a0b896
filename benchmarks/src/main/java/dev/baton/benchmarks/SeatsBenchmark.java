package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * How long a member takes to get a seat for each permit of a semaphore, when it uses one for the
 * first time: once for each of six members, one after the other.
 */
final class SeatsBenchmark {

  private static final int MEMBERS = 6;
  private static final int SEATS = 8;

  private SeatsBenchmark() {}

  static void run() {
    Table.title("First use of a semaphore with " + SEATS + " permits, wall time");
    Table.progress(MEMBERS + " members");
    double[] millis = new double[MEMBERS];
    try (LiveCluster cluster = new LiveCluster(MEMBERS, LiveBenchmark.LEASE_SECONDS)) {
      for (int i = 0; i < MEMBERS; i++) {
        cluster.member(i + 1).tell("semaphore s " + SEATS);
        millis[i] = cluster.member(i + 1).numbers()[0] * 1e-6;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Table table = new Table("members", "samples", "p50 ms", "shortest ms", "longest ms");
    double[] sorted = Arrays.stream(millis).sorted().toArray();
    table.row(
        "three voters and three others",
        "" + MEMBERS,
        Table.number(Rounds.median(millis)),
        Table.number(sorted[0]),
        Table.number(sorted[MEMBERS - 1]));
    table.print();
  }
}
