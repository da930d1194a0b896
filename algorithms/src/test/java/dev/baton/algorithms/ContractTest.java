package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Meter;
import dev.baton.core.Node;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Topology;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm promises; a new one gets all of it from its row in the catalog. */
@Execution(ExecutionMode.CONCURRENT)
class ContractTest {

  static List<String> ids() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  // Random schedules, without time.

  /** How many; more with {@code -Dbaton.seeds=100000}, fewer with {@code -Pquick}. */
  private static final int SEEDS = Integer.getInteger("baton.seeds", 400);

  @ParameterizedTest
  @MethodSource("ids")
  void randomSchedulesAreSafeAndEverybodyEntersInTheEnd(String id) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomRun run = new RandomRun(Catalog.entry(id), seed);
      for (int i = 0; i < 150; i++) {
        run.step();
      }
      run.drain();
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theWalkShowsEveryField(String id) {
    for (int seed = 1; seed <= Math.clamp(SEEDS / 20, 1, 12); seed++) {
      RandomRun run = new RandomRun(Catalog.entry(id), seed);
      checkWalk(Catalog.entry(id), run.setup(), run.stage(), run::step);
    }
  }

  /** After every event its node is saved, and restored into a new node and into a used one. */
  private static void checkWalk(
      Algorithm algorithm, Setup setup, Stage stage, Supplier<Event> step) {
    MessageTable messages = new MessageTable();
    Saver saver = new Saver(messages);
    Restorer restorer = new Restorer(messages);
    Node<?>[] used = algorithm.nodes(setup);
    for (int i = 0; i < 60; i++) {
      int acted = step.get().node();
      Node<?> node = stage.node(acted);
      saver.clear();
      node.state(saver);
      for (Node<?> copy : List.of(algorithm.nodes(setup)[acted], used[acted])) {
        restorer.restore(copy, saver.data(), 0);
        assertThat(copy)
            .usingRecursiveComparison()
            .usingOverriddenEquals()
            .ignoringFields("outbox")
            .isEqualTo(node);
      }
    }
  }

  /** Counts its entries, and does not show the count. */
  private static final class Forgetful extends Node<Message> {
    private int entries;

    private Forgetful() {
      super(0, 1);
    }

    @Override
    public void onRequest() {
      entries++;
      enter();
    }

    @Override
    public void onRelease() {}

    @Override
    public void onMessage(int from, Message message) {}

    @Override
    public void state(State s) {}
  }

  @Test
  void aFieldThatTheWalkForgetsIsNoticed() {
    Algorithm forgetful =
        new Algorithm() {
          @Override
          public String id() {
            return "forgetful";
          }

          @Override
          public Node<?>[] nodes(Setup setup) {
            return new Node<?>[] {new Forgetful()};
          }
        };
    Setup setup = Setup.of(Graph.complete(1));
    Stage stage = new Stage(forgetful, setup, true);
    Supplier<Event> step =
        () -> {
          Event event = stage.enabled().getFirst();
          stage.step(event);
          return event;
        };
    assertThatThrownBy(() -> checkWalk(forgetful, setup, stage, step))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("entries");
  }

  @ParameterizedTest
  @MethodSource("ids")
  void messagesArePrintedMeasuredAndNumberedByContent(String id) {
    for (int seed = 1; seed <= Math.min(SEEDS, 50); seed++) {
      RandomRun run = new RandomRun(Catalog.entry(id), seed);
      Meter meter = new Meter(run.setup().n());
      MessageTable table = new MessageTable();
      Map<String, Message> byText = new HashMap<>();
      Map<Message, Integer> numbers = new HashMap<>();
      for (int i = 0; i < 100; i++) {
        run.step();
        for (Event.Deliver deliver : run.stage().inFlight()) {
          Message message = deliver.message();
          String text = Text.of(message);
          assertThat(text).matches("[A-Za-z_]+(\\(.+\\))?");
          meter.measure(message);
          assertThat(meter.bits()).isPositive();
          Message same = byText.putIfAbsent(text, message);
          assertThat(same == null || same.equals(message)).as(text).isTrue();
          int number = table.number(message);
          Integer known = numbers.putIfAbsent(message, number);
          assertThat(known == null || known == number).as(text).isTrue();
        }
      }
      assertThat(table.size()).isEqualTo(numbers.size()).isEqualTo(byText.size());
    }
  }

