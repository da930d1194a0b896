package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Meter;
import dev.baton.core.Setup;
import dev.baton.core.Tree;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Locality;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper says of Raysuz; a method's name ends in the section. */
class RaysuzPaperTest {

  private static final Catalog.Entry RAYSUZ = Catalog.entry("raysuz");

  private static Outcome run(String id, Graph structure, int depth, String workload, int seed) {
    Setup setup = new Setup(structure.size(), seed % structure.size(), 1, structure, depth);
    return Simulation.run(
        Scenario.of(Catalog.entry(id), setup)
            .network(structure)
            .workload(workload)
            .entries(200)
            .seed(seed),
        0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10"})
  void withEveryNodeALeaderItIsRaymonds_4_3_3(String workload) {
    for (int seed = 1; seed <= 20; seed++) {
      Graph tree = Topology.parse("random-tree").graph(10, seed);
      Outcome raymond = run("raymond", tree, 0, workload, seed);
      Outcome raysuz = run("raysuz", tree, 1, workload, seed);
      assertThat(raysuz.messagesPerEntry()).isEqualTo(raymond.messagesPerEntry());
      assertThat(raysuz.simulatedTime()).isEqualTo(raymond.simulatedTime());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10"})
  void asOneClusterItIsSuzukiAndKasamis_4_3_3(String workload) {
    for (int seed = 1; seed <= 20; seed++) {
      Graph complete = Graph.complete(10);
      Outcome suzukiKasami = run("suzuki-kasami", complete, 0, workload, seed);
      Outcome raysuz = run("raysuz", complete, 2, workload, seed);
      assertThat(raysuz.messagesPerEntry()).isEqualTo(suzukiKasami.messagesPerEntry());
      assertThat(raysuz.simulatedTime()).isEqualTo(suzukiKasami.simulatedTime());
    }
  }

  /** Clusters that somebody chose: of neighbours, and of nodes that are far from each other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "edges:0-1,0-2,2-3 | 0,1 2,3",
        "edges:0-1,0-2,2-3 | 1,0 3,2",
        "line | 0,2 1,3",
        "ring | 3,0 1 2",
        "star | 1,2 0,3",
      })
  void clustersMayBeGiven_3_1(String structure, String clusters) {
    List<Ints> zones = new ArrayList<>();
    for (String zone : clusters.split(" ")) {
      zones.add(Ints.of(Stream.of(zone.split(",")).mapToInt(Integer::parseInt).toArray()));
    }
    Graph graph = Topology.parse(structure).graph(4, 1).divided(zones);
    for (String id : List.of("raysuz", "raysuz-fair-style")) {
      for (int holder = 0; holder < 4; holder++) {
        Check check = Check.of(Catalog.entry(id), new Setup(4, holder, 1, graph));
        assertThat(Search.run(check).verdict())
            .as("%s, %s, %s, holder %d", id, structure, clusters, holder)
            .isEqualTo(Report.Verdict.HOLDS);
      }
    }
  }

  /** Random trees and random clusters. */
  @Test
  void deepRandomRunsWithGivenClustersAreSafe_3_1() {
    Random random = new Random(2);
    for (int seed = 1; seed <= 100; seed++) {
      int n = 4 + random.nextInt(20);
      List<List<Integer>> zones = new ArrayList<>();
      IntStream.rangeClosed(0, random.nextInt(n)).forEach(it -> zones.add(new ArrayList<>()));
      List<Integer> nodes = new ArrayList<>(IntStream.range(0, n).boxed().toList());
      Collections.shuffle(nodes, random);
      for (int i = 0; i < n; i++) {
        zones.get(i < zones.size() ? i : random.nextInt(zones.size())).add(nodes.get(i));
      }
      Graph graph =
          Topology.parse(seed % 2 == 0 ? "random-tree" : "power-law:2")
              .graph(n, seed)
              .divided(
                  zones.stream()
                      .map(it -> Ints.of(it.stream().mapToInt(Integer::intValue).toArray()))
                      .toList());
      Outcome outcome =
          Simulation.run(
              Scenario.of(RAYSUZ, new Setup(n, random.nextInt(n), 1, graph))
                  .workload(seed % 3 == 0 ? "saturated" : "think:5")
                  .delay("exponential:1")
                  .fifo(random.nextBoolean())
                  .entries(40L * n)
                  .seed(seed),
              0);
      assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(40L * n);
    }
  }

  /** Messages and hops of one request, by type: the system is quiet before and afterwards. */
  private record Bill(Map<String, Integer> messages, Map<String, Integer> hops) {

    static Bill of(Graph tree, int depth, int holder, int requester) {
      Bill bill = new Bill(new TreeMap<>(), new TreeMap<>());
      Tree ways = new Tree(tree);
      Stage stage = new Stage(RAYSUZ, new Setup(tree.size(), holder, 1, tree, depth), true);
      stage.step(new Event.Request(requester));
      bill.add(stage, ways);
      while (!stage.inFlight().isEmpty()) {
        stage.step(stage.inFlight().getFirst());
        bill.add(stage, ways);
      }
      assertThat(stage.phase(requester)).isEqualTo(Stage.Phase.INSIDE);
      return bill;
    }

    private void add(Stage stage, Tree ways) {
      for (String effect : stage.effects()) {
        String[] words = effect.split("[ (]");
        if (words[1].equals("->")) {
          int way = ways.distance(Integer.parseInt(words[0]), Integer.parseInt(words[2]));
          messages.merge(words[3], 1, Integer::sum);
          hops.merge(words[3], way, Integer::sum);
        }
      }
    }

    int sum(Map<String, Integer> counts) {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** N = 15, C = 5; node 7 asks, node 14 holds, and the way of their leaders crosses the root. */
  @Test
  void theSixPhasesOfASingleRequest_4_2_3() {
    int broadcast = 15 / 5 - 1;
    int requestingLeader = 2;
    int holdingLeader = 2;
    int requestingNode = 3;
    int holdingNode = 3;
    Bill bill = Bill.of(Graph.binaryTree(15), 2, 14, 7);
    // (i) and (iii)
    assertThat(bill.messages.get("INREQ")).isEqualTo(2 * broadcast);
    // (ii) and (v)
    assertThat(bill.messages.get("EXREQ")).isEqualTo(requestingLeader + holdingLeader);
    assertThat(bill.messages.get("EXTOK")).isEqualTo(requestingLeader + holdingLeader);
    // (iv) and (vi)
    assertThat(bill.messages.get("INTOK"))
        .isEqualTo(holdingNode - holdingLeader + requestingNode - requestingLeader);
    assertThat(bill.sum(bill.messages))
        .isEqualTo(
            2 * 15 / 5 - 2 + requestingLeader + holdingLeader + holdingNode + requestingNode);
    // A broadcast of messages to one node each takes more links than the paper's along the tree:
    // 7 reaches its sister by way of the leader.
    assertThat(bill.sum(bill.hops)).isEqualTo(bill.sum(bill.messages) + 1);
  }

  /** The levels measure the way between leaders only if it crosses the root. */
  @Test
  void theFormulaIsAnUpperBoundBelowTheRoot_4_2_3() {
    // The leaders 3 and 4 meet at node 1, on level 1.
    Bill bill = Bill.of(Graph.binaryTree(15), 2, 9, 7);
    assertThat(bill.sum(bill.messages)).isEqualTo(14 - 2 * 2);
  }

  /**
   * The distance to the leader, over which the phases (i), (iv) and (vi) go, and the other terms.
   */
  @ParameterizedTest
  @CsvSource({"14, 7", "10, 12", "13, 8", "12, 9", "7, 13"})
  void everyPairAcrossTheRootCostsTheSameTerms_4_2_3(int holder, int requester) {
    Bill bill = Bill.of(Graph.binaryTree(15), 2, holder, requester);
    int holdsAt = level(holder);
    int asksAt = level(requester);
    int leadersWay = 2 + 2;
    assertThat(bill.messages.getOrDefault("INREQ", 0)).isEqualTo(2 * (15 / 5 - 1));
    assertThat(bill.messages.get("EXREQ")).isEqualTo(leadersWay);
    assertThat(bill.messages.get("EXTOK")).isEqualTo(leadersWay);
    assertThat(bill.hops.get("INTOK")).isEqualTo(holdsAt - 2 + asksAt - 2);
    assertThat(bill.sum(bill.messages)).isEqualTo(2 * 15 / 5 - 2 + leadersWay + holdsAt + asksAt);
  }

  private static int level(int node) {
    return 31 - Integer.numberOfLeadingZeros(node + 1);
  }

  /** A leader that asks tells its members all the same; one that holds steals without a message. */
  @Test
  void aLeaderThatHoldsSavesThePhasesInItsCluster_4_2_3() {
    Bill asks = Bill.of(Graph.binaryTree(15), 2, 14, 3);
    assertThat(asks.messages.get("INREQ")).isEqualTo(2);
    Bill holds = Bill.of(Graph.binaryTree(15), 2, 6, 7);
    assertThat(holds.messages.get("INREQ")).isEqualTo(2);
    assertThat(holds.messages.get("INTOK")).isEqualTo(1);
  }

  // 4.3: bits. N = 255, so that a node's number has 8 bits; 4 are the type, 32 a counter.

  private static long bits(int n, Message message) {
    Meter meter = new Meter(n);
    meter.measure(message);
    return meter.bits();
  }

  /** O(log N), but for a request's number, which the paper does not count; O(N/C log N). */
  @Test
  void onlyTheInternalTokenGrowsWithTheCluster_4_3() {
    for (int n : new int[] {15, 255, 4095}) {
      int id = 32 - Integer.numberOfLeadingZeros(n - 1);
      assertThat(bits(n, new Raysuz.PlainExReq())).isEqualTo(4);
      assertThat(bits(n, new Raysuz.PlainExTok())).isEqualTo(4);
      assertThat(bits(n, new Raysuz.InReq(1, 1))).isEqualTo(4 + id + 32);
      for (int members : new int[] {1, 3, 15}) {
        Raysuz.InTok full = new Raysuz.InTok(Ints.zeros(members + 1), Ints.zeros(members));
        assertThat(bits(n, full)).isEqualTo(4 + 16 + 32 * (members + 1) + 16 + id * members);
      }
    }
  }

  /** Bits of an entry, by the depth of the clusters, on a binary tree of 255 nodes. */
  private static Outcome onTree(int depth) {
    Setup setup = new Setup(255, 0, 1, Graph.binaryTree(255), depth);
    return Simulation.run(Scenario.of(RAYSUZ, setup).workload("isolated").entries(2_000), 0);
  }

  /**
   * (N/C)^2 log N + (N/C + log N) log N: with C = 1 Suzuki and Kasami's, with C = N Raymond's. The
   * paper multiplies the requests of a cluster by the size of a token; but a broadcast is of
   * requests, and one or two tokens follow, so that bits grow as N/C and not as its square.
   */
  @Test
  void bitsGrowWithTheClusterAndNotWithItsSquare_4_3_3() {
    Outcome raymond = onTree(1);
    assertThat(raymond.bitsPerEntry()).isEqualTo(4 * raymond.messagesPerEntry());
    double threes = onTree(2).bitsPerEntry();
    double fifteens = onTree(4).bitsPerEntry();
    double all = onTree(8).bitsPerEntry();
    assertThat(threes).isGreaterThan(raymond.bitsPerEntry());
    assertThat(fifteens).isGreaterThan(threes);
    assertThat(all / fifteens).isBetween(17.0 / 4, 17.0 * 2);
  }

  // 4.4 and 4.5: times.

  private static Outcome local(String id, int depth, String share, String workload) {
    Catalog.Entry entry = Catalog.entry(id);
    Graph tree = Graph.binaryTree(63);
    Setup setup = new Setup(63, 0, 1, tree, depth);
    Locality locality = share == null ? null : Locality.parse(share, entry.clusters(setup));
    return Simulation.run(
        Scenario.of(entry, setup)
            .network(tree)
            .workload(workload)
            .locality(locality)
            .entries(6_300),
        0);
  }

  /**
   * "This takes log2(N/C) T", if the request is known; the delay also counts exits at which the
   * request is still under way, and is at most the way across the cluster twice.
   */
  @Test
  void withinAClusterTheDelayIsThatOfTheCluster_4_4_4() {
    Outcome inside = local("raysuz", 3, "1", "think:1000");
    assertThat(inside.syncDelay().p99()).isLessThanOrEqualTo(2 * 2 * (3 - 1));
    assertThat(inside.syncDelay().mean()).isCloseTo(Math.log(7) / Math.log(2), within(0.1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"raysuz", "raysuz-fair-style"})
  void localityShortensTheDelay_4_4_4(String id) {
    double far = local(id, 3, "0", "think:500").syncDelay().mean();
    double mixed = local(id, 3, "0.8", "think:500").syncDelay().mean();
    double near = local(id, 3, "1", "think:500").syncDelay().mean();
    assertThat(mixed).isLessThan(far);
    assertThat(near).isLessThan(mixed);
  }

  /** Intracluster 2 log2(N/C) T in the worst case: a request and a token, each across a cluster. */
  @Test
  void withinAClusterTheResponseIsTwiceItsDiameter_4_5() {
    Outcome inside = local("raysuz", 3, "1", "isolated");
    assertThat(inside.responseTime().p99()).isLessThanOrEqualTo(2 * 2 * (3 - 1));
    assertThat(inside.responseTime().mean()).isLessThan(2 * Math.log(63 / 9.0) / Math.log(2));
    Outcome outside = local("raysuz", 3, "0", "isolated");
    assertThat(outside.responseTime().mean()).isGreaterThan(2 * inside.responseTime().mean());
  }

  @Test
  void theHolderEntersWithoutMessages_4_2_2() {
    for (int holder = 0; holder < 15; holder++) {
      Bill bill = Bill.of(Graph.binaryTree(15), 2, holder, holder);
      assertThat(bill.messages).isEmpty();
    }
  }

  private static Report search(Set<RaysuzListing.Repair> repairs, Graph graph, int depth) {
    Setup setup = new Setup(graph.size(), 0, 1, graph, depth);
    return Search.run(
        Check.of(TestLibrary.variant("raysuz/x", RaysuzListing.with(repairs)), setup));
  }

  @Test
  void theListingsFailOnEveryLine_3_3() {
    for (int n = 2; n <= 5; n++) {
      Report report = search(EnumSet.noneOf(RaysuzListing.Repair.class), Graph.line(n), 2);
      assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    }
  }

  @ParameterizedTest
  @EnumSource(RaysuzListing.Repair.class)
  void withAllRepairsTheListingsHoldAndNoneCanBeLeftOut_3_3(RaysuzListing.Repair repair) {
    String id = "raysuz/listing-without-" + repair.name().toLowerCase().replace('_', '-');
    Mutant without =
        Mutants.all().stream().filter(mutant -> mutant.id().equals(id)).findFirst().get();
    Check check = without.check();
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.VIOLATED);
    Check repaired =
        Check.of(new TestLibrary().algorithm("raysuz/listing-repaired"), without.setup())
            .withRequests(without.requests());
    assertThat(Search.run(repaired).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"raysuz", "raysuz-fair-style"})
  void deepRandomRunsOnGraphsWithCyclesAreSafeAndEverybodyEnters_4_1(String id) {
    Random random = new Random(1);
    for (int seed = 1; seed <= 300; seed++) {
      int n = 4 + random.nextInt(20);
      String topology = List.of("ring", "power-law:2", "geometric:0.5", "line").get(seed % 4);
      Graph graph = Topology.parse(topology).graph(n, seed);
      Setup setup = new Setup(n, random.nextInt(n), 1, graph, 1 + random.nextInt(5));
      Outcome outcome =
          Simulation.run(
              Scenario.of(Catalog.entry(id), setup)
                  .network(graph)
                  .workload(seed % 3 == 0 ? "saturated" : "think:5")
                  .delay("exponential:1")
                  .fifo(random.nextBoolean())
                  .entries(40L * n)
                  .seed(seed),
              0);
      assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(40L * n);
    }
  }
}
