package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many lines a voter logs if everything from INFO on is written, and who wrote them. */
final class LogVolume {

  /** The voter that comes and goes. */
  private static final int LAST = LiveCluster.VOTERS;

  private static final Duration ABSENCE = Duration.ofSeconds(30);
  private static final List<String> LOUD = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");

  /**
   * As the simple logger begins an event; whatever follows, such as a stack trace, belongs to it.
   */
  private static final Pattern EVENT = Pattern.compile("^\\[.*?] [A-Z]+ ([\\w.$]+) - ");

  private LogVolume() {}

  /** Lines by who wrote them. */
  private record Lines(int baton, int library, int jvm) {

    static Lines of(Path file) throws IOException {
      int baton = 0;
      int library = 0;
      int jvm = 0;
      String logger = "";
      for (String line : Files.readAllLines(file)) {
        Matcher event = EVENT.matcher(line);
        logger = event.find() ? event.group(1) : line.startsWith("WARNING: ") ? "" : logger;
        if (logger.isEmpty()) {
          jvm++;
        } else if (logger.startsWith("dev.baton.")) {
          baton++;
        } else {
          library++;
        }
      }
      return new Lines(baton, library, jvm);
    }

    Lines plus(Lines more) {
      return new Lines(baton + more.baton, library + more.library, jvm + more.jvm);
    }

    Lines since(Lines before) {
      return new Lines(baton - before.baton, library - before.library, jvm - before.jvm);
    }
  }

  static void measure() {
    Table.title("Lines in the log of a voter, from INFO on");
    Table table = new Table("what", "Baton", "consensus library", "JVM");
    try (LiveCluster cluster = new LiveCluster(0, LiveBenchmark.LEASE_SECONDS)) {
      cluster.use(LOUD, System.getProperty("java.class.path"));
      Table.progress("lines in the log");
      for (int i = 1; i <= LAST; i++) {
        cluster.start(i).tell("join");
      }
      for (int i = 1; i <= LAST; i++) {
        cluster.member(i).numbers();
      }
      row(table, "one of three voters starts for the first time", of(cluster, LAST));
      Lines before = of(cluster, LAST);
      cluster.member(LAST).tell("close");
      cluster.member(LAST).numbers();
      cluster.member(LAST).numbers();
      row(table, "it is closed", of(cluster, LAST).since(before));
      before = others(cluster);
      LockSupport.parkNanos(ABSENCE.toNanos());
      String absent = "it is away for " + ABSENCE.toSeconds() + " s: the two others together";
      row(table, absent, others(cluster).since(before));
      cluster.member(LAST).kill();
      before = others(cluster);
      Path directory = cluster.errors(LAST).resolveSibling("replaced");
      cluster.start(LAST).tell("replace " + directory);
      cluster.member(LAST).numbers();
      row(table, "it starts with replaceLostVoter()", of(cluster, LAST));
      row(table, "at that, the two others together", others(cluster).since(before));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    table.print();
  }

  private static Lines of(LiveCluster cluster, int member) throws IOException {
    return Lines.of(cluster.errors(member));
  }

  /** The leader of the consensus may be any of them. */
  private static Lines others(LiveCluster cluster) throws IOException {
    Lines sum = new Lines(0, 0, 0);
    for (int i = 1; i < LAST; i++) {
      sum = sum.plus(of(cluster, i));
    }
    return sum;
  }

  private static void row(Table table, String what, Lines lines) {
    table.row(what, "" + lines.baton, "" + lines.library, "" + lines.jvm);
  }
}
