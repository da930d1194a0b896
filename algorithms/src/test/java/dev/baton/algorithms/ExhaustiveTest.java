package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Setup;
import dev.baton.simulator.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table of exhaustive checks, {@code exhaustive.txt}: every row is searched again and must give
 * the same verdict and the same numbers. {@code -Dbaton.update=true} writes what was found instead.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExhaustiveTest {

  private static final Path TABLE = Path.of("src/test/resources/exhaustive.txt");
  private static final boolean UPDATE = Boolean.getBoolean("baton.update");

  /** Only algorithms whose whole id matches are searched. */
  private static final String WANTED = System.getProperty("baton.rows", ".*");

  /** Larger rows are left out: few states for a quick look. */
  private static final long MOST_STATES = Long.getLong("baton.states", Long.MAX_VALUE);

  /** Larger rows run only with {@code -Plong}. */
  private static final long LARGE_ROW_STATES = 2_000_000;

  /** Larger rows run only with {@code -Pexhaustive}. */
  private static final long HUGE_ROW_STATES = 20_000_000;

  /** Larger rows are swept; how deep they are is searched only with {@code -Pexhaustive}. */
  private static final long SWEPT_ROW_STATES = 1_000_000;

  /** The worst bypass of larger rows is searched only with {@code -Pexhaustive}. */
  private static final long LONG_BYPASS_STATES = 500_000;

  /** The verdict on algorithms that by design let somebody wait beside an idle permit. */
  private static final String HOLDS_BUT_IDLE = "holds-but-idle";

  private static final TestLibrary LIBRARY = new TestLibrary();

  /** What was found, by configuration; written at the end of an update. */
  private static final Map<String, Row> FOUND = new ConcurrentHashMap<>();

  /** A line of the table: a configuration, and what the search gives. */
  record Row(
      String algorithm,
      String structure,
      int holder,
      int nodes,
      String requests,
      String channels,
      String verdict,
      String states,
      String transitions,
      String depth,
      String bypass) {

    static Row parse(String line) {
      String[] cells = line.strip().split("\\s+");
      return new Row(
          cells[0],
          cells[1],
          Integer.parseInt(cells[2]),
          Integer.parseInt(cells[3]),
          cells[4],
          cells[5],
          cells.length > 6 ? cells[6] : "?",
          cells.length > 6 ? cells[7] : "0",
          cells.length > 6 ? cells[8] : "0",
          cells.length > 6 ? cells[9] : "0",
          cells.length > 6 ? cells[10] : "-");
    }

    String configuration() {
      return algorithm + " " + structure + " " + holder + " " + nodes + " " + requests + " "
          + channels;
    }

    boolean isWanted() {
      return algorithm.matches(WANTED) && Long.parseLong(states) <= MOST_STATES;
    }

    boolean isLarge() {
      return Long.parseLong(states) > LARGE_ROW_STATES;
    }

    boolean isHuge() {
      return Long.parseLong(states) > HUGE_ROW_STATES;
    }

    /** Whether its states can be forgotten one after the other, and are many. */
    boolean isSwept() {
      return Long.parseLong(states) > SWEPT_ROW_STATES && check(false).maySweep();
    }

    /** A graph; or numbers on a complete one or another, as in {@code k:3/groups:2}. */
    Setup setup() {
      if (structure.startsWith("k:")) {
        Graph graph = Topology.parse(value("on", "complete")).graph(nodes, 1);
        Setup setup = new Setup(nodes, holder, number("k", 1), graph, number("groups", 0));
        boolean isRoaming = structure.contains("in:");
        return isRoaming ? setup.roaming(number("in", 1), number("outside", 0)) : setup;
      }
      String[] parts = structure.split("/");
      Graph graph = Topology.parse(parts[0]).graph(nodes, 1);
      if (parts.length > 1 && parts[1].contains(",")) {
        return new Setup(nodes, holder, 1, graph.divided(zones(parts[1])));
      }
      int division = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
      return new Setup(nodes, holder, 1, graph, division);
    }

    private static List<Ints> zones(String listed) {
      return Stream.of(listed.split(":"))
          .map(one -> Stream.of(one.split(",")).mapToInt(Integer::parseInt).toArray())
          .map(Ints::of)
          .toList();
    }

    private int number(String name, int otherwise) {
      return Integer.parseInt(value(name, Integer.toString(otherwise)));
    }

    private String value(String name, String otherwise) {
      for (String part : structure.split("/")) {
        if (part.startsWith(name + ":")) {
          return part.substring(name.length() + 1);
        }
      }
      return otherwise;
    }

    boolean isBypassLong() {
      return Long.parseLong(states) > LONG_BYPASS_STATES;
    }

    private boolean isUnbounded() {
      return requests.equals("unbounded");
    }

    private Check check(boolean isSwept) {
      return check(LIBRARY.algorithm(algorithm)).withSweep(isSwept);
    }

    /** What the row checks, of another algorithm. */
    Check check(Algorithm other) {
      return Check.of(other, setup())
          .withRequests(isUnbounded() ? Check.UNBOUNDED : Integer.parseInt(requests))
          .withMoves(number("joins", 0), number("leaves", 0))
          .withLinkChanges(number("links", 0))
          .withFifo(channels.equals("fifo"))
          .withMemory(Long.MAX_VALUE); // The heap is the limit.
    }

    String worstBypass() {
      Report report = Search.run(check(false).withBypass(Integer.MAX_VALUE));
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
      return Integer.toString(report.maxBypass());
    }

    /**
     * The row as a search fills it in; without {@code withBypass} the bypass stays as it is, and
     * without {@code withDepth} the depth.
     */
    Row search(boolean withDepth, boolean withBypass) {
      Report report = Search.run(check(!withDepth));
      boolean leavesIdle = report.property() == Property.IDLE_PERMIT;
      if (leavesIdle && verdict.equals(HOLDS_BUT_IDLE)) {
        report = Search.run(check(!withDepth).withIdlePermits());
      }
      boolean holds = report.verdict() == Report.Verdict.HOLDS;
      String right = leavesIdle ? HOLDS_BUT_IDLE : "holds";
      String worst = bypass;
      if (withBypass) {
        worst = holds && !isUnbounded() ? worstBypass() : "-";
      }
      return new Row(
          algorithm,
          structure,
          holder,
          nodes,
          requests,
          channels,
          holds ? right : report.verdict() + ":" + report.property(),
          Long.toString(report.states()),
          Long.toString(report.transitions()),
          withDepth ? Integer.toString(report.depth()) : depth,
          worst);
    }

    @Override
    public String toString() {
      return "%-26s %-12s %6d %5d %9s %-8s %-16s %10s %12s %5s %6s"
          .formatted(
              algorithm,
              structure,
              holder,
              nodes,
              requests,
              channels,
              verdict,
              states,
              transitions,
              depth,
              bypass);
    }
  }

  /** The largest first, so that none is left alone at the end. */
  static Stream<Row> rows() throws IOException {
    return table()
        .filter(row -> row.isWanted() && !row.isLarge())
        .sorted(Comparator.comparing(row -> -Long.parseLong(row.states)));
  }

  static Stream<Row> largeRows() throws IOException {
    return table().filter(row -> row.isWanted() && row.isLarge() && !row.isHuge());
  }

  static Stream<Row> hugeAndSweptRows() throws IOException {
    return table().filter(row -> row.isWanted() && (row.isHuge() || row.isSwept()));
  }

  static Stream<Row> table() throws IOException {
    return Files.readAllLines(TABLE).stream().filter(ExhaustiveTest::isRow).map(Row::parse);
  }

  private static boolean isRow(String line) {
    return !line.isBlank() && !line.startsWith("#");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isAsTheTableSays(Row row) {
    check(row, !row.isSwept());
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("largeRows")
  void isAsTheTableSaysOfLargeRows(Row row) {
    check(row, !row.isSwept());
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("hugeAndSweptRows")
  void isAsTheTableSaysOfHugeRows(Row row) {
    check(row, true);
  }

  static Stream<Row> rowsWithLongBypass() throws IOException {
    return table().filter(row -> row.isWanted() && row.isBypassLong() && !row.bypass.equals("-"));
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("rowsWithLongBypass")
  void theWorstBypassIsAsTheTableSaysOfLongRows(Row row) {
    assertThat(row.worstBypass()).isEqualTo(row.bypass);
  }

  private static void check(Row row, boolean withDepth) {
    Row found = row.search(UPDATE || withDepth, UPDATE || !row.isBypassLong());
    if (UPDATE) {
      FOUND.put(row.configuration(), found);
    } else {
      assertThat(found).isEqualTo(row);
    }
  }

  @AfterAll
  static void update() throws IOException {
    if (!UPDATE) {
      return;
    }
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(TABLE)) {
      Row row = isRow(line) ? Row.parse(line) : null;
      lines.add(row == null ? line : FOUND.getOrDefault(row.configuration(), row).toString());
    }
    Files.write(TABLE, lines);
  }

  // The table itself.

  @ParameterizedTest
  @ValueSource(strings = {"raymond", "raymond-fair"})
  void everyTreeOfUpToFiveNodesWithEveryHolderIsInTheTable(String id) throws IOException {
    List<String> configurations = table().map(Row::configuration).toList();
    for (int n = 2; n <= 5; n++) {
      for (Setup setup : Trees.withEveryHolder(n)) {
        String tree = setup.structure().describe();
        int requests = id.equals("raymond-fair") && n == 5 ? 1 : 2;
        assertThat(configurations)
            .contains("%s %s %d %d %d fifo".formatted(id, tree, setup.holder(), n, requests));
      }
    }
  }

  @Test
  void everyAlgorithmOfTheCatalogIsInTheTable() throws IOException {
    List<Row> rows = table().toList();
    for (Catalog.Entry entry : Catalog.entries()) {
      assertThat(rows)
          .as(entry.id())
          .anyMatch(row -> row.algorithm.equals(entry.id()) && row.verdict.equals("holds"));
      assertThat(rows)
          .as(entry.id() + " with unbounded requests")
          .anyMatch(
              row ->
                  row.algorithm.equals(entry.id())
                      && (row.requests.equals("unbounded") || !entry.unbounded()));
    }
  }

  // That the searches are not empty.

  static List<String> ids() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  @ParameterizedTest
  @MethodSource("ids")
  void everythingThatShouldHappenSometimesHappens(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    Check check =
        Check.of(entry, Setup.of(entry.structureOn(Graph.complete(3))))
            .sometimes("0 is inside", m -> m.isInside(0))
            .sometimes("1 is inside", m -> m.isInside(1))
            .sometimes("2 is inside", m -> m.isInside(2))
            .sometimes("one is inside while two wait", m -> m.inside() == 1 && m.waiting() == 2)
            .sometimes("all wait", m -> m.waiting() == 3)
            .sometimes("one is inside and all is calm", m -> m.inside() == 1 && m.inFlight() == 0);
    assertThat(Search.run(check).message()).isNull();
    Report impossible = Search.run(check.sometimes("two are inside", m -> m.inside() == 2));
    assertThat(impossible.message()).isEqualTo("'two are inside' holds in no state.");
  }
}
