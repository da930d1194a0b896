package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the paper says of the info-based algorithm, claim by claim; a name ends in the section. */
class InfoBasedPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("info-based");

  /** How many random schedules; {@code -Dbaton.seeds=100000} for a long run. */
  private static final int SEEDS = Integer.getInteger("baton.seeds", 1_000);

  // One request at a time.

  /** Every pair of holder and requester: u + 3v + 1 at most, and that much if they are farthest. */
  @ParameterizedTest
  @CsvSource({"5,5", "4,4", "9,3", "1,6", "6,1", "2,3"})
  void oneRequestCostsAtMostUPlus3VPlus1_6(int u, int v) {
    int worst = 0;
    for (int k = 0; k < u * v; k++) {
      for (int i = 0; i < u * v; i++) {
        int messages = messagesOfOneRequest(Graph.torus(u, v), k, i);
        int w = (k / v - i / v + u) % u;
        int informed = k / v * v + i % v;
        int reqMsgs = w + (informed == k ? 0 : 1);
        assertThat(messages).isEqualTo(i == k ? 0 : reqMsgs + 1 + v + 1 + 2 * (v - 1) + 1 - own(v));
        worst = Math.max(worst, messages);
      }
    }
    // In one column the informed node is the holder; in one row the requester is informed.
    assertThat(worst).isEqualTo(u + 3 * v + 1 - (v == 1 ? 2 : 0));
  }

  /** In one column no InfoMsg is sent: a node need not tell itself. */
  private static int own(int v) {
    return v == 1 ? 1 : 0;
  }

  /** A short last row costs no more than a full one. */
  @ParameterizedTest
  @CsvSource({"7,3", "11,4", "5,3", "13,5"})
  void aShortLastRowCostsNoMore_8_1(int n, int v) {
    int u = (n + v - 1) / v;
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        assertThat(messagesOfOneRequest(Graph.array(n, v), k, i)).isLessThan(u + 3 * v + 2);
      }
    }
  }

  private static int messagesOfOneRequest(Graph array, int k, int i) {
    Stage stage = new Stage(ALGORITHM, new Setup(array.size(), k, 1, array), true);
    stage.step(new Event.Request(i));
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
      messages++;
    }
    assertThat(stage.phase(i)).isEqualTo(Stage.Phase.INSIDE);
    return messages;
  }

  @Test
  void theDefaultArrayHasTheSmallestUPlus3V_8_1() {
    for (int n = 1; n <= 300; n++) {
      Graph array = ALGORITHM.structureOn(Graph.complete(n));
      int v = array.columns();
      int cost = (n + v - 1) / v + 3 * v;
      for (int other = 1; other <= n; other++) {
        assertThat((n + other - 1) / other + 3 * other).isGreaterThanOrEqualTo(cost);
      }
      assertThat((double) cost).isLessThan(2 * Math.sqrt(3 * n) + 2.5);
    }
    assertThat(ALGORITHM.structureOn(Graph.complete(27))).hasToString("torus:9x3");
  }

  // Heavy demand.

  @ParameterizedTest
  @CsvSource({"5", "7", "10"})
  void saturatedAnEntryCostsTwo_9(int d) {
    assertThat(run(d, "saturated").messagesPerEntry()).isEqualTo(2, within(0.1));
  }

  /** All request once: 2 + 4/d − 1/N counts one explicit holder per burst; there are two or so. */
  @ParameterizedTest
  @CsvSource({"5", "7", "10"})
  void aBurstCostsALittleMoreThanTheFormula_6_1(int d) {
    double formula = 2 + 4.0 / d - 1.0 / (d * d);
    assertThat(run(d, "burst").messagesPerEntry()).isBetween(formula, formula + 4.0 / d);
  }

  private static Outcome run(int d, String workload) {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.torus(d, d)).workload(workload);
    return Simulation.run(scenario.entries(100L * d * d), 0);
  }

  // The listing.

  /** With all repairs the listing holds, in either order of messages. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void theListingWithAllRepairsHolds_4_3(boolean fifo) {
    Mutant repaired = (Mutant) new TestLibrary().algorithm("info-based/listing-repaired");
    Report report = Search.run(repaired.check().withFifo(fifo));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** An implicit holder of the informed row sets CL_token to 0 and is informed no more. */
  @Test
  void anImplicitHolderForgetsTheExplicitOne_4_3() {
    String id = "info-based/listing-without-stays-informed";
    Algorithm listing = new TestLibrary().algorithm(id);
    Check check = Check.of(listing, Setup.of(Graph.torus(2, 2))).withRequests(2);
    Report report = Search.run(check);
    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.schedule()).hasSize(17);
  }

  // Table 1.

  /** "Equal order of sending and receiving messages": the paper says needed. */
  @Test
  void messagesMayOvertakeEachOther_table1() {
    Check check = Check.of(ALGORITHM, Setup.of(Graph.torus(2, 2))).withFifo(false);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** "Equal order of constructing and satisfying CS requests": not so. */
  @Test
  void requestsAreNotServedInOrder_table1() {
    Check check = Check.of(ALGORITHM, Setup.of(Graph.torus(2, 2))).withRequests(2);
    Report report = Search.run(check.withBypass(Integer.MAX_VALUE));
    assertThat(report.maxBypass()).isEqualTo(3);
  }

  // Deep random schedules.

  @Test
  void randomSchedulesForgetNobody_5() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int n = 2 + random.nextInt(14);
      Graph array = Graph.array(n, 1 + random.nextInt(n));
      Setup setup = new Setup(n, random.nextInt(n), 1, array);
      Stage stage = new Stage(ALGORITHM, setup, random.nextBoolean());
      int busy = 1 + random.nextInt(20);
      for (int events = 0; events < 300; events++) {
        step(stage, random, busy, seed);
      }
      while (stage.enabled().stream().anyMatch(e -> !(e instanceof Event.Request))) {
        step(stage, random, 0, seed);
      }
      for (int i = 0; i < n; i++) {
        assertThat(stage.phase(i)).as("seed %d, node %d", seed, i).isEqualTo(Stage.Phase.IDLE);
      }
    }
  }

  /** A random event; requests are weighed from rare to frequent, 0 for none. */
  private static void step(Stage stage, Random random, int busy, int seed) {
    List<Event> events = new ArrayList<>(stage.enabled());
    boolean hasOther = events.stream().anyMatch(e -> !(e instanceof Event.Request));
    if (busy == 0 || hasOther && random.nextInt(21) >= busy) {
      events.removeIf(e -> e instanceof Event.Request);
    }
    if (!events.isEmpty()) {
      stage.step(events.get(random.nextInt(events.size())));
    }
    assertThat(stage.violation()).as("seed %d", seed).isNull();
  }

  // Several resources.

  /**
   * "For every resource there should be a dedicated token and the algorithm executes separately."
   */
  @Test
  void twoResourcesHaveATokenEach_9() {
    Graph array = Graph.torus(3, 3);
    Stage printer = new Stage(ALGORITHM, new Setup(9, 0, 1, array), true);
    Stage disk = new Stage(ALGORITHM, new Setup(9, 8, 1, array), true);
    for (Stage resource : List.of(printer, disk)) {
      resource.step(new Event.Request(4));
      while (!resource.inFlight().isEmpty()) {
        resource.step(resource.inFlight().getFirst());
      }
    }
    // One node is inside both; what one resource does leaves the other as it is.
    assertThat(printer.phase(4)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(disk.phase(4)).isEqualTo(Stage.Phase.INSIDE);
    printer.step(new Event.Exit(4));
    assertThat(disk.phase(4)).isEqualTo(Stage.Phase.INSIDE);
    printer.step(new Event.Request(8));
    while (!printer.inFlight().isEmpty()) {
      printer.step(printer.inFlight().getFirst());
    }
    assertThat(printer.phase(8)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(disk.phase(8)).isEqualTo(Stage.Phase.IDLE);
  }
}
