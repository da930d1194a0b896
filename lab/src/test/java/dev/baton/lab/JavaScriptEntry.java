package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Setup;
import dev.baton.simulator.Distribution;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;

/** What is run on the JVM and in JavaScript: of each algorithm a small simulation and check. */
final class JavaScriptEntry {
  /** Those whose samples take more than a logarithm. */
  private static final String[] LAWS = {
    "lognormal:10,1.5", "pareto:10,1.1", "weibull:10,0.3", "gamma:10,0.2", "gamma:10,30"
  };

  private JavaScriptEntry() {}

  public static void main(String[] args) {
    System.out.print(answer());
  }

  static String answer() {
    StringBuilder answer = new StringBuilder();
    for (Catalog.Entry algorithm : Catalog.entries()) {
      answer.append(algorithm.id()).append('\n');
      simulate(algorithm, answer);
      check(algorithm, answer);
    }
    for (String mobility : new String[] {"churn:0.1", "waypoint:0.05,0.3,1"}) {
      answer.append(mobility).append('\n');
      Setup setup = Crowd.setup(20).roaming(6, 20);
      simulate(Scenario.of(Crowd.ALGORITHM, setup).mobility(mobility), answer);
    }
    for (String law : LAWS) {
      long hash = 0;
      for (long i = 0; i < 2000; i++) {
        hash = Hash.fold(hash, Distribution.parse(law).sample(Hash.mix(i)));
      }
      answer.append(law).append(' ').append(Long.toHexString(hash)).append('\n');
    }
    return answer.toString();
  }

  private static void simulate(Catalog.Entry algorithm, StringBuilder answer) {
    simulate(Scenario.of(algorithm, algorithm.structureOn(Graph.complete(7))), answer);
  }

  private static void simulate(Scenario scenario, StringBuilder answer) {
    Outcome outcome =
        Simulation.run(
            scenario.workload("think:5").delay("exponential:1").entries(500).seed(42), 0);
    answer.append("  events ").append(outcome.events());
    answer.append(", eventHash ").append(Long.toHexString(outcome.eventHash()));
    // To the last bit, whatever the digits that are printed.
    answer.append(", messages ").append(bits(outcome.messagesPerEntry()));
    answer.append(", response ").append(bits(outcome.responseTime().mean())).append('\n');
  }

  private static void check(Catalog.Entry algorithm, StringBuilder answer) {
    Setup setup = Setup.of(algorithm.structureOn(Graph.complete(3)));
    Report report = Search.run(Check.of(algorithm, setup));
    answer.append("  ").append(report.verdict());
    answer.append(", states ").append(report.states());
    answer.append(", transitions ").append(report.transitions());
    answer.append(", depth ").append(report.depth()).append('\n');
  }

  private static String bits(double value) {
    return Long.toHexString(Double.doubleToLongBits(value));
  }
}
