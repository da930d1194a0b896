package dev.baton.algorithms;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.stage.Trace;
import dev.baton.simulator.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The catalog and every mutant, by id. What follows a slash says how an algorithm differs from the
 * catalog's. {@code baton trace} finds it as a service.
 */
public final class TestLibrary implements Trace.Library {

  /** An algorithm that is not in the catalog. */
  private record Variant(String id, Function<Setup, Node<?>[]> build) implements Algorithm {
    @Override
    public Node<?>[] nodes(Setup setup) {
      return build.apply(setup);
    }
  }

  private final Map<String, Algorithm> algorithms = new HashMap<>();

  public TestLibrary() {
    Catalog.entries().forEach(this::add);
    Mutants.all().forEach(this::add);
    // Judging all their properties would take minutes.
    for (KlmeListing.Repair repair :
        List.of(
            KlmeListing.Repair.GRANT_COUNTS,
            KlmeListing.Repair.G_COMPARES_NUMBERS,
            KlmeListing.Repair.H_COMPARES_NUMBERS,
            KlmeListing.Repair.H_FREES_AS_IN_C,
            KlmeListing.Repair.TELLS_GRANTER)) {
      add(new Variant(idWithout(repair), KlmeListing.atRestWithout(repair)));
    }
    for (KlmeListing.Repair repair :
        List.of(
            KlmeListing.Repair.F_STRIKES_ALWAYS,
            KlmeListing.Repair.REMEMBERS_LEAVERS,
            KlmeListing.Repair.ACK_NAMES_TOKEN)) {
      add(new Variant(idWithout(repair), KlmeListing.without(repair)));
    }
  }

  static String idWithout(KlmeListing.Repair repair) {
    return "klme/listing-without-" + repair.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Algorithm variant(String id, Function<Setup, Node<?>[]> build) {
    return new Variant(id, build);
  }

  private void add(Algorithm algorithm) {
    if (algorithms.putIfAbsent(algorithm.id(), algorithm) != null) {
      throw new IllegalArgumentException("Two algorithms are called " + algorithm.id() + ".");
    }
  }

  @Override
  public Algorithm algorithm(String id) {
    String current = current(id);
    if (!algorithms.containsKey(current)) {
      throw new IllegalArgumentException("There is no algorithm '" + id + "'.");
    }
    return algorithms.get(current);
  }

  /** The same of an algorithm that was renamed. */
  private static String current(String id) {
    int end = id.indexOf('/') < 0 ? id.length() : id.indexOf('/');
    for (Catalog.Entry entry : Catalog.entries()) {
      if (entry.firstId().equals(id.substring(0, end))) {
        return entry.id() + id.substring(end);
      }
    }
    return id;
  }

  @Override
  public Graph defaultStructure(String id, int nodes) {
    return Catalog.entry(id.replaceFirst("/.*", "")).structureOn(Graph.complete(nodes));
  }

  @Override
  public Graph structure(String name, int nodes) {
    return Topology.parse(name).graph(nodes, 1);
  }
}
