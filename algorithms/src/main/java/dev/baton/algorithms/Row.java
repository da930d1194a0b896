package dev.baton.algorithms;

import dev.baton.algorithms.Catalog.Cost;
import dev.baton.algorithms.Catalog.Entry;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A row of the catalog while it is written: every value has its name. By default the network is
 * complete, there is no structure on it, no trait, and the delay is T.
 */
final class Row {

  private final String id;
  private final String name;
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private String firstId;
  private Family family;
  private String paper;
  private String network = "complete";
  private Structure structure = Structure.NONE;
  private String isolated;
  private String saturated;
  private String delay = "T";
  private String fairness;

  private Row(String id, String name) {
    this.id = id;
    this.name = name;
    firstId = id;
  }

  static Row row(String id, String name) {
    return new Row(id, name);
  }

  /** The id that it had first. */
  Row formerly(String id) {
    firstId = id;
    return this;
  }

  Row family(Family family) {
    this.family = family;
    return this;
  }

  /** Who published it, and when. */
  Row paper(String paper) {
    this.paper = paper;
    return this;
  }

  /** What it talks over, in a word or two. */
  Row network(String text) {
    network = text;
    return this;
  }

  Row structure(Structure structure) {
    this.structure = structure;
    return this;
  }

  Row traits(Trait... traits) {
    this.traits.addAll(List.of(traits));
    return this;
  }

  /** Messages when one node requests at a time. */
  Row isolated(String messages) {
    isolated = messages;
    return this;
  }

  /** Messages when all request all the time. */
  Row saturated(String messages) {
    saturated = messages;
    return this;
  }

  /** From an exit to the next entry while somebody waits. */
  Row delay(String times) {
    delay = times;
    return this;
  }

  /** The most entries by others before one's own. */
  Row fairness(String entries) {
    fairness = entries;
    return this;
  }

  /** Completes the row with what makes the nodes. */
  Entry nodes(Function<Setup, Node<?>[]> factory) {
    return new Entry(
        id,
        firstId,
        name,
        family,
        paper,
        network,
        structure,
        Collections.unmodifiableSet(traits),
        new Cost(isolated, saturated, delay, fairness),
        factory);
  }
}