  // Random simulations.

  private static final List<String> WORKLOADS =
      List.of("isolated", "burst", "saturated", "think:3", "think:30", "contention:20");
  private static final List<String> TIMES =
      List.of("constant:1", "uniform:0.5,1.5", "exponential:1", "uniform:0.001,3");
  private static final List<String> TREES =
      List.of("line", "star", "binary-tree", "tree:3", "random-tree");
  private static final List<String> NETWORKS =
      List.of("complete", "complete", "ring", "line", "star", "random-tree");

  /** A scenario that a seed decides, and the command that runs it. */
  private record Drawn(Scenario scenario, String command) {

    static Drawn of(Catalog.Entry entry, int seed) {
      Random random = new Random(seed);
      int n = 1 + random.nextInt(12);
      String workload = pick(random, WORKLOADS);
      String delay = pick(random, TIMES);
      String hold = pick(random, TIMES);
      boolean fifo = entry.needsFifo() || random.nextBoolean();
      String drawn = pick(random, NETWORKS);
      String network = entry.hasCoordinator() ? "complete" : drawn;
      Graph graph = Topology.parse(network).graph(n, seed);
      String tree = pick(random, TREES);
      boolean laysTree = entry.usesTree() && graph.isComplete();
      Graph structure = laysTree ? Topology.parse(tree).graph(n, seed) : entry.structureOn(graph);
      int permits = entry.hasPermits() ? 1 + random.nextInt(4) : 1;
      int groups = entry.usesGroups() ? 1 + random.nextInt(n) : 0;
      Scenario scenario =
          Scenario.of(entry, new Setup(n, 0, permits, structure, groups))
              .network(graph)
              .workload(workload)
              .delay(delay)
              .hold(hold)
              .fifo(fifo)
              .entries(10L * n)
              .seed(seed);
      String command =
          "./baton simulate %s --nodes %d --workload %s --delay %s --hold %s --channels %s"
                  .formatted(entry.id(), n, workload, delay, hold, fifo ? "fifo" : "any")
              + " --topology %s%s --entries %d --seed %d"
                  .formatted(network, laysTree ? " --structure " + tree : "", 10 * n, seed)
              + (permits > 1 ? " --k " + permits : "")
              + (groups > 0 ? " --groups " + groups : "");
      return new Drawn(scenario, command);
    }

    private static String pick(Random random, List<String> list) {
      return list.get(random.nextInt(list.size()));
    }

