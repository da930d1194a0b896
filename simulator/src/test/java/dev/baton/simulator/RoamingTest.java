package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.core.stage.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoamingTest {

  private static final String[] WORKLOADS = {"isolated", "burst", "saturated", "think:3"};

  private static final String[] MOBILITIES = {
    "none", "churn:0.05", "churn:2", "waypoint:0.05,0.2", "waypoint:0.1,1,0.5"
  };

  private static Setup setup(int n, int permits, int neighbourhoods) {
    return new Setup(n, 0, permits, Graph.complete(n)).roaming(neighbourhoods, 0);
  }

  private static Scenario registry(int n, int permits, int neighbourhoods) {
    return Scenario.of(Registry.ALGORITHM, setup(n, permits, neighbourhoods));
  }

  /** Every event of a run, and the entries by number of the event that led to them. */
  private static final class Record implements Listener {
    private final List<Event> events = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final Map<Integer, Integer> entries = new HashMap<>();

    @Override
    public void onEvent(long ticks, Event event) {
      events.add(event);
      times.add(ticks);
    }

    @Override
    public void onEnter(long ticks, int node, int permit) {
      entries.put(events.size() - 1, node);
    }
  }

  // The same as on a stage.

  /**
   * Every event of a run can happen on a stage too, with the same effects: what is delivered is
   * under way there, and at the end nothing is left over.
   */
  private static void agreesWithAStage(Scenario scenario) {
    Record record = new Record();
    Outcome outcome = Simulation.run(scenario, 0, record);
    Stage stage = new Stage(scenario.algorithm(), scenario.setup(), scenario.fifo());
    long lost = 0;
    for (int e = 0; e < record.events.size(); e++) {
      Event event = record.events.get(e);
      stage.step(event);
      assertThat(stage.violation()).as("%s: event %d, %s", scenario, e, event).isNull();
      Integer entered = record.entries.get(e);
      if (entered != null) {
        assertThat(stage.phase(entered)).isEqualTo(Stage.Phase.INSIDE);
      }
      lost += stage.effects().stream().filter(effect -> effect.contains(" misses ")).count();
      lost += sentInVain(stage, event);
    }
    assertThat(stage.inFlight()).isEmpty();
    assertThat(outcome.lost()).isEqualTo(lost);
    assertThat(outcome.events()).isEqualTo(record.events.size());
  }

  /** Messages to one node that did not get under way at all. */
  private static long sentInVain(Stage stage, Event event) {
    long vain = 0;
    for (String effect : stage.effects()) {
      String[] words = effect.split(" ");
      if (words.length > 2 && words[1].equals("->") && !words[2].equals("all")) {
        int to = Integer.parseInt(words[2]);
        boolean lost =
            event instanceof Event.Leave
                ? leftBehind(stage, event.node(), to)
                : stage.neighbourhood(event.node()) != stage.neighbourhood(to);
        vain += lost ? 1 : 0;
      }
    }
    return vain;
  }

  /** Where somebody has just left, only a message to itself was under way, and it misses it. */
  private static boolean leftBehind(Stage stage, int node, int to) {
    return to != node && stage.inFlight().stream().noneMatch(m -> m.from() == node);
  }

  @Test
  void everyRunIsARunOfAStage() {
    for (String mobility : MOBILITIES) {
      for (String delay : new String[] {"constant:1", "exponential:1"}) {
        for (String workload : WORKLOADS) {
          for (boolean fifo : new boolean[] {true, false}) {
            Scenario scenario =
                Scenario.of(Crier.ALGORITHM, Crier.setup(9, 3, 4))
                    .mobility(mobility)
                    .delay(delay)
                    .workload(workload)
                    .fifo(fifo)
                    .entries(60);
            agreesWithAStage(scenario);
            agreesWithAStage(
                registry(7, 2, 2).mobility(mobility).delay(delay).workload(workload).entries(200));
          }
        }
      }
    }
  }

  @Test
  void aListenerChangesNothing() {
    for (String mobility : MOBILITIES) {
      for (String delay : new String[] {"constant:1", "exponential:1"}) {
        Scenario scenario =
            Scenario.of(Crier.ALGORITHM, Crier.setup(12, 4, 0)).mobility(mobility).delay(delay);
        Outcome alone = Simulation.run(scenario, 0);
        assertThat(Simulation.run(scenario, 0, (ticks, event) -> {})).isEqualTo(alone);
        if (!mobility.equals("none")) {
          assertThat(Simulation.run(scenario, 1).eventHash()).isNotEqualTo(alone.eventHash());
        }
      }
    }
  }

  @Test
  void oneNeighbourhoodThatNobodyLeavesIsNoNeighbourhood() {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Setup together = Setup.of(Graph.complete(8));
      Scenario scenario = Scenario.of(AskEveryone.ALGORITHM, together).delay(delay);
      Scenario roaming = Scenario.of(AskEveryone.ALGORITHM, together.roaming(1, 0)).delay(delay);
      assertThat(Simulation.run(roaming, 0)).isEqualTo(Simulation.run(scenario, 0));
      assertThat(Simulation.run(roaming.mobility("churn:0"), 0))
          .isEqualTo(Simulation.run(scenario, 0));
    }
  }

  @Test
  void everyCombinationEnds() {
    for (String mobility : MOBILITIES) {
      for (String workload : WORKLOADS) {
        for (int neighbourhoods : new int[] {1, 2, 4, 6}) {
          Scenario scenario =
              registry(10, 2, neighbourhoods)
                  .mobility(mobility)
                  .workload(workload)
                  .delay("uniform:0.1,2")
                  .hold("exponential:0.5")
                  .entries(300);
          Outcome outcome = Simulation.run(scenario, 0);
          assertThat(outcome.entries() + outcome.truncated())
              .as("%s, %s, %s", mobility, workload, neighbourhoods)
              .isBetween(300L, 340L);
          assertThat(Simulation.run(scenario, 0)).isEqualTo(outcome);
        }
      }
    }
  }

  // Moves.

  @Test
  void aMoveIsALeaveAndAJoinInTheSameInstant() {
    Record record = new Record();
    Outcome outcome = Simulation.run(registry(10, 1, 3).mobility("churn:0.1"), 0, record);
    long leaves = 0;
    for (int e = 0; e < record.events.size(); e++) {
      if (record.events.get(e) instanceof Event.Leave(int node)) {
        leaves++;
        assertThat(record.events.get(e + 1)).isInstanceOf(Event.Join.class);
        assertThat(record.events.get(e + 1).node()).isEqualTo(node);
        assertThat(record.times.get(e + 1)).isEqualTo(record.times.get(e));
      }
    }
    assertThat(outcome.moves()).isEqualTo(leaves).isGreaterThan(100);
    // 10 nodes that move 0.1 times per unit each.
    assertThat(outcome.moves() / outcome.simulatedTime()).isCloseTo(1, within(0.1));
  }

  @Test
  void everybodyIsInsideTheGridAtTimeZero() {
    Setup setup = setup(50, 50, 6);
    for (int outside : new int[] {0, 20, 50}) {
      Record record = new Record();
      Scenario scenario =
          Scenario.of(Crier.ALGORITHM, setup.roaming(6, outside)).mobility("waypoint:0.01,0.02");
      Simulation.start(scenario, 0, record);
      assertThat(record.events).allMatch(e -> e instanceof Event.Join || e instanceof Event.Leave);
      assertThat(record.times).containsOnly(0L);
      Stage stage = new Stage(Crier.ALGORITHM, scenario.setup(), true);
      record.events.forEach(stage::step);
      long seed = RandomStream.start(RandomStream.key(1, "trial"), 0);
      Itinerary itinerary = Itinerary.of(scenario.mobility(), 50, 6, seed);
      for (int i = 0; i < 50; i++) {
        assertThat(stage.neighbourhood(i)).isEqualTo(itinerary.start(i));
      }
      long leaves = record.events.stream().filter(Event.Leave.class::isInstance).count();
      assertThat(Simulation.start(scenario, 0, null).outcome().moves()).isEqualTo(leaves);
    }
  }

  @Test
  void movesDoNotKeepARunGoing() {
    Outcome outcome =
        Simulation.run(registry(4, 1, 2).mobility("churn:0.001").workload("burst").entries(4), 0);
    // One burst; the next move would be due after 250 units.
    assertThat(outcome.simulatedTime()).isLessThan(10);
    assertThat(outcome.moves()).isZero();
  }

  @Test
  void isolatedRequestsGoOnWhileNodesMove() {
    Outcome outcome =
        Simulation.run(
            registry(5, 1, 2).mobility("churn:0.5").workload("isolated").entries(1000), 0);
    assertThat(outcome.moves() / outcome.simulatedTime()).isCloseTo(2.5, within(0.2));
    assertThat(outcome.messagesPerEntry()).isZero();
  }

  // Entries.

  @Test
  void aHoldCutShortIsAnEntryAndARequest() {
    Record record = new Record();
    Outcome outcome =
        Simulation.run(registry(6, 2, 2).mobility("churn:0.4").entries(500), 0, record);
    Stage stage = new Stage(Registry.ALGORITHM, setup(6, 2, 2), true);
    long exits = 0;
    long cuts = 0;
    for (Event event : record.events) {
      exits += event instanceof Event.Exit ? 1 : 0;
      boolean isInside = stage.phase(event.node()) == Stage.Phase.INSIDE;
      cuts += event instanceof Event.Leave && isInside ? 1 : 0;
      stage.step(event);
    }
    assertThat(cuts).isGreaterThan(50);
    assertThat(outcome.entries() + outcome.truncated())
        .isEqualTo(exits + cuts)
        .isEqualTo(record.entries.size());
  }

  @Test
  void aHoldThatIsCutShortIsShorter() {
    Scenario scenario = registry(1, 1, 1).hold("constant:5").entries(20_000);
    assertThat(Simulation.run(scenario, 0).turnaround().mean()).isEqualTo(5);
    Outcome cut = Simulation.run(scenario.mobility("churn:0.2"), 0);
    // The mean of an exponential time of mean 5 that ends at 5 at the latest.
    assertThat(cut.turnaround().mean()).isCloseTo(5 * (1 - Math.exp(-1)), within(0.05));
    assertThat(cut.turnaround().p99()).isEqualTo(5);
  }

  @Test
  void kPermitsInEveryNeighbourhood() {
    Outcome one = Simulation.run(registry(24, 2, 1).entries(5000), 0);
    Outcome four = Simulation.run(registry(24, 2, 4).entries(5000), 0);
    assertThat(four.throughput()).isCloseTo(4 * one.throughput(), within(0.1));
    // While one waits for its turn, the others of its neighbourhood enter.
    assertThat(one.maxBypass()).isEqualTo(23);
    assertThat(four.maxBypass()).isEqualTo(5);
  }

  // Violations.

  private static ViolationException violation(Registry.Flaw flaw, Setup setup, String mobility) {
    Scenario scenario = Scenario.of(Registry.with(flaw), setup).mobility(mobility);
    Record record = new Record();
    ViolationException seen =
        catchThrowableOfType(ViolationException.class, () -> Simulation.run(scenario, 0, record));
    assertThat(seen).as(flaw.toString()).isNotNull();
    // The last event is the one that did it, with or without a listener.
    assertThat(seen.event()).isEqualTo(record.events.size());
    assertThat(catchThrowableOfType(ViolationException.class, () -> Simulation.run(scenario, 0)))
        .hasMessage(seen.getMessage());
    return seen;
  }

  private static void says(Registry.Flaw flaw, int permits, String words) {
    for (String mobility : new String[] {"churn:0.2", "waypoint:0.1,0.3"}) {
      assertThat(violation(flaw, setup(12, permits, 3), mobility).what()).matches(words);
    }
  }

  @Test
  void tooManyInOneNeighbourhood() {
    says(Registry.Flaw.WALKS_IN, 1, "node \\d+ entered while node \\d+ was inside");
  }

  @Test
  void onePermitTwiceInOneNeighbourhood() {
    says(
        Registry.Flaw.SHARES_A_PERMIT, 2, "node \\d+ entered with permit 1, which node \\d+ holds");
  }

  @Test
  void anEntryOnTheWayOut() {
    says(Registry.Flaw.ENTERS_WHEN_LEAVING, 1, "node \\d+ entered while it left its neighbourhood");
  }

  @Test
  void aNeighbourhoodThatStandsStill() {
    String words = "\\d+ of \\d+ nodes wait in neighbourhood \\d and nothing will let them in";
    says(Registry.Flaw.KEEPS_THE_PERMIT, 1, words);
    says(Registry.Flaw.STAYS_IN_THE_QUEUE, 1, words);
    // Others are inside there, and leave; then nobody is.
    says(Registry.Flaw.DOES_NOT_ASK_AGAIN, 1, words);
  }

  @Test
  void standstillIsSeenAtOnce() {
    Record record = new Record();
    Scenario scenario =
        Scenario.of(Registry.with(Registry.Flaw.KEEPS_THE_PERMIT), setup(40, 1, 4))
            .mobility("churn:0.01")
            .hold("constant:3");
    ViolationException seen =
        catchThrowableOfType(ViolationException.class, () -> Simulation.run(scenario, 0, record));
    // The first to leave while it is inside, although three neighbourhoods go on.
    Stage stage = new Stage(scenario.algorithm(), scenario.setup(), true);
    int e = 0;
    while (!(record.events.get(e) instanceof Event.Leave(int node))
        || stage.phase(node) != Stage.Phase.INSIDE) {
      stage.step(record.events.get(e++));
    }
    assertThat(e).isGreaterThan(40);
    assertThat(seen.ticks()).isEqualTo(record.times.get(e));
    assertThat(seen.event()).isEqualTo(e + 2);
  }

  @Test
  void aFixedMembershipCannotRoam() {
    Algorithm fixed = AskEveryone.ALGORITHM;
    Scenario scenario = Scenario.of(fixed, setup(5, 1, 2)).mobility("churn:1");
    assertThatThrownBy(() -> Simulation.run(scenario, 0))
        .isInstanceOf(ViolationException.class)
        .hasMessageContaining("AskEveryone has a fixed membership");
  }

  @Test
  void aViolationIsATrace() {
    Scenario scenario =
        Scenario.of(
                Registry.with(Registry.Flaw.WALKS_IN),
                new Setup(8, 0, 1, Graph.complete(8)).roaming(2, 8))
            .mobility("waypoint:0.1,0.3");
    List<Event> schedule = new ArrayList<>();
    assertThatThrownBy(() -> Simulation.run(scenario, 0, (ticks, event) -> schedule.add(event)))
        .isInstanceOf(ViolationException.class);
    String trace =
        Trace.print(scenario.algorithm(), scenario.setup(), scenario.fifo(), "why", schedule);
    assertThat(trace).contains("neighbourhoods 2", "outside 8", "0 joins ", "are inside together.");
  }

  @Test
  void scenariosThatCannotBeRun() {
    Scenario fixed = Scenario.of(Registry.ALGORITHM, Graph.complete(4));
    assertThatThrownBy(() -> fixed.mobility("churn:0.5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write how many there are");
    assertThatThrownBy(() -> registry(4, 1, 2).network(Graph.ring(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write the topology complete instead of ring");
  }
}
