package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of Reverse Link with k tokens; a name ends in what the claim is about. */
class ReverseLinkKStylePaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("reverse-link-k-style");

  /** With an idle permit found at once, the other properties are looked for alone. */
  @ParameterizedTest
  @CsvSource({"3, 2, 2, 0", "3, 2, 1, 2", "4, 2, 1, 0", "4, 3, 1, 0"})
  void atMostKInsideAndNoDeadlock_correctness(int n, int k, int requests, int linkChanges) {
    Check check =
        Check.of(ALGORITHM, new Setup(n, 0, k, Graph.complete(n)))
            .withRequests(requests)
            .withLinkChanges(linkChanges)
            .withProperties(List.of(Property.SAFETY, Property.DEADLOCK))
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** As many messages of each kind. */
  @ParameterizedTest
  @ValueSource(strings = {"isolated", "saturated", "think:10"})
  void withOneTokenTheRunIsThatOfReverseLink_comparison(String workload) {
    Outcome one = run(ALGORITHM, workload);
    Outcome other = run(Catalog.entry("reverse-link"), workload);
    assertThat(one.messagesPerEntry()).isEqualTo(other.messagesPerEntry());
    assertThat(one.responseTime().mean()).isEqualTo(other.responseTime().mean());
    assertThat(one.events()).isEqualTo(other.events());
  }

  private static Outcome run(Catalog.Entry entry, String workload) {
    return Simulation.run(Scenario.of(entry, Graph.ring(9)).workload(workload), 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everybodyEntersWhileAllMove_liveness(int k) {
    Setup setup = new Setup(24, 0, k, Graph.complete(24)).roaming(4, 0);
    Scenario scenario = Scenario.of(ALGORITHM, setup).mobility("churn:0.2").entries(500);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.moves()).isGreaterThan(100);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(500);
  }

  // The variant in which unused tokens go down.

  /** As a row of the catalog would have it. */
  private static final Catalog.Entry FORWARDING =
      new Catalog.Entry(
          "reverse-link-k-style/forwards-unused",
          "reverse-link-k-style/forwards-unused",
          ALGORITHM.name(),
          ALGORITHM.family(),
          ALGORITHM.paper(),
          ALGORITHM.network(),
          ALGORITHM.structure(),
          ALGORITHM.traits(),
          ALGORITHM.cost(),
          new TestLibrary().algorithm("reverse-link-k-style/forwards-unused")::nodes);

  /** Where all are linked one node is lowest: there requests and unused tokens meet. */
  @Test
  void noTokenIsUnusedWhileSomebodyWaitsIfAllAreLinked_forwarding() {
    Setup setup = new Setup(3, 0, 2, Graph.complete(3));
    Check check = Check.of(FORWARDING, setup).sometimes("two are inside", m -> m.inside() == 2);
    assertThat(Search.run(check).message()).isNull();
    Report without = Search.run(Check.of(ALGORITHM, setup));
    assertThat(without.property()).isEqualTo(Property.IDLE_PERMIT);
  }

  @Test
  void randomSchedulesAreSafeAndEverybodyEnters_forwarding() {
    for (int seed = 1; seed <= Integer.getInteger("baton.seeds", 30); seed++) {
      RandomRun run = new RandomRun(FORWARDING, seed);
      for (int i = 0; i < 150; i++) {
        run.step();
      }
      run.drain();
    }
  }

  /** "Lowers the time each node waits": so do unused tokens that go down. */
  @ParameterizedTest
  @ValueSource(strings = {"think:10", "think:100"})
  void nodesWaitForLessTime_forwarding(String workload) {
    double plain = run(ALGORITHM, 4, workload).responseTime().mean();
    double forwarding = run(FORWARDING, 4, workload).responseTime().mean();
    assertThat(forwarding).isLessThan(0.8 * plain);
  }

  /** Who has an unused token no longer enters again and again while others wait. */
  @Test
  void allEnterAsOftenWhenSaturated_forwarding() {
    assertThat(run(ALGORITHM, 4, "saturated").jain()).isLessThan(0.2);
    assertThat(run(FORWARDING, 4, "saturated").jain()).isGreaterThan(0.99);
  }

  private static Outcome run(Catalog.Entry entry, int k, String workload) {
    Setup setup = new Setup(20, 0, k, Graph.complete(20));
    return Simulation.run(Scenario.of(entry, setup).workload(workload), 0);
  }
}
