package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How long {@code ./baton algorithms} takes, next to a JVM that does nothing. */
final class StartBenchmark {

  private static final int ROUNDS = 10;

  private StartBenchmark() {}

  static void run() {
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
