package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.simulator.Listener;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of the catalog are complete, and each has its page and its tests. */
class CatalogTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern TRACE =
      Pattern.compile("algorithms/src/test/resources/traces/[\\w/-]+\\.trace");
  private static final List<String> HEADINGS =
      List.of("Idea", "Paper and code", "Departures", "Cost", "What was checked");

  private static final List<Predicate<Catalog.Entry>> QUESTIONS =
      List.of(
          Catalog.Entry::usesTree,
          Catalog.Entry::usesArray,
          Catalog.Entry::usesQuorums,
          Catalog.Entry::usesGroups,
          Catalog.Entry::hasClusters,
          Catalog.Entry::roams,
          Catalog.Entry::usesLinks,
          Catalog.Entry::isPerpetual,
          Catalog.Entry::hasCoordinator,
          Catalog.Entry::runsAsSemaphore);

  static List<String> ids() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  @Test
  void idsAreUniqueAndFoundAgain() {
    assertThat(ids()).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z]+(-[a-z]+)*"));
    for (Catalog.Entry entry : Catalog.entries()) {
      assertThat(Catalog.entry(entry.id())).isSameAs(entry);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "banerjee-chrysanthis, banerjee-chrysanthis-style",
    "cao-singhal, cao-singhal-style",
    "chaudhuri-edward-k, chaudhuri-edward-k-style",
    "raysuz-fair, raysuz-fair-style"
  })
  void anEarlierIdIsStillUnderstood(String before, String now) {
    assertThat(Catalog.entry(before).id()).isEqualTo(now);
    assertThat(Catalog.entry(now).firstId()).isEqualTo(before);
    assertThat(ids()).doesNotContain(before);
  }

  @Test
  void theSemaphoresOfAClusterAreThese() {
    assertThat(Catalog.entries())
        .filteredOn(Catalog.Entry::runsAsSemaphore)
        .extracting(Catalog.Entry::id)
        .containsExactly(
            "srimani-reddy-style",
            "request-collectors",
            "chaudhuri-edward-k-style",
            "klme",
            "neighbourhood-coordinator");
  }

  /** What an algorithm can do follows from what its row says, not from which object it is. */
  @ParameterizedTest
  @MethodSource("ids")
  void aCopyOfARowAnswersTheSame(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    Catalog.Entry copy =
        new Catalog.Entry(
            entry.id(),
            entry.firstId(),
            entry.name(),
            entry.family(),
            entry.paper(),
            entry.network(),
            entry.structure(),
            Set.copyOf(entry.traits()),
            entry.cost(),
            entry.build());
    assertThat(copy).isEqualTo(entry);
    for (Predicate<Catalog.Entry> question : QUESTIONS) {
      assertThat(question.test(copy)).isEqualTo(question.test(entry));
    }
  }

  /**
   * Whose network is a ring, a tree, an array or a star sends to neighbours on it, and nobody else.
   */
  @ParameterizedTest
  @MethodSource("ids")
  void whoNeedsNoCompleteNetworkSendsToNeighboursOnly(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    int n = 16;
    Graph complete = Graph.complete(n);
    Setup setup = new Setup(n, 0, 1, entry.structureOn(complete));
    BiPredicate<Integer, Integer> areLinked =
        switch (entry.network()) {
          case "ring" -> Graph.ring(n)::isEdge;
          case "tree", "array" -> setup.structure()::isEdge;
          // The coordinator is one node more.
          case "star" -> (from, to) -> from == n || to == n;
          default -> (from, to) -> true;
        };
    List<String> others = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void onEvent(long ticks, Event event) {}

          @Override
          public void onSend(long ticks, int from, int to, Message message, long arrivalTicks) {
            if (!areLinked.test(from, to) && others.size() < 3) {
              others.add(from + " -> " + to + " " + Text.of(message));
            }
          }
        };
    Setup here = entry.roams() ? setup.roaming(1, 0) : setup;
    Simulation.run(Scenario.of(entry, here).workload("think:20").entries(200), 0, listener);
    assertThat(others).as("network: " + entry.network()).isEmpty();
  }

  @Test
  void anUnknownIdIsAnsweredWithThoseThatExist() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Catalog.entry("fly"))
        .withMessage("There is no algorithm 'fly': write one of " + String.join(", ", ids()) + ".");
  }

  @ParameterizedTest
  @CsvSource({
    "suzuki, suzuki-kasami",
    "raimond, raymond",
    "Raymond, raymond",
    "raymondk, raymond-k or raymond",
    "k-naimitrehel, k-naimi-trehel",
    "token-r, token-ring or token-ring-parked"
  })
  void whoeverMisspellsAnIdIsTold(String written, String meant) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Catalog.entry(written))
        .withMessage("There is no algorithm '" + written + "': did you mean " + meant + "?");
  }

  @ParameterizedTest
  @MethodSource("ids")
  void noCellIsEmpty(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    Catalog.Cost cost = entry.cost();
    assertThat(
            List.of(
                entry.name(),
                entry.family().text(),
                entry.paper(),
                entry.network(),
                entry.permits(),
                cost.isolated(),
                cost.saturated(),
                cost.delay(),
                cost.fairness()))
        .allMatch(cell -> !cell.isBlank() && !cell.contains("?"));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void structuresAreLaidOverAnyNetwork(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    for (Graph network : List.of(Graph.complete(9), Graph.ring(9), Graph.torus(3, 3))) {
      Graph structure = entry.structureOn(network);
      assertThat(structure.size()).isEqualTo(9);
      if (entry.hasClusters()) {
        assertThat(structure.isTree()).isEqualTo(network.isComplete());
        assertThat(structure == network).isNotEqualTo(network.isComplete());
        continue;
      }
      if (entry.usesLinks()) {
        assertThat(structure).isSameAs(network);
        continue;
      }
      assertThat(structure.isTree()).isEqualTo(entry.usesTree());
      assertThat(structure.columns() > 0).isEqualTo(entry.usesArray());
      assertThat(structure.isComplete()).isNotEqualTo(entry.usesTree() || entry.usesArray());
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void thePageHasTheHeadingsOfAllPages(String id) throws IOException {
    Path page = ROOT.resolve("docs/algorithms/" + id + ".md");
    List<String> headings =
        Files.readAllLines(page).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();
    assertThat(headings).isEqualTo(HEADINGS);
  }

  /** An id ends in -style if, and only if, its page says that the algorithm is a reconstruction. */
  @ParameterizedTest
  @MethodSource("ids")
  void thePageSaysWhetherItIsAReconstruction(String id) throws IOException {
    Path file = ROOT.resolve("docs/algorithms/" + id + ".md");
    String page = Files.readString(file).replace('\n', ' ');
    assertThat(page.contains("**A reconstruction**")).isEqualTo(id.endsWith("-style"));
    assertThat(page.contains("**Not a reconstruction**")).isNotEqualTo(id.endsWith("-style"));
  }

  /** A trace that a page names exists. */
  @ParameterizedTest
  @MethodSource("ids")
  void theTracesOfThePageExist(String id) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/algorithms/" + id + ".md"));
    List<String> traces = TRACE.matcher(page).results().map(MatchResult::group).distinct().toList();
    assertThat(traces).isNotEmpty().allMatch(trace -> Files.exists(ROOT.resolve(trace)), "exists");
  }
}
