package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The best case: k is inside, i and then j ask, and the token comes to i while j waits. For every
   * i, k and j this takes the W + V messages of i's request and the token: from 2, where i is
   * informed or just above k, to u + 1, which the paper has as √N + 1 and, in 8.1, u + 1.
   */
  @ParameterizedTest
  @CsvSource({"3,3", "4,4", "5,5", "6,3", "2,4"})
  void anImplicitHolderCostsFrom2ToUPlus1_6(int u, int v) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    Graph array = Graph.torus(u, v);
    for (int k = 0; k < u * v; k++) {
      for (int i = 0; i < u * v; i++) {
        int j = (i + 1) % (u * v) == k ? (i + 2) % (u * v) : (i + 1) % (u * v);
        if (i != k) {
          int cost = messagesOfAnImplicitHolder(array, k, i, j);
          int w = (k / v - i / v + u) % u;
          assertThat(cost).isEqualTo(w + (i % v == k % v && w > 0 ? 0 : 1) + 1);
          least = Math.min(least, cost);
          most = Math.max(most, cost);
        }
      }
    }
    assertThat(least).isEqualTo(2);
    assertThat(most).isEqualTo(u + 1);
  }

  /** The request of i and the token: until i enters nothing else is sent but the request of j. */
  private static int messagesOfAnImplicitHolder(Graph array, int k, int i, int j) {
    Stage stage = new Stage(ALGORITHM, new Setup(array.size(), k, 1, array), true);
    stage.step(new Event.Request(k));
    stage.step(new Event.Request(i));
    int messages = settle(stage);
    stage.step(new Event.Request(j));
    settle(stage);
    stage.step(new Event.Exit(k));
    messages += settle(stage);
    assertThat(stage.phase(i)).isEqualTo(Stage.Phase.INSIDE);
    return messages;
  }

  /** How many messages arrive. */
  private static int settle(Stage stage) {
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      stage.step(stage.inFlight().getFirst());
      messages++;
    }
    return messages;
  }

  /**
   * PCL-1: a request is blocked by a node that waits itself, "√N − 2 message exchanges at the most"
   * after it was made. An informed node that waits blocks it, too, one message later.
   */
  @ParameterizedTest
  @CsvSource({"3", "4", "5", "8"})
  void aRequestIsBlockedAfterDMinus1Messages_6(int d) {
    int most = 0;
    int mostOutside = 0;
    for (int i = 0; i < d * d; i++) {
      for (int blocker = 0; blocker < d * d; blocker++) {
        // Node 0 is inside; its row is informed.
        if (i != 0 && blocker != 0 && i != blocker && i % d == blocker % d) {
          Stage stage = new Stage(ALGORITHM, Setup.of(Graph.torus(d, d)), true);
          stage.step(new Event.Request(0));
          stage.step(new Event.Request(blocker));
          settle(stage);
          stage.step(new Event.Request(i));
          int messages = settle(stage);
          boolean isBlocked = Text.of(stage.node(blocker)).contains("Waiting=[" + blocker + ", ");
          most = isBlocked ? Math.max(most, messages) : most;
          mostOutside = isBlocked && blocker >= d ? Math.max(mostOutside, messages) : mostOutside;
        }
      }
    }
    assertThat(mostOutside).isEqualTo(d - 2);
    assertThat(most).isEqualTo(d - 1);
  }

  // Heavy demand.

  @ParameterizedTest
  @CsvSource({"5", "7", "10"})
  void saturatedAnEntryCostsTwo_9(int d) {
    assertThat(run(d, "saturated").messagesPerEntry()).isEqualTo(2, within(0.1));
  }

  /**
   * The scenario of the section: node 0 is inside, all others request, everything arrives, and then
   * one leaves after the other. 2(N − 1) + 4d + 1 is printed: that counts a ReqMsg of d messages
   * and the token of the last node once more.
   */
  @ParameterizedTest
  @CsvSource({"2", "3", "4", "5", "6", "8", "10"})
  void aRoundCostsTwoForEachAndOneHandover_6_1(int d) {
    int n = d * d;
    for (String id : LITERALLY) {
      HeavyDemand round = new HeavyDemand(new TestLibrary().algorithm(id), d);
      for (int i = 0; i < n; i++) {
        round.leave(false);
      }
      assertThat(round.messages)
          .containsOnly(
              Map.entry("ReqMsg", n - 1),
              Map.entry("token", n - 1),
              Map.entry("InfoMsg", d),
              Map.entry("RelMsg", 1),
              Map.entry("RowRel", d - 1),
              Map.entry("Ack", d - 1),
              Map.entry("Finished", 1));
      assertThat(round.total()).isEqualTo(2 * (n - 1) + 3 * d);
      assertThat(round.entries).isEqualTo(n);
      // "located in row ((x mod sqrt(N)) + 1)"
      assertThat(round.inside / d).isEqualTo(1);
    }
  }

  /** "Each node after releasing its CS, attempts to immediately invoke its CS again." */
  @ParameterizedTest
  @CsvSource({"2", "3", "5", "10"})
  void whoAsksAgainAtOnceCostsTwo_6_1(int d) {
    int n = d * d;
    for (String id : LITERALLY) {
      HeavyDemand rounds = new HeavyDemand(new TestLibrary().algorithm(id), d);
      while (rounds.entries < 20 * n) {
        rounds.leave(true);
      }
      // All but those who are served have asked: n - 1 requests are still under way.
      assertThat(rounds.messages)
          .containsOnly(
              Map.entry("ReqMsg", rounds.entries - 1 + n - 1),
              Map.entry("token", rounds.entries - 1));
    }
  }

  private static final List<String> LITERALLY =
      List.of("info-based", "info-based/listing-as-printed");

  /** All ask while node 0 is inside, and everything arrives before it leaves. */
  private static final class HeavyDemand {
    final Stage stage;
    final Map<String, Integer> messages = new HashMap<>();
    int inside;
    int entries = 1;

    HeavyDemand(Algorithm algorithm, int d) {
      stage = new Stage(algorithm, Setup.of(Graph.torus(d, d)), true);
      if (algorithm == ALGORITHM) {
        stage.step(new Event.Request(0)); // In the listing it is inside at the start.
      }
      for (int i = 1; i < d * d; i++) {
        stage.step(new Event.Request(i));
      }
      deliverAll();
    }

    void leave(boolean asksAgain) {
      boolean isInside = stage.phase(inside) == Stage.Phase.INSIDE;
      stage.step(isInside ? new Event.Exit(inside) : new Event.Timer(inside, 0));
      if (asksAgain) {
        stage.step(new Event.Request(inside));
      }
      deliverAll();
      for (int i = 0; i < stage.size(); i++) {
        if (stage.phase(i) == Stage.Phase.INSIDE) {
          inside = i;
          entries++;
        }
      }
    }

    private void deliverAll() {
      while (!stage.inFlight().isEmpty()) {
        Event.Deliver next = stage.inFlight().getFirst();
        messages.merge(Text.of(next.message()).replaceFirst("\\(.*", ""), 1, Integer::sum);
        stage.step(next);
        assertThat(stage.violation()).isNull();
      }
    }

    int total() {
      return messages.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** The same as a load, with the delays of Table 2: all requests arrive before the first exit. */
  @ParameterizedTest
  @CsvSource({"5", "7", "10"})
  void aBurstCostsTheSameIfMessagesAreFast_6_1(int d) {
    Scenario scenario = Scenario.of(ALGORITHM, Graph.torus(d, d)).workload("burst");
    scenario = scenario.delay("constant:0.01").hold("constant:0.1").entries(100L * d * d);
    double literal = 2 + 3.0 / d - 2.0 / (d * d);
    assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isEqualTo(literal, within(1e-9));
  }

  /** If a message takes as long as a section, there is a second handover in every other burst. */
  @ParameterizedTest
  @CsvSource({"5", "7", "10"})
  void aBurstCostsUpToASecondHandover_6_1(int d) {
    double literal = 2 + 3.0 / d - 2.0 / (d * d);
    assertThat(run(d, "burst").messagesPerEntry()).isBetween(literal + 1.0 / d, literal + 3.0 / d);
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

  /** Theorem 1: what goes wrong in the listing, as printed, is not that two are inside. */
  @Test
  void theListingAsPrintedIsSafe_5_1() {
    Mutant printed = (Mutant) new TestLibrary().algorithm("info-based/listing-as-printed");
    Report report = Search.run(printed.check(Property.SAFETY));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
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
