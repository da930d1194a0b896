package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import dev.baton.simulator.Topology;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 4.1.1 of the paper on Raysuz: what its proof says of every state, in every state. */
class RaysuzProofTest {

  private static Setup setup(String structure, int n, int holder, int depth) {
    return new Setup(n, holder, 1, Topology.parse(structure).graph(n, 1), depth);
  }

  private static long count(Moment m, int n, Predicate<RaysuzListing> what) {
    return IntStream.range(0, n).filter(i -> what.test((RaysuzListing) m.node(i))).count();
  }

  /** Where the token can be: at a node that is inside, at rest, or under way. */
  private static long tokens(Moment m, int n) {
    long here =
        IntStream.range(0, n).map(i -> m.node(i).idlePermits() + (m.isInside(i) ? 1 : 0)).sum();
    return here
        + IntStream.range(0, m.inFlight())
            .filter(
                j ->
                    m.inFlight(j).message() instanceof Raysuz.InTok
                        || m.inFlight(j).message() instanceof Raysuz.ExTok)
            .count();
  }

  /** Lemma 1 and Theorem 3: at most one token exists, and there is always exactly one. */
  @ParameterizedTest
  @CsvSource({
    "raysuz, line, 3, 2, 2, 2, true",
    "raysuz, line, 3, 1, 2, 2, false",
    "raysuz, star, 3, 1, 2, 2, true",
    "raysuz, line, 4, 0, 2, 1, false",
    "raysuz-fair-style, line, 3, 0, 2, 2, true",
    "raysuz/listing-repaired, line, 3, 0, 2, 2, true",
    "raysuz/listing-repaired, line, 4, 1, 3, 1, true"
  })
  void thereIsAlwaysExactlyOneToken_4_1_1(
      String id, String structure, int n, int holder, int depth, int requests, boolean fifo) {
    Algorithm algorithm = new TestLibrary().algorithm(id);
    Check check =
        Check.of(algorithm, setup(structure, n, holder, depth))
            .withRequests(requests)
            .withFifo(fifo)
            .always("there is one token", m -> tokens(m, n) == 1)
            .sometimes("it is under way", m -> m.inside() == 0 && idle(m, n) == 0);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  private static int idle(Moment m, int n) {
    return IntStream.range(0, n).map(i -> m.node(i).idlePermits()).sum();
  }

  /**
   * The proof of Lemma 1: two tokens would mean two nodes in HAVETOKEN or, in different clusters,
   * two leaders in INTOKENSTEAL, and neither can be. Neither is, but the token can be elsewhere.
   */
  @ParameterizedTest
  @CsvSource({"line, 3, 0, 2, 2", "line, 5, 0, 2, 1", "line, 4, 1, 3, 1"})
  void oneNodeHasTheTokenAndOneLeaderSteals_4_1_1(
      String structure, int n, int holder, int depth, int requests) {
    Check check =
        Check.of(
                new TestLibrary().algorithm("raysuz/listing-repaired"),
                setup(structure, n, holder, depth))
            .withRequests(requests)
            .always("one is in HAVETOKEN", m -> count(m, n, RaysuzListing::hasToken) <= 1)
            .always("one is in INTOKENSTEAL", m -> count(m, n, RaysuzListing::isStealing) <= 1)
            .sometimes(
                "the token is elsewhere",
                m ->
                    count(m, n, RaysuzListing::hasToken) == 0
                        && count(m, n, RaysuzListing::isStealing) == 0);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** With step 7 as printed two are inside, and no two nodes are in the states of the proof. */
  @Test
  void twoAreInsideWithoutTwoInTheStatesOfTheProof_4_1_1() {
    int n = 2;
    Check check =
        Check.of(
                new TestLibrary().algorithm("raysuz/listing-without-step-7-keeps-token"),
                setup("line", n, 0, 2))
            .withProperties(List.of())
            .always("one is in HAVETOKEN", m -> count(m, n, RaysuzListing::hasToken) <= 1)
            .always("one is in INTOKENSTEAL", m -> count(m, n, RaysuzListing::isStealing) <= 1)
            .sometimes("two are inside", m -> m.inside() == 2);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
