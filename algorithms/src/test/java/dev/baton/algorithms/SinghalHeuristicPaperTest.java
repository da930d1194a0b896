package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.algorithms.SinghalHeuristic.Request;
import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the lecture notes say about Singhal's heuristic, claim by claim; a name ends in the heading
 * under which the claim stands.
 */
class SinghalHeuristicPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("singhal-heuristic");
  private static final TestLibrary LIBRARY = new TestLibrary();

  private static Check check(Algorithm algorithm, int n, int requests, boolean fifo) {
    return Check.of(algorithm, Setup.of(Graph.complete(n))).withRequests(requests).withFifo(fifo);
  }

  private static Algorithm listing(String reading) {
    return LIBRARY.algorithm("singhal-heuristic/listing-" + reading);
  }

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  // The listing.

  /** With one request each nothing goes wrong; the shortest failure needs a second request. */
  @ParameterizedTest
  @CsvSource({
    "3,1,true,holds",
    "3,1,false,holds",
    "4,1,true,holds",
    "2,3,false,holds",
    "3,2,true,violated",
    "3,2,false,violated",
    "3,3,true,violated",
    "3,3,false,violated"
  })
  void theListingReadAsMeantForgetsAWaitingSite_receivingRequest(
      int n, int requests, boolean fifo, String verdict) {
    Report report = Search.run(check(listing("as-meant"), n, requests, fifo));
    assertThat(report.verdict()).hasToString(verdict);
    if (report.schedule() != null) {
      assertThat(report.schedule()).hasSize(15);
    }
  }

  /** Printed SV_j[i]=H: nobody ever takes another site for the holder, and the token stays. */
  @ParameterizedTest
  @CsvSource({
    "2,1,true",
    "3,1,true",
    "3,1,false",
    "3,2,true",
    "3,2,false",
    "3,3,true",
    "3,3,false"
  })
  void theListingAsPrintedNeverSendsTheToken_receivingRequest(int n, int requests, boolean fifo) {
    Report report = Search.run(check(listing("as-printed"), n, requests, fifo));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.schedule()).hasSize(2);
  }

  /** Printed SV_j[i]=N as the first case: the second finds SV_j[i]=R and does not ask back. */
  @ParameterizedTest
  @CsvSource({"3,1,true", "3,1,false", "3,2,true", "3,2,false", "3,3,true", "3,3,false"})
  void theFirstCaseAsPrintedKeepsARequestingSiteFromAsking_receivingRequest(
      int n, int requests, boolean fifo) {
    Report report = Search.run(check(listing("last-case-mended"), n, requests, fifo));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.schedule()).hasSize(7);
  }

  /** Schedules in which some channels are slow; the listing leaves somebody waiting in many. */
  @Tag("slow")
  @Test
  void randomSchedulesForgetNobody_receivingRequest() {
    int stuck = 0;
    for (int seed = 0; seed < 500; seed++) {
      assertThat(isStuck(ALGORITHM, seed)).as("seed %d", seed).isFalse();
      stuck += isStuck(listing("as-meant"), seed) ? 1 : 0;
    }
    assertThat(stuck).isEqualTo(32);
  }

  /** Whether somebody waits when nothing is under way and nobody is inside. */
  private static boolean isStuck(Algorithm algorithm, int seed) {
    Random random = new Random(seed);
    int n = 4 + random.nextInt(5);
    Stage stage = new Stage(algorithm, Setup.of(Graph.complete(n)), random.nextBoolean());
    double[] speed = new double[n * n];
    double slow = random.nextDouble();
    for (int c = 0; c < speed.length; c++) {
      speed[c] = random.nextDouble() < slow ? 0.02 : 1;
    }
    double eagerness = Math.pow(random.nextDouble(), 2);
    int requestsLeft = 10 * n;
    while (true) {
      List<Event> events = stage.enabled();
      double[] weights = new double[events.size()];
      double sum = 0;
      for (int e = 0; e < weights.length; e++) {
        weights[e] =
            switch (events.get(e)) {
              case Event.Request request -> requestsLeft > 0 ? eagerness : 0;
              case Event.Deliver m -> speed[m.from() * n + m.node()];
              default -> 1;
            };
        sum += weights[e];
      }
      boolean isWaiting = events.stream().filter(e -> e instanceof Event.Request).count() < n;
      if (sum == 0 || isWaiting && events.stream().allMatch(e -> e instanceof Event.Request)) {
        return isWaiting;
      }
      double point = random.nextDouble() * sum;
      int chosen = 0;
      while (chosen < weights.length - 1 && (weights[chosen] == 0 || point >= weights[chosen])) {
        point -= weights[chosen++];
      }
      requestsLeft -= events.get(chosen) instanceof Event.Request ? 1 : 0;
      stage.step(events.get(chosen));
      assertThat(stage.violation()).as("seed %d", seed).isNull();
    }
  }

  /** With time, the schedules that break the listing are rare. */
  @Tag("slow")
  @Test
  void simulationsForgetNobody_receivingRequest() {
    int stuck = 0;
    for (int seed = 0; seed < 3000; seed++) {
      Simulation.run(burst(ALGORITHM, seed), 0);
      try {
        Simulation.run(burst(listing("as-meant"), seed), 0);
      } catch (ViolationException e) {
        assertThat(e.what()).contains("nothing will let them in");
        stuck++;
      }
    }
    assertThat(stuck).isBetween(30, 120);
  }

  private static Scenario burst(Algorithm algorithm, int seed) {
    return Scenario.of(algorithm, Graph.complete(4 + seed % 5))
        .workload("burst")
        .delay("exponential:1")
        .hold("exponential:0.5")
        .fifo(seed % 2 == 0)
        .entries(100)
        .seed(seed);
  }

  // Initialization.

  @Test
  void theStaircase_initialization() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(4)), true);
    assertThat(sv(stage)).containsExactly("HNNN", "RNNN", "RRNN", "RRRN");
    Stage turned = new Stage(ALGORITHM, new Setup(4, 2, 1, Graph.complete(4)), true);
    assertThat(sv(turned)).containsExactly("NNRR", "RNRR", "NNHN", "NNRN");
  }

  private static List<String> sv(Stage stage) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < stage.size(); i++) {
      rows.add(sv(Text.of(stage.node(i))));
    }
    return rows;
  }

  /** Of "SV=[R, N] …" the letters. */
  private static String sv(String text) {
    return text.substring("SV=[".length(), text.indexOf(']')).replace(", ", "");
  }

  /** The invariant of the class comment. */
  @ParameterizedTest
  @CsvSource({"3,2,true", "3,2,false", "4,1,true", "4,1,false"})
  void ofAnyTwoSitesOneAsksTheOther_initialization(int n, int requests, boolean fifo) {
    Check check =
        check(ALGORITHM, n, requests, fifo)
            .always("one asks the other", SinghalHeuristicPaperTest::isEveryPairConnected);
    assertThat(Search.run(check).message()).isNull();
  }

  @Test
  void theListingReadAsMeantLosesAPair_initialization() {
    Check check =
        check(listing("as-meant"), 3, 2, true)
            .always("one asks the other", SinghalHeuristicPaperTest::isEveryPairConnected);
    assertThat(Search.run(check).message()).isEqualTo("'one asks the other' does not hold.");
  }

  private static boolean isEveryPairConnected(Moment moment) {
    List<String> sv = new ArrayList<>();
    int n = 0;
    for (int i = 0; i == 0 || i < n; i++) {
      sv.add(sv(Text.of(moment.node(i))));
      n = sv.get(0).length();
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        boolean asks = sv.get(i).charAt(j) == 'R' || sv.get(j).charAt(i) == 'R';
        if (!asks && !isRequestBetween(moment, i, j)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isRequestBetween(Moment moment, int i, int j) {
    for (int k = 0; k < moment.inFlight(); k++) {
      Event.Deliver m = moment.inFlight(k);
      boolean isBetween = m.from() == i && m.node() == j || m.from() == j && m.node() == i;
      if (isBetween && m.message() instanceof Request) {
        return true;
      }
    }
    return false;
  }

  // Arbitration.

  /** As with Suzuki-Kasami: each other site but the one inside can pass twice, and no more. */
  @ParameterizedTest
  @CsvSource({
    "2,3,true",
    "3,2,true",
    "3,2,false",
    "3,3,true",
    "3,3,false",
    "4,2,true",
    "4,2,false"
  })
  void theCyclicRuleIsFair_fairness(int n, int requests, boolean fifo) {
    Report report = Search.run(check(ALGORITHM, n, requests, fifo).withBypass(100));
    assertThat(report.maxBypass()).isEqualTo(2 * (n - 2));
  }

  // Cost.

  /** A site asks those that have entered since it did; half of the others on average. */
  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void halfOfTheMessagesWhenFewRequest_performance(int n) {
    for (String workload : List.of("isolated", "think:1000")) {
      Outcome outcome = Simulation.run(scenario(n).workload(workload).entries(20_000), 0);
      assertThat(outcome.messagesPerEntry()).isCloseTo(n / 2.0, within(0.1 * n / 2));
      double expected = (n - 1) / 2.0 + (n - 1.0) / n;
      assertThat(outcome.messagesPerEntry()).isCloseTo(expected, within(0.02 * expected));
    }
  }

  /** The first entry, the holder's, is free. */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 49})
  void exactlyNMessagesWhenSaturated_performance(int n) {
    Outcome outcome = Simulation.run(scenario(n), 0);
    long entries = outcome.entries() + outcome.truncated();
    assertThat(outcome.messagesPerEntry() * entries / (entries - 1)).isCloseTo(n, within(1e-9));
  }

  @Test
  void theDelayIsOneMessage_performance() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
  }

  /** Event by event the same. */
  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "think:100"})
  void theRepairCostsNothingWithConstantDelays_performance(String workload) {
    Setup setup = Setup.of(Graph.complete(16));
    Outcome repaired = Simulation.run(Scenario.of(ALGORITHM, setup).workload(workload), 0);
    Outcome listed = Simulation.run(Scenario.of(listing("as-meant"), setup).workload(workload), 0);
    assertThat(repaired).isEqualTo(listed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"burst", "saturated", "think:10", "think:100"})
  void theRepairCostsAtMostOnePercentWithRandomDelays_performance(String workload) {
    double[] messages = new double[2];
    for (int trial = 0; trial < 5; trial++) {
      for (int a = 0; a < 2; a++) {
        Algorithm algorithm = a == 0 ? ALGORITHM : listing("as-meant");
        Scenario scenario =
            Scenario.of(algorithm, Setup.of(Graph.complete(16)))
                .workload(workload)
                .delay("exponential:1")
                .fifo(false)
                .entries(4000);
        messages[a] += Simulation.run(scenario, trial).messagesPerEntry() / 5;
      }
    }
    assertThat(messages[0]).isCloseTo(messages[1], within(0.01 * messages[1]));
  }

  /** "Requests are executed exactly in the order as they are made": not so. */
  @Test
  void requestsAreNotServedInTheirOrder_comparison() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(3)), true);
    stage.step(new Event.Request(0));
    stage.step(new Event.Request(2));
    drain(stage);
    stage.step(new Event.Request(1));
    drain(stage);
    stage.step(new Event.Exit(0));
    drain(stage);
    assertThat(stage.phase(1)).isEqualTo(Stage.Phase.INSIDE);
  }

  private static void drain(Stage stage) {
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().get(0));
    }
  }
}
