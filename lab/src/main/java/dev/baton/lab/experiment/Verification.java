package dev.baton.lab.experiment;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Hash;
import dev.baton.simulator.Scenario;
import java.util.Map;

/**
 * Every interleaving of so many {@code requests} of each node: whether somebody waits for ever or
 * too many get in, and by how many others a request that everybody knows is passed at the worst. A
 * permit that is idle meanwhile is not judged.
 */
final class Verification {

  private Verification() {}

  static Trial run(Cell cell, Scenario scenario) {
    Check check =
        Check.of(scenario.algorithm(), scenario.setup())
            .withFifo(scenario.fifo())
            .withRequests(cell.number("requests", 1));
    Report report = Search.run(check);
    if (report.property() == Property.IDLE_PERMIT) {
      check = check.withIdlePermits();
      report = Search.run(check);
    }
    if (report.verdict() == Report.Verdict.INCOMPLETE) {
      throw new IllegalStateException(report.message());
    }
    if (report.verdict() == Report.Verdict.VIOLATED) {
      return new Trial(Map.of(Measure.VIOLATED, 1.0), Trial.text(Hash.of(report.message())));
    }
    int bypass = Search.run(check.withBypass(Integer.MAX_VALUE)).maxBypass();
    return new Trial(
        Map.of(Measure.VIOLATED, 0.0, Measure.BYPASS, (double) bypass),
        Trial.text(Hash.fold(report.states(), report.transitions())));
  }
}