    Outcome run() {
      try {
        return Simulation.run(scenario, 0);
      } catch (ViolationException e) {
        return fail(e.getMessage() + " Again: " + command, e);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void randomSimulationsAreSafeAndEverybodyEntersInTheEnd(String id) {
    for (int seed = 1; seed <= Math.min(SEEDS, 300); seed++) {
      Drawn drawn = Drawn.of(Catalog.entry(id), seed);
      Outcome outcome = drawn.run();
      assertThat(outcome.entries() + outcome.truncated())
          .as(drawn.command)
          .isGreaterThanOrEqualTo(drawn.scenario.entries());
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theSameSeedGivesTheSameRunAndAnotherSeedAnother(String id) {
    Set<Long> hashes = new HashSet<>();
    for (int seed = 1; seed <= 30; seed++) {
      Drawn drawn = Drawn.of(Catalog.entry(id), seed);
      Outcome outcome = drawn.run();
      assertThat(drawn.run()).as(drawn.command).isEqualTo(outcome);
      hashes.add(outcome.eventHash());
    }
    assertThat(hashes).hasSize(30);
  }

  // What the catalog says.

  /** On every tree where the algorithm uses one; the catalog gives the worst of them. */
  @ParameterizedTest
  @MethodSource("ids")
  void theWorstBypassIsTheCatalogs(String id) {
    worstBypass(Catalog.entry(id), 2);
    worstBypass(Catalog.entry(id), 3);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("ids")
  void theWorstBypassOfFourNodesIsTheCatalogs(String id) {
    worstBypass(Catalog.entry(id), 4);
  }

  private static void worstBypass(Catalog.Entry entry, int n) {
    Graph laid = entry.structureOn(entry.usesLinks() ? Graph.ring(n) : Graph.complete(n));
    List<Graph> structures = new ArrayList<>(entry.usesTree() ? Trees.shapes(n) : List.of());
    structures.add(laid);
    int worst = 0;
    for (Graph structure : structures) {
      Check check = Check.of(entry, Setup.of(structure)).withRequests(2).withSweep(n == 4);
      Report report = Search.run(check.withBypass(Integer.MAX_VALUE));
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
      worst = Math.max(worst, report.maxBypass());
    }
    assertThat(worst).as("N = " + n).isEqualTo(fairness(entry.cost().fairness(), n));
  }

  private static int fairness(String formula, int n) {
    return switch (formula) {
      case "N-1" -> n - 1;
      case "N-2" -> n - 2;
      case "N-1-k" -> n - 1 - 1; // k = 1 here
      case "2(N-2)", "2(N-2) in one cluster" -> 2 * (n - 2);
      case "up to (N-2)^2" -> (n - 2) * (n - 2);
      case "up to (N-1)(N-2)/2" -> (n - 1) * (n - 2) / 2;
      // Not derived: what the checker measured with 2, 3 and 4 nodes, kept against change. Four
      // nodes of the binary tree are two clusters.
      case "N-2 in one cluster" -> new int[] {0, 1, 3}[n - 2];
      case "about N" -> new int[] {0, 3, 3}[n - 2];
      case "a batch per group" -> new int[] {0, 1, 4}[n - 2];
      // Reached with three groups; two groups of two, and quorums of three, give one less.
      case "up to 2(N-2)" -> new int[] {0, 2, 3}[n - 2];
      // On a ring; four nodes that are all linked give 4, in a long search.
      case "N-2 or more" -> new int[] {0, 1, 3}[n - 2];
      default -> throw new IllegalArgumentException("This test does not know " + formula + " yet.");
    };
  }

  @ParameterizedTest
  @MethodSource("ids")
  void aSingleNodeEntersWithoutMessages(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    if (entry.hasCoordinator()) {
      return; // A single client is not alone.
    }
    Graph alone = entry.structureOn(Graph.complete(1));
    Stage stage = new Stage(entry, Setup.of(alone), true);
    for (int i = 0; i < 3; i++) {
      stage.step(new Event.Request(0));
      assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
      stage.step(new Event.Exit(0));
      assertThat(stage.inFlight()).isEmpty();
    }
    Outcome outcome = Simulation.run(Scenario.of(entry, alone), 0);
    assertThat(outcome.messagesPerEntry()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ids")
  void aSetupThatDoesNotFitIsRefusedInOneSentence(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    Graph right = entry.structureOn(Graph.complete(4));
    boolean usesTree = entry.usesTree();
    Graph wrong = usesTree ? Graph.ring(4) : Graph.line(4);
    if (entry.hasClusters() || entry.usesLinks()) {
      wrong = new Graph.Edges(4).toGraph("edges:");
    }
    List<Setup> setups = new ArrayList<>(List.of(Setup.of(wrong)));
    if (!entry.hasClusters()) {
      setups.add(new Setup(4, 0, 1, right, 5));
    }
    if (!entry.hasPermits()) {
      setups.add(new Setup(4, 0, 2, right));
    }
    if (!entry.moves()) {
      setups.add(Setup.of(right).roaming(2, 0));
    }
    for (Setup setup : setups) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> entry.nodes(setup))
          .withMessageStartingWith(id)
          .withMessageMatching("[^\\n]*[^.]\\.");
    }
  }
}
