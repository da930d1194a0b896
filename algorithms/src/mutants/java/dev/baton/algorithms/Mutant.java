package dev.baton.algorithms;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.core.Algorithm;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;
import java.util.function.Function;

/**
 * A known-wrong variant of an algorithm, the small system in which it goes wrong, and the
 * properties that notice. It passes those that are not named.
 *
 * @param id the algorithm's id, a slash, and what is wrong: {@code raymond/never-asks-again}
 * @param what is wrong, in a sentence
 * @param requests per node, or {@link Check#UNBOUNDED} for one that is caught in no other way
 * @param joins how many nodes join a neighbourhood, where nodes roam
 * @param leaves how many leave one
 * @param linkChanges how often a link comes up or goes down
 * @param bypassBound the bound that the right algorithm keeps in this system
 */
public record Mutant(
    String id,
    String what,
    Function<Setup, Node<?>[]> build,
    Setup setup,
    int requests,
    int joins,
    int leaves,
    int linkChanges,
    boolean fifo,
    int bypassBound,
    List<Property> caughtBy)
    implements Algorithm {

  /** What every mutant is checked for. */
  static final List<Property> PROPERTIES =
      List.of(Property.SAFETY, Property.DEADLOCK, Property.STARVATION, Property.BYPASS);

  /** What this one is checked for: bypasses can be counted only while requests are bounded. */
  List<Property> properties() {
    return requests == Check.UNBOUNDED ? PROPERTIES.subList(0, 3) : PROPERTIES;
  }

  @Override
  public Node<?>[] nodes(Setup setup) {
    return build.apply(setup);
  }

  @Override
  public boolean usesLinks() {
    return Catalog.entry(id.replaceFirst("/.*", "")).usesLinks();
  }

  /** The check of one property. */
  Check check(Property property) {
    return property == Property.BYPASS
        ? check().withBypass(bypassBound)
        : check().withProperties(List.of(property));
  }

  /** The check of all properties but bypass at once. */
  Check check() {
    return check(this);
  }

  /** The same of another algorithm. */
  Check check(Algorithm other) {
    return Check.of(other, setup)
        .withRequests(requests)
        .withMoves(joins, leaves)
        .withLinkChanges(linkChanges)
        .withFifo(fifo);
  }

  @Override
  public String toString() {
    return id;
  }
}
