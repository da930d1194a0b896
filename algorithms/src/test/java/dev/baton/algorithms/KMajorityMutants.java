package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.MaekawaMutants.Wrong;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Quorums that are too small, and Maekawa's rules with one thing wrong, for k permits. */
final class KMajorityMutants {

  static final List<Mutant> ALL =
      List.of(
          quorums("rounded-up", 4, 1, i -> Ints.of(i % 2, i % 2 + 2)),
          quorums("for-one-permit-more", 3, 2, i -> Ints.of(i)),
          quorums("does-not-wrap", 3, 1, i -> i == 2 ? Ints.of(2) : Ints.of(i, i + 1)),
          quorums("without-itself", 2, 1, i -> Ints.of(1 - i)),
          rules(Wrong.NEVER_GIVES_WAY, DEADLOCK, STARVATION),
          rules(Wrong.GIVES_WAY_INSIDE, SAFETY, DEADLOCK, STARVATION, BYPASS),
          rules(Wrong.FORGETS_RELINQUISHED, DEADLOCK, STARVATION));

  private KMajorityMutants() {}

  private static Mutant quorums(String name, int n, int k, IntFunction<Ints> quorum) {
    return mutant(name, n, k, i -> new Maekawa(i, n, quorum.apply(i)), SAFETY);
  }

  /** Three nodes that ask a majority: two of them. */
  private static Mutant rules(Wrong wrong, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return mutant(
        name, 3, 1, i -> MaekawaMutants.site(i, 3, KMajority.quorum(i, 3, 1), wrong), caughtBy);
  }

  private static Mutant mutant(
      String name, int n, int k, IntFunction<Node<?>> site, Property... caughtBy) {
    return new Mutant(
        "k-majority/" + name,
        setup -> IntStream.range(0, n).mapToObj(site).toArray(Node<?>[]::new),
        new Setup(n, 0, k, Graph.complete(n)),
        1,
        true,
        2 * (n - 2),
        List.of(caughtBy));
  }
}
