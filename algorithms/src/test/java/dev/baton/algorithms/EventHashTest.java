package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.simulator.Locality;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Topology;
import dev.baton.simulator.ViolationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The table of event hashes, {@code event-hashes.txt}: what every algorithm does, event by event,
 * under five workloads. {@code -Dbaton.update=true} writes what was found instead.
 */
class EventHashTest {

  private static final Path TABLE = Path.of("src/test/resources/event-hashes.txt");

  /** A square, so that arrays have no short row, and more than the seven nodes of a plane. */
  private static final int NODES = 9;

  /** A column of the table. */
  private record Load(String name, Function<Catalog.Entry, Scenario> of) {}

  private static final List<Load> LOADS =
      List.of(
          new Load("saturated", EventHashTest::plain),
          new Load(
              "burst", entry -> plain(entry).workload("burst").hold("uniform:0.5,1.5").seed(2)),
          new Load(
              "think",
              entry ->
                  plain(entry)
                      .workload("think:5")
                      .delay("exponential:1")
                      .fifo(entry.needsFifo())
                      .seed(3)),
          new Load("routed", EventHashTest::routed),
          new Load("own", EventHashTest::own));

  /** One permit, a complete network, everybody asks all the time, a message takes one unit. */
  private static Scenario plain(Catalog.Entry entry) {
    return Scenario.of(entry, entry.structureOn(Graph.complete(NODES))).entries(20L * NODES);
  }

  /** Messages take several links; a coordinator is not in such a network. */
  private static Scenario routed(Catalog.Entry entry) {
    String topology = entry.hasCoordinator() ? "complete" : "random-tree";
    Graph network = Topology.parse(topology).graph(NODES, 4);
    return Scenario.of(entry, entry.structureOn(network))
        .network(network)
        .workload("contention:30")
        .delay("uniform:0.5,1.5")
        .entries(20L * NODES)
        .seed(4);
  }

  /** What only some algorithms have; for the rest, another first holder and one request at once. */
  private static Scenario own(Catalog.Entry entry) {
    Graph structure = entry.structureOn(Graph.complete(NODES));
    int permits = entry.hasPermits() ? 2 : 1;
    int division = entry.usesGroups() ? 3 : entry.hasClusters() ? 1 : 0;
    Setup setup = new Setup(NODES, NODES / 2, permits, structure, division);
    if (entry.roams()) {
      return of(entry, setup.roaming(2, 0)).workload("think:5").mobility("churn:0.05");
    }
    if (entry.usesLinks()) {
      return of(entry, setup.roaming(4, 0)).workload("think:5").mobility("waypoint:0.05,0.2");
    }
    Scenario scenario = of(entry, setup).workload(permits > 1 ? "think:5" : "isolated");
    if (entry.hasClusters()) {
      return scenario.locality(Locality.parse("0.8", entry.clusters(setup)));
    }
    return scenario.skipsIdleRounds(entry.isPerpetual());
  }

  private static Scenario of(Catalog.Entry entry, Setup setup) {
    return Scenario.of(entry, setup).entries(20L * NODES).seed(5);
  }

  @Test
  void everyAlgorithmDoesWhatItDidBefore() throws IOException {
    List<String> lines = new ArrayList<>();
    Files.readAllLines(TABLE).stream().takeWhile(line -> line.startsWith("#")).forEach(lines::add);
    lines.set(lines.size() - 1, row("# algorithm", load -> load.name));
    for (Catalog.Entry entry : Catalog.entries()) {
      lines.add(row(entry.id(), load -> hash(load.of.apply(entry))));
    }
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(TABLE, String.join("\n", lines) + "\n");
    }
    assertThat(lines).containsExactlyElementsOf(Files.readAllLines(TABLE));
  }

  private static String row(String first, Function<Load, String> cell) {
    StringBuilder row = new StringBuilder("%-28s".formatted(first));
    for (Load load : LOADS) {
      row.append(" %-16s".formatted(cell.apply(load)));
    }
    return row.toString().stripTrailing();
  }

  /** What an algorithm is run in, in the order of the columns. */
  static List<Scenario> scenarios(Catalog.Entry entry) {
    return LOADS.stream().map(load -> load.of.apply(entry)).toList();
  }

  static String name(int column) {
    return LOADS.get(column).name;
  }

  private static String hash(Scenario scenario) {
    try {
      return String.format(Locale.ROOT, "%016x", Simulation.run(scenario, 0).eventHash());
    } catch (ViolationException e) {
      return fail(scenario.algorithm().id() + ", " + scenario.workload() + ": " + e.getMessage());
    }
  }
}
