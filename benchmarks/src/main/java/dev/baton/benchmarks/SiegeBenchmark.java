package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What members notice of {@link Outsiders} that attack all their ports at once. The baseline: the
 * same attackers at the ports of a {@link DecoyProcess}, half of the time before the siege and half
 * of it after, so that neither has the warmer processes.
 */
final class SiegeBenchmark {

  private static final int MEMBERS = LiveCluster.VOTERS;
  private static final int NEWCOMER = MEMBERS + 1;
  private static final int LEASE_SECONDS = 3;
  private static final int START_MINUTES = 10;
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration JOIN_EVERY = Duration.ofSeconds(30);
  private static final Duration FIRST_READING = Duration.ofMinutes(1);

  /** Connections come and go: the least of some readings is what stays. */
  private static final int READINGS = 5;

  private static final int PAUSE_MILLIS = 200;

  private final LiveCluster cluster;
  private final Child newcomer;
  private final Child outsiders;

  private SiegeBenchmark(LiveCluster cluster, List<String> launcher) throws IOException {
    this.cluster = cluster;
    newcomer = cluster.start(NEWCOMER);
    outsiders = cluster.startBeside(launcher, OutsidersProcess.class);
  }

  /** Argument: how many minutes. The exit code is 1 if something is not as required. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    SiegeReport report = measure(Duration.ofMinutes(Integer.parseInt(arguments[0])), nice());
    report.print(SiegeReport.REQUIRED);
    System.exit(report.missed(SiegeReport.REQUIRED).isEmpty() ? 0 : 1);
  }

  /** Whatever they do, attackers are not to take the processor from the members. */
  private static List<String> nice() {
    Path nice = Path.of("/usr/bin/nice");
    return Files.isExecutable(nice) ? List.of(nice.toString(), "-n", "19") : List.of();
  }

  /**
   * Attacks for so long, and as long again for the baseline.
   *
   * @param launcher of the attackers, as in {@link Child}
   */
  static SiegeReport measure(Duration length, List<String> launcher)
      throws IOException, InterruptedException {
    int limit = START_MINUTES + (int) (3 * length.toMinutes());
    try (LiveCluster cluster = new LiveCluster(MEMBERS, LEASE_SECONDS, true, limit)) {
      SiegeBenchmark siege = new SiegeBenchmark(cluster, launcher);
      String decoys = cluster.startBeside(launcher, DecoyProcess.class).answer().replace('\t', ' ');
      String members =
          IntStream.rangeClosed(1, MEMBERS)
              .map(cluster::port)
              .mapToObj(port -> port + " " + (port + 1))
              .collect(Collectors.joining(" "));
      cluster.all(1, MEMBERS, "heat hot");
      Duration warmUp = length.compareTo(WARM_UP) < 0 ? length : WARM_UP;
      Table.progress("warm-up, %d s", warmUp.toSeconds());
      // Members that have never been attacked would spend the first seconds on loading classes.
      siege.phase(members, warmUp.dividedBy(2));
      siege.phase(decoys, warmUp.dividedBy(2));
      Table.progress("baseline, first half");
      SiegePhase before = siege.phase(decoys, length.dividedBy(2));
      Table.progress("siege, %d s", length.toSeconds());
      SiegePhase attacked = siege.phase(members, length);
      Table.progress("baseline, second half");
      SiegePhase after = siege.phase(decoys, length.dividedBy(2));
      boolean allAlive =
          IntStream.rangeClosed(1, NEWCOMER).allMatch(i -> cluster.member(i).isAlive());
      return new SiegeReport(before.and(after), attacked, allAlive);
    }
  }

  /** Everybody works, the newcomer comes and goes, and these ports are attacked. */
  private SiegePhase phase(String ports, Duration length) throws IOException, InterruptedException {
    outsiders.ask("attack " + ports);
    long start = System.nanoTime();
    List<long[]> grantsBefore = cluster.all(1, MEMBERS, "grants");
    long every = Math.min(JOIN_EVERY.toNanos(), length.toNanos() / 2);
    long nextJoin = start + every / 2;
    long firstReading = start + Math.min(FIRST_READING.toNanos(), length.toNanos() / 3);
    List<Double> joins = new ArrayList<>();
    List<long[]> first = null;
    while (System.nanoTime() - start < length.toNanos()) {
      if (first == null && System.nanoTime() - firstReading >= 0) {
        first = readings();
      } else if (System.nanoTime() - nextJoin >= 0) {
        joins.add(join());
        nextJoin += every;
      } else {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    List<long[]> last = readings();
    List<long[]> grants = cluster.all(1, MEMBERS, "grants");
    double seconds = (System.nanoTime() - start) * 1e-9;
    outsiders.tell("stop");
    Outsiders.Done done = Outsiders.Done.of(outsiders.numbers());
    double[] perSecond = new double[MEMBERS];
    long failures = 0;
    for (int i = 0; i < MEMBERS; i++) {
      perSecond[i] = (grants.get(i)[0] - grantsBefore.get(i)[0]) / seconds;
      failures += grants.get(i)[1] - grantsBefore.get(i)[1];
    }
    return new SiegePhase(perSecond, failures, joins, first == null ? last : first, last, done);
  }

  /** How long the newcomer took to join, in seconds; it leaves again. */
  private double join() throws IOException {
    long start = System.nanoTime();
    newcomer.ask("join");
    double seconds = (System.nanoTime() - start) * 1e-9;
    newcomer.ask("close");
    newcomer.answer();
    return seconds;
  }

  /** For each member: heap, threads, and members that should not be there. */
  private List<long[]> readings() throws IOException, InterruptedException {
    List<long[]> least = cluster.all(1, MEMBERS, "health");
    for (int i = 1; i < READINGS; i++) {
      Thread.sleep(PAUSE_MILLIS);
      List<long[]> next = cluster.all(1, MEMBERS, "health");
      for (int m = 0; m < MEMBERS; m++) {
        long[] one = least.get(m);
        one[0] = Math.min(one[0], next.get(m)[0]);
        one[1] = Math.min(one[1], next.get(m)[1]);
        one[2] = Math.max(one[2], next.get(m)[2]);
      }
    }
    return least;
  }
}
