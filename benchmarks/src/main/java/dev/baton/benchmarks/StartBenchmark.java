package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How long {@code ./baton algorithms} takes, next to a JVM that does nothing; and how long members
 * take from the start of their JVMs until {@code join()} has returned.
 */
final class StartBenchmark {

  private static final int ROUNDS = 10;
  private static final int CLUSTERS = 5;

  private StartBenchmark() {}

  static void run() {
    launcher();
    members();
  }

  private static void launcher() {
    Table.title("Start-up, wall time");
    Path launcher = Path.of("baton").toAbsolutePath();
    if (!Files.isExecutable(launcher)) {
      System.out.println("skipped: there is no launcher " + launcher);
      return;
    }
    List<String> baton = List.of(launcher.toString(), "algorithms");
    List<String> nothing =
        List.of(Fork.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-version");
    Table.progress("./baton algorithms, which builds first if it must");
    if (Double.isNaN(millis(baton))) {
      System.out.println("skipped: ./baton algorithms has failed");
      return;
    }
    double[] batonMillis = new double[ROUNDS];
    double[] nothingMillis = new double[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
      batonMillis[r] = millis(baton);
      nothingMillis[r] = millis(nothing);
    }
    double started = Rounds.median(batonMillis);
    double bare = Rounds.median(nothingMillis);
    Table table = new Table("command", "ms", "ratio");
    table.row("java -version", Table.number(bare), "1.0");
    table.row("./baton algorithms", Table.number(started), Table.number(started / bare));
    table.print();
  }

  private static void members() {
    Table.title("From the start of JVMs until join() has returned, seconds");
    double[] first = new double[CLUSTERS];
    double[] member = new double[CLUSTERS];
    double[] restart = new double[CLUSTERS];
    double[] granted = new double[CLUSTERS];
    for (int i = 0; i < CLUSTERS; i++) {
      Table.progress("cluster " + (i + 1) + " of " + CLUSTERS);
      try (LiveCluster cluster = new LiveCluster(0, LiveBenchmark.LEASE_SECONDS)) {
        first[i] = start(cluster, 1, LiveCluster.VOTERS);
        member[i] = start(cluster, LiveCluster.VOTERS + 1, LiveCluster.VOTERS + 1);
        cluster.member(1).ask("hold x");
        for (int j = 1; j <= LiveCluster.VOTERS + 1; j++) {
          cluster.member(j).kill();
        }
        long begin = System.nanoTime();
        restart[i] = start(cluster, 1, LiveCluster.VOTERS);
        cluster.member(2).ask("wait x");
        granted[i] = (cluster.member(2).numbers()[0] - begin) * 1e-9;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Table table = new Table("what", "median", "longest");
    row(table, "three voters for the first time, all at once", first);
    row(table, "one more member", member);
    row(table, "three voters after all were killed", restart);
    row(table, "the same, until a lock that was held is granted (lease 3 s)", granted);
    table.print();
  }

  private static void row(Table table, String what, double[] seconds) {
    table.row(
        what,
        Table.number(Rounds.median(seconds)),
        Table.number(Arrays.stream(seconds).max().orElseThrow()));
  }

  /** Starts members at once; seconds until the last has joined. */
  private static double start(LiveCluster cluster, int from, int to) throws IOException {
    long begin = System.nanoTime();
    for (int i = from; i <= to; i++) {
      cluster.start(i).tell("join");
    }
    long last = begin;
    for (int i = from; i <= to; i++) {
      last = Math.max(last, cluster.member(i).numbers()[0]);
    }
    return (last - begin) * 1e-9;
  }

  /** Not a number if the command fails. */
  private static double millis(List<String> command) {
    try {
      long start = System.nanoTime();
      int exit =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      return exit == 0 ? (System.nanoTime() - start) * 1e-6 : Double.NaN;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
