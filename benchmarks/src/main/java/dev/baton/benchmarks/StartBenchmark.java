package dev.baton.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * How long {@code ./baton algorithms} takes, next to a JVM that does nothing; and how long members
 * take from the start of their JVMs until {@code join()} has returned, without and with an archive
 * of classes that the JVM has made before; and how much they log.
 */
final class StartBenchmark {

  private static final int ROUNDS = 10;
  private static final int CLUSTERS = 5;

  /** Until then voters that have just started have compiled what they use. */
  private static final Duration SETTLED = Duration.ofSeconds(30);

  private StartBenchmark() {}

  static void run() {
    launcher();
    members();
    LogVolume.measure();
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
    Starts plain = new Starts();
    Starts archived = new Starts();
    try {
      Path directory = Files.createTempDirectory("baton-archive");
      String classPath = jars(directory);
      Path archive = directory.resolve("baton.jsa");
      Table.progress("an archive of classes");
      archive(archive, classPath);
      for (int i = 0; i < CLUSTERS; i++) {
        Table.progress("clusters " + (i + 1) + " of " + CLUSTERS);
        plain.measure(i, List.of(), classPath);
        archived.measure(i, List.of("-XX:SharedArchiveFile=" + archive), classPath);
      }
      deleteAll(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Table table = new Table("what", "median", "longest", "archive: median", "longest");
    row(table, "three voters for the first time, all at once", plain.first, archived.first);
    row(table, "one more member, at once", plain.soon, archived.soon);
    row(table, "one more member, " + SETTLED.toSeconds() + " s later", plain.later, archived.later);
    row(table, "three voters after all were killed", plain.restart, archived.restart);
    row(
        table,
        "the same, until a lock that was held is granted (lease 3 s)",
        plain.granted,
        archived.granted);
    table.print();
    Table.title("CPU time of a voter until all three have joined for the first time, seconds");
    Table cpu = new Table("what", "median", "longest", "archive: median", "longest");
    row(cpu, "all", plain.cpu, archived.cpu);
    row(cpu, "threads of Baton", plain.ours, archived.ours);
    row(cpu, "threads of the consensus library", plain.library, archived.library);
    row(cpu, "the rest: main thread, compiler, collector", plain.rest, archived.rest);
    cpu.print();
  }

  /** How long members took, cluster by cluster. */
  private static final class Starts {
    private final double[] first = new double[CLUSTERS];
    private final double[] soon = new double[CLUSTERS];
    private final double[] later = new double[CLUSTERS];
    private final double[] restart = new double[CLUSTERS];
    private final double[] granted = new double[CLUSTERS];
    private final double[] cpu = new double[CLUSTERS];
    private final double[] ours = new double[CLUSTERS];
    private final double[] library = new double[CLUSTERS];
    private final double[] rest = new double[CLUSTERS];

    private void measure(int i, List<String> options, String classPath) throws IOException {
      int more = LiveCluster.VOTERS + 1;
      try (LiveCluster cluster = new LiveCluster(0, LiveBenchmark.LEASE_SECONDS)) {
        cluster.use(options, classPath);
        first[i] = start(cluster, 1, LiveCluster.VOTERS);
        weigh(i, cluster);
        soon[i] = start(cluster, more, more);
        LockSupport.parkNanos(SETTLED.toNanos());
        later[i] = start(cluster, more + 1, more + 1);
        cluster.member(1).ask("hold x");
        for (int j = 1; j <= more + 1; j++) {
          cluster.member(j).kill();
        }
        long begin = System.nanoTime();
        restart[i] = start(cluster, 1, LiveCluster.VOTERS);
        cluster.member(2).ask("wait x");
        granted[i] = (cluster.member(2).numbers()[0] - begin) * 1e-9;
      }
    }

    /** The mean of the voters. */
    private void weigh(int i, LiveCluster cluster) throws IOException {
      for (int j = 1; j <= LiveCluster.VOTERS; j++) {
        cluster.member(j).tell("weight");
        long[] weight = cluster.member(j).numbers();
        cpu[i] += weight[0] * 1e-9 / LiveCluster.VOTERS;
        ours[i] += weight[4] * 1e-9 / LiveCluster.VOTERS;
        library[i] += weight[5] * 1e-9 / LiveCluster.VOTERS;
      }
      rest[i] = cpu[i] - ours[i] - library[i];
    }
  }

  /** Writes down the classes that a voter has loaded, for JVMs that start later. */
  private static void archive(Path archive, String classPath) throws IOException {
    try (LiveCluster cluster = new LiveCluster(0, LiveBenchmark.LEASE_SECONDS)) {
      cluster.use(List.of(), classPath);
      cluster.start(2).tell("join");
      cluster.start(3).tell("join");
      cluster.use(List.of("-XX:ArchiveClassesAtExit=" + archive), classPath);
      Child voter = cluster.start(1);
      voter.ask("join");
      voter.ask("hold x");
      voter.tell("end");
      voter.join();
    }
    if (!Files.exists(archive)) {
      throw new IOException("The JVM has written no archive.");
    }
  }

  /** This JVM's class path with jars only, since classes of directories are not archived. */
  private static String jars(Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (Files.isDirectory(Path.of(entry))) {
        String jar = directory.resolve("classes-" + entries.size() + ".jar").toString();
        int exit =
            ToolProvider.findFirst("jar")
                .orElseThrow(() -> new IOException("There is no tool jar."))
                .run(System.out, System.err, "--create", "--file", jar, "-C", entry, ".");
        if (exit != 0) {
          throw new IOException("The tool jar has failed.");
        }
        entries.add(jar);
      } else {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void row(Table table, String what, double[] plain, double[] archived) {
    table.row(
        what,
        Table.number(Rounds.median(plain)),
        Table.number(Arrays.stream(plain).max().orElseThrow()),
        Table.number(Rounds.median(archived)),
        Table.number(Arrays.stream(archived).max().orElseThrow()));
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
