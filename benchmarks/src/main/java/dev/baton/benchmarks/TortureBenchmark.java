package dev.baton.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Treats members, threads and processes badly, and judges what comes of it: time-outs, interrupts,
 * cancelled requests, closed members, lost leases, stopped processes, full heaps, failing meters
 * and listeners, stacks with no room left.
 *
 * <p>Options: {@code --minutes M} or {@code --seconds S} (for each of the two parts), {@code --seed
 * S}, {@code --part local|tcp}, {@code --patience MILLIS}, {@code --without} what is to be left out
 * ({@link Torment}), {@code --sabotage} what is to be done wrong ({@link Sabotage}). The exit code
 * is 1 if something is not as it must be.
 */
public final class TortureBenchmark {

  /** What to do, for how long. */
  record Settings(
      Duration length,
      long seed,
      Duration patience,
      Set<Torment> without,
      Set<Sabotage> sabotage) {}

  private TortureBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    Duration length = Duration.ofMinutes(5);
    long seed = new Random().nextInt(1_000_000);
    Duration patience = Duration.ofSeconds(15);
    Set<Torment> without = Set.of();
    Set<Sabotage> sabotage = Set.of();
    List<Boolean> parts = List.of(true, false);
    for (int i = 0; i < arguments.length; i += 2) {
      String value = i + 1 < arguments.length ? arguments[i + 1] : "";
      try {
        switch (arguments[i]) {
          case "--minutes" -> length = Duration.ofSeconds((long) (60 * Double.parseDouble(value)));
          case "--seconds" -> length = Duration.ofSeconds(Long.parseLong(value));
          case "--seed" -> seed = Long.parseLong(value);
          case "--patience" -> patience = Duration.ofMillis(Long.parseLong(value));
          case "--without" -> without = Torment.parse(value);
          case "--sabotage" -> sabotage = Sabotage.parse(value);
          case "--part" -> parts = List.of(isLocal(value));
          default -> throw new IllegalArgumentException();
        }
      } catch (IllegalArgumentException e) {
        System.err.println(
            "usage: benchmarks/run torture [--minutes M] [--seed S] [--part local|tcp]"
                + " [--patience MILLIS] [--without KIND,…] [--sabotage KIND,…]");
        System.exit(2);
      }
    }
    Settings settings = new Settings(length, seed, patience, without, sabotage);
    boolean isRight = true;
    for (boolean isLocal : parts) {
      isRight &= run(settings, isLocal, System.out, System.err).isEmpty();
    }
    System.exit(isRight ? 0 : 1);
  }

  private static boolean isLocal(String part) {
    if (!part.equals(TortureProcess.LOCAL) && !part.equals("tcp")) {
      throw new IllegalArgumentException();
    }
    return part.equals(TortureProcess.LOCAL);
  }

  /** Runs one part; returns the sentences about what is not as it must be. */
  static List<String> run(
      Settings settings, boolean isLocal, PrintStream report, PrintStream progress)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("baton-torture");
    List<String> violations;
    try (TortureRun run = new TortureRun(settings, isLocal, directory, progress)) {
      run.run();
      run.report(report);
      violations = run.violations();
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    String part = isLocal ? TortureProcess.LOCAL : "tcp";
    for (String violation : violations) {
      report.println("VIOLATED: " + violation.replace("\t", "\n    "));
    }
    if (!violations.isEmpty()) {
      report.println(
          "Replay the plan: benchmarks/run torture --part " + part + " --seed " + settings.seed);
    }
    report.println("verdict of " + part + ": " + (violations.isEmpty() ? "OK" : "VIOLATED"));
    return new ArrayList<>(violations);
  }
}
