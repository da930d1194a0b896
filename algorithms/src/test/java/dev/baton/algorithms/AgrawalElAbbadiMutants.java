package dev.baton.algorithms;

import static dev.baton.checker.Property.SAFETY;

import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import java.util.List;
import java.util.function.IntFunction;

/** Tree quorums that are wrong, and systems in which nodes have failed. */
final class AgrawalElAbbadiMutants {

  static final List<Mutant> ALL =
      List.of(
          mutant("without-root", 3, i -> Ints.of(Math.max(1, i)), SAFETY),
          mutant("one-child-for-a-failed-root", 3, i -> Ints.of(i == 2 ? 2 : 1), SAFETY),
          mutant("stops-at-a-failed-node", 4, i -> i == 3 ? Ints.of(3) : Ints.of(0, 2), SAFETY),
          mutant("leaf-is-enough", 3, i -> i == 0 ? Ints.of(0, 1) : Ints.of(i), SAFETY));

  private AgrawalElAbbadiMutants() {}

  private static Mutant mutant(String name, int n, IntFunction<Ints> quorum, Property... caughtBy) {
    return new Mutant(
        "agrawal-el-abbadi/" + name,
        setup -> {
          Node<?>[] nodes = new Node<?>[n];
          for (int i = 0; i < n; i++) {
            nodes[i] = new Maekawa(i, n, quorum.apply(i));
          }
          return nodes;
        },
        Setup.of(Graph.binaryTree(n)),
        1,
        true,
        2 * (n - 2),
        List.of(caughtBy));
  }

  // Right, but with failures.

  /** The root does not answer, and everybody knows; as one that asks it goes on. */
  static Node<?>[] rootFailed(Setup setup) {
    NodeSet root = new NodeSet(setup.n());
    root.add(0);
    return nodes(setup, root, root);
  }

  /** Nodes with even numbers take the root for failed, those with odd ones do not. */
  static Node<?>[] viewsDiffer(Setup setup) {
    NodeSet root = new NodeSet(setup.n());
    root.add(0);
    return nodes(setup, root, new NodeSet(setup.n()));
  }

  private static Node<?>[] nodes(Setup setup, NodeSet even, NodeSet odd) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      NodeSet failed = i % 2 == 0 ? even : odd;
      nodes[i] = new AgrawalElAbbadi(setup.structure(), failed).site(i);
    }
    return nodes;
  }
}
