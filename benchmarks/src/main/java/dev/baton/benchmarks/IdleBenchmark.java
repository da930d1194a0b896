package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * What members weigh that do nothing: three voters, a member, and one with the eight seats of a
 * semaphore, each in a JVM of its own.
 */
final class IdleBenchmark {

  private static final int MEMBER = 4;
  private static final int SEATED = 5;
  private static final int SEATS = 8;

  /** After a join the code of an epoch change is warmed up, and much is compiled. */
  private static final int SETTLE_SECONDS = 120;

  private static final int SECONDS = 30;

  private IdleBenchmark() {}

  static void run() {
    Table.title("Idle for " + SECONDS + " s: Java threads, share of a core, memory");
    Table.progress("five members, " + SETTLE_SECONDS + " s to settle");
    Table table =
        new Table(
            "member",
            "threads",
            "Baton",
            "consensus library",
            "% of a core",
            "Baton",
            "consensus library",
            "JVM",
            "heap MiB",
            "resident MiB");
    try (LiveCluster cluster = new LiveCluster(SEATED, LiveBenchmark.LEASE_SECONDS)) {
      cluster.member(SEATED).ask("semaphore s " + SEATS);
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
      long[][] before = new long[SEATED + 1][];
      for (int i = 1; i <= SEATED; i++) {
        before[i] = weight(cluster, i);
      }
      TimeUnit.SECONDS.sleep(SECONDS);
      for (int i = 1; i <= SEATED; i++) {
        long[] after = weight(cluster, i);
        double all = share(0, before[i], after);
        double ours = share(4, before[i], after);
        double others = share(5, before[i], after);
        cluster.member(i).tell("health");
        long[] health = cluster.member(i).numbers();
        table.row(
            i < MEMBER ? "voter " + i : i == MEMBER ? "member" : "member, " + SEATS + " seats",
            "" + after[2],
            "" + after[6],
            "" + after[7],
            "%.2f".formatted(all),
            "%.2f".formatted(ours),
            "%.2f".formatted(others),
            "%.2f".formatted(all - ours - others),
            Table.number(health[0] / (double) (1 << 20)),
            Table.number(after[3] / 1024.0));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    table.print();
  }

  /** Of a core, in percent. */
  private static double share(int place, long[] before, long[] after) {
    return 100.0 * (after[place] - before[place]) / (after[1] - before[1]);
  }

  /** As {@code MemberProcess} prints it. */
  private static long[] weight(LiveCluster cluster, int member) throws IOException {
    cluster.member(member).tell("weight");
    return cluster.member(member).numbers();
  }
}
