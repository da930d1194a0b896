package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.algorithms.NaimiTrehel.Request;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.MessageTable;
import dev.baton.core.Meter;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper says, claim by claim; a name ends in the part of it where the claim stands. */
class NaimiTrehelPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("naimi-trehel");

  private static Stage stage(int n) {
    return new Stage(ALGORITHM, Setup.of(Graph.complete(n)), false);
  }

  /** Lets every message arrive, oldest first; returns how many there were. */
  private static int drain(Stage stage) {
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().get(0));
      messages++;
    }
    return messages;
  }

  /** FATHER of a node, the first field of its walk. */
  private static int father(Stage stage, int node) {
    Saver saver = new Saver(new MessageTable());
    stage.node(node).state(saver);
    return saver.data()[0];
  }

  /**
   * Messages per entry of requests one at a time, after the first 20 N of them: means of trials.
   */
  private static double[] isolated(Algorithm algorithm, int n, int trials) {
    int first = 20 * n;
    int counted = 40_000;
    double[] means = new double[trials];
    for (int t = 0; t < trials; t++) {
      means[t] =
          (messages(algorithm, n, first + counted, t) - messages(algorithm, n, first, t)) / counted;
    }
    return means;
  }

  /** The messages of the first entries of a trial; a longer run of it begins in the same way. */
  private static double messages(Algorithm algorithm, int n, int entries, int trial) {
    Scenario scenario =
        Scenario.of(algorithm, Graph.complete(n)).workload("isolated").entries(entries);
    Outcome outcome = Simulation.run(scenario, trial);
    assertThat(outcome.entries() + outcome.truncated()).isEqualTo(entries);
    return outcome.messagesPerEntry() * entries;
  }

  private static double harmonic(int n) {
    double sum = 0;
    for (int i = 1; i <= n; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }

  // The algorithm.

  /** Everybody on the way, the old root included, takes the requester for its father. */
  @Test
  void theWayIsReversed_pathReversal() {
    Stage stage = stage(5);
    for (int requester : List.of(1, 2, 3)) {
      stage.step(new Event.Request(requester));
      drain(stage);
      stage.step(new Event.Exit(requester));
    }
    // All asked 0, which knows the last of them; 4 has heard of nothing.
    assertThat(List.of(father(stage, 0), father(stage, 4))).containsExactly(3, 0);
    stage.step(new Event.Request(4));
    assertThat(drain(stage)).isEqualTo(3);
    for (int i = 0; i < 4; i++) {
      assertThat(father(stage, i)).isEqualTo(i == 0 || i == 3 ? 4 : i + 1);
    }
    assertThat(father(stage, 4)).isEqualTo(-1);
  }

  /** Requests that come to a waiting root form the queue, one NEXT after the other. */
  @Test
  void theQueueIsSpreadOverTheNodes_algorithm() {
    Stage stage = stage(4);
    List<Integer> entered = new ArrayList<>();
    for (int requester : List.of(2, 0, 3, 1)) {
      stage.step(new Event.Request(requester));
      drain(stage);
    }
    for (int inside : List.of(2, 0, 3, 1)) {
      assertThat(stage.phase(inside)).isEqualTo(Stage.Phase.INSIDE);
      entered.add(inside);
      stage.step(new Event.Exit(inside));
      assertThat(drain(stage)).isLessThanOrEqualTo(1);
    }
    assertThat(entered).containsExactly(2, 0, 3, 1);
  }

  @ParameterizedTest
  @CsvSource({"2,true", "3,true", "3,false", "4,true"})
  void mutualExclusionAndNoStarvationWithoutBoundOnRequests_proofs(int n, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, Setup.of(Graph.complete(n)))
            .withRequests(Check.UNBOUNDED)
            .withFifo(fifo);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  // Cost.

  /**
   * Theorem 5: the mean is H(N − 1), within the 95 % interval of 20 trials. The tree starts as a
   * star, which is cheaper: its influence is left out.
   */
  @ParameterizedTest
  @ValueSource(ints = {16, 64, 256})
  void theMeanIsTheHarmonicNumber_theorem5(int n) {
    double[] means = isolated(ALGORITHM, n, 20);
    double mean = Arrays.stream(means).average().orElseThrow();
    double variance = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / 19;
    double ci95 = 2.093 * Math.sqrt(variance / 20); // Student's t with 19 degrees of freedom.
    assertThat(ci95).isLessThan(0.01);
    assertThat(mean).isCloseTo(harmonic(n - 1), within(ci95));
  }

  /** The worst case: the request visits everybody else, and the token comes back. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9})
  void atMostNMessages_worstCase(int n) {
    Stage stage = stage(n);
    int worst = 0;
    // 1, …, N − 1, 0 turns the star into a chain: 1 → 2 → … → N − 1 → 0.
    for (int round = 0; round < 2; round++) {
      for (int i = 1; i <= n; i++) {
        stage.step(new Event.Request(i % n));
        worst = Math.max(worst, drain(stage));
        stage.step(new Event.Exit(i % n));
      }
    }
    assertThat(worst).isEqualTo(n);
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "saturated", "think:20"})
  void theDelayIsOneMessageWhenSomebodyIsNext_performance(String workload) {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.complete(16)).workload(workload);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.syncDelay() == null ? 1 : outcome.syncDelay().p50()).isEqualTo(1);
  }

  @Test
  void messagesHaveConstantSize_performance() {
    Meter meter = new Meter(64);
    meter.measure(new Request(63));
    assertThat(meter.bits()).isEqualTo(4 + 6);
    meter.measure(new NaimiTrehel.Token());
    assertThat(meter.bits()).isEqualTo(4);
  }

  /** Without it requests still arrive, on longer ways: what makes the logarithm is the reversal. */
  @Test
  void withoutReversalOnTheWayItIsCorrectAndSlower_pathReversal() {
    Algorithm slow = new TestLibrary().algorithm("naimi-trehel/no-reversal-on-the-way");
    Check check = Check.of(slow, Setup.of(Graph.complete(3))).withRequests(2);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
    assertThat(isolated(slow, 64, 1)[0]).isGreaterThan(2 * isolated(ALGORITHM, 64, 1)[0]);
  }
}
