package dev.baton.web;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.stage.Trace;
import dev.baton.simulator.Topology;

/** The algorithms of the catalog, and the structures that have names. */
public class CatalogLibrary implements Trace.Library {

  /** Knows the catalog as it is built. */
  public CatalogLibrary() {}

  @Override
  public Algorithm algorithm(String id) {
    return Catalog.entry(id);
  }

  @Override
  public Graph defaultStructure(String id, int nodes) {
    return Catalog.entry(baseOf(id)).structureOn(Graph.complete(nodes));
  }

  @Override
  public Graph structure(String name, int nodes) {
    return Topology.parse(name).graph(nodes, 1);
  }

  /** The algorithm of the catalog that a variant is one of: what comes before a slash. */
  static String baseOf(String id) {
    int slash = id.indexOf('/');
    return slash < 0 ? id : id.substring(0, slash);
  }
}
