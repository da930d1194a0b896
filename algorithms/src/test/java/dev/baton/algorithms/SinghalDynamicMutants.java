package dev.baton.algorithms;

import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.CarvalhoRoucairolMutants.Start;
import dev.baton.algorithms.CarvalhoRoucairolMutants.Wrong;
import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;

/** The dynamic information structure with one thing wrong: its start, or one of its rules. */
final class SinghalDynamicMutants {

  private static final Start STAIRCASE = (i, j) -> j < i;

  /** Each asks the next; reached from the staircase too, but only with more sites. */
  private static final Start CIRCLE = (i, j) -> j == (i + 1) % 3;

  static final List<Mutant> ALL =
      List.of(
          start("nobody-asks", (i, j) -> false, 2, 1, SAFETY),
          start("only-neighbours-ask", (i, j) -> j == i - 1, 3, 1, SAFETY),
          start("first-asks-nobody", (i, j) -> i > 1 && j < i, 3, 1, SAFETY),
          mutant(
              "asks-again-in-a-circle",
              Wrong.ASKS_AGAIN_AS_YOUNGER,
              CIRCLE,
              3,
              3,
              DEADLOCK,
              STARVATION),
          rule(Wrong.DEFERS_BY_AGE_INSIDE, 3, 1, SAFETY),
          rule(Wrong.DOES_NOT_ASK_AGAIN, 3, 1, DEADLOCK, STARVATION),
          rule(Wrong.KEEPS_PERMISSION_WHILE_WAITING, 3, 1, SAFETY),
          rule(Wrong.KEEPS_PERMISSION_WHILE_IDLE, 2, 2, SAFETY));

  private SinghalDynamicMutants() {}

  /**
   * A repeated request takes a new number, as textbooks have it: they send the clock of the moment.
   */
  static Node<?>[] asksAgainAsYounger(Setup setup) {
    return CarvalhoRoucairolMutants.nodes(setup, Wrong.ASKS_AGAIN_AS_YOUNGER, STAIRCASE);
  }

  private static Mutant start(String name, Start start, int n, int requests, Property... caughtBy) {
    return mutant(name, Wrong.NOTHING, start, n, requests, caughtBy);
  }

  private static Mutant rule(Wrong wrong, int n, int requests, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return mutant(name, wrong, STAIRCASE, n, requests, caughtBy);
  }

  private static Mutant mutant(
      String name, Wrong wrong, Start start, int n, int requests, Property... caughtBy) {
    return new Mutant(
        "singhal-dynamic/" + name,
        setup -> CarvalhoRoucairolMutants.nodes(setup, wrong, start),
        Mutant.complete(n),
        requests,
        true,
        n - 2,
        List.of(caughtBy));
  }
}
