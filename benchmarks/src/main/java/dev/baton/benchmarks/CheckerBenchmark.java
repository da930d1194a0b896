package dev.baton.benchmarks;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;

/** Distinct states per second of CPU time, on one thread, all properties checked. */
final class CheckerBenchmark {

  private static final int ROUNDS = 3;

  /** Some million states each. */
  private record Row(String id, int n, int requests, boolean fifo) {
    Report check() {
      Catalog.Entry algorithm = Catalog.entry(id);
      Setup setup = Setup.of(algorithm.structureOn(Graph.complete(n)));
      Report report = Search.run(Check.of(algorithm, setup).withRequests(requests).withFifo(fifo));
      if (report.verdict() != Report.Verdict.HOLDS) {
        throw new IllegalStateException(this + " is " + report.verdict());
      }
      return report;
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row("lamport", 3, 2, true),
          new Row("ricart-agrawala", 3, 5, false),
          new Row("suzuki-kasami", 3, 3, false),
          new Row("singhal-heuristic", 3, 3, false),
          new Row("raymond", 6, 2, false),
          new Row("raymond-fair", 4, 3, true));

  private CheckerBenchmark() {}

  static void run() {
    Table.title("Checker: distinct states per CPU-second, one thread");
    Table table =
        new Table("check", "states", "transitions", "CPU s", "states / CPU s", "required");
    double[][] seconds = new double[ROWS.size()][ROUNDS];
    List<Report> reports = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int r = 0; r < ROWS.size(); r++) {
        Row row = ROWS.get(r);
        Table.progress("%s %d/%d, round %d", row.id, row.n, row.requests, round + 1);
        long start = Rounds.cpuNanos();
        Report report = row.check();
        seconds[r][round] = (Rounds.cpuNanos() - start) * 1e-9;
        if (round == 0) {
          reports.add(report);
        }
      }
    }
    double best = 0;
    for (int r = 0; r < ROWS.size(); r++) {
      Row row = ROWS.get(r);
      double median = Rounds.median(seconds[r]);
      double speed = reports.get(r).states() / median;
      best = Math.max(best, speed);
      table.row(
          "%s %d/%d %s".formatted(row.id, row.n, row.requests, row.fifo ? "fifo" : "any"),
          "%,d".formatted(reports.get(r).states()),
          "%,d".formatted(reports.get(r).transitions()),
          "%.2f".formatted(median),
          "%,.0f".formatted(speed),
          Table.atLeast(500_000, speed));
    }
    table.row("best of all", "", "", "", "%,.0f".formatted(best), Table.atLeast(1_000_000, best));
    table.print();
  }
}
