package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker and a naive one of its own count the same states and events. */
@Tag("slow")
class NaiveCheckerTest {

  @ParameterizedTest
  @CsvSource({
    "lamport,           2, 2, fifo",
    "lamport,           3, 1, fifo",
    "lamport,           2, 2, any",
    "ricart-agrawala,   2, 3, fifo",
    "ricart-agrawala,   3, 1, any",
    "ricart-agrawala,   3, 2, fifo",
    "suzuki-kasami,     3, 1, any",
    "suzuki-kasami,     3, 2, fifo",
    "suzuki-kasami,     3, 2, any",
    "singhal-heuristic, 3, 2, fifo",
    "singhal-heuristic, 3, 2, any",
    "raymond,           3, 3, any",
    "raymond,           4, 2, fifo",
    "raymond,           5, 1, any",
    "raymond-fair,      3, 2, fifo",
    "raymond-fair,      4, 1, fifo",
    "info-based,        3, 1, any",
    "info-based,        4, 1, fifo",
    "maekawa,           3, 1, any",
  })
  void sameCounts(String id, int n, int requests, String channels) {
    Catalog.Entry entry = Catalog.entry(id);
    Setup setup = Setup.of(entry.structureOn(Graph.complete(n)));
    boolean fifo = channels.equals("fifo");

    sameCounts(
        new NaiveChecker(entry, setup, requests, 0, 0, fifo),
        Check.of(entry, setup).withRequests(requests).withFifo(fifo));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1, 0, 2, 2, 1",
    "2, 1, 1, 1, 2, 1, 2",
    "2, 2, 2, 0, 1, 2, 1",
    "3, 1, 1, 0, 0, 0, 1",
    "3, 2, 1, 1, 1, 0, 1",
    "3, 1, 1, 1, 1, 1, 1",
    "3, 1, 1, 0, 1, 1, 2",
  })
  void sameCountsOfNodesThatRoam(
      int n, int k, int requests, int outside, int joins, int leaves, int neighbourhoods) {
    Catalog.Entry klme = Catalog.entry("klme");
    Setup setup = new Setup(n, 0, k, Graph.complete(n)).roaming(neighbourhoods, outside);
    sameCounts(
        new NaiveChecker(klme, setup, requests, joins, leaves, true),
        Check.of(klme, setup).withRequests(requests).withMoves(joins, leaves));
  }

  private static void sameCounts(NaiveChecker naive, Check check) {

    // Nothing is looked for, so that nothing ends the search early.
    Check all = check.withProperties(List.of(Property.ALWAYS));
    for (boolean exact : new boolean[] {false, true}) {
      Report report = Search.run(all.withExact(exact));
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
      assertThat(report.states()).isEqualTo(naive.states());
      assertThat(report.transitions()).isEqualTo(naive.transitions());
    }
  }
}
