package dev.baton.algorithms;

import static dev.baton.algorithms.Trait.BOUND_REQUESTS;
import static dev.baton.algorithms.Trait.GROUPS;
import static dev.baton.algorithms.Trait.HAS_COORDINATOR;
import static dev.baton.algorithms.Trait.K_PERMITS;
import static dev.baton.algorithms.Trait.LINKED;
import static dev.baton.algorithms.Trait.NEEDS_FIFO;
import static dev.baton.algorithms.Trait.PERPETUAL;
import static dev.baton.algorithms.Trait.ROAMS;
import static dev.baton.algorithms.Trait.UNBOUNDED;
import static dev.baton.algorithms.Trait.UNKNOWN_PERMITS;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Every algorithm there is, one row each. */
public final class Catalog {

  /**
   * What an entry costs, as the papers say.
   *
   * @param isolated messages when one node requests at a time
   * @param saturated messages when all request all the time
   * @param delay from an exit to the next entry while somebody waits, in message times T
   * @param fairness the most entries by others between a request, made while no message is under
   *     way, and its entry
   */
  public record Cost(String isolated, String saturated, String delay, String fairness) {}

  /**
   * One algorithm.
   *
   * @param firstId the id that it had first. It is still found by it, and a cluster keeps it in its
   *     records, which members of any version can then read.
   * @param family how it finds who may enter
   * @param paper who published it, and when
   * @param network what it talks over, in a word or two
   * @param structure what it lays over that
   * @param build its nodes; the setup has been checked
   */
  public record Entry(
      String id,
      String firstId,
      String name,
      Family family,
      String paper,
      String network,
      Structure structure,
      Set<Trait> traits,
      Cost cost,
      Function<Setup, Node<?>[]> build)
      implements Algorithm {

    public boolean has(Trait trait) {
      return traits.contains(trait);
    }

    /** Whether it needs channels that keep the order of messages. */
    public boolean needsFifo() {
      return has(NEEDS_FIFO);
    }

    /** Whether several nodes may be inside at once: as many as there are permits. */
    public boolean hasPermits() {
      return has(K_PERMITS);
    }

    /** How many may be inside at once, for a table: "1" or "k". */
    public String permits() {
      return hasPermits() ? "k" : "1";
    }

    /** Whether a search with unlimited requests comes to an end. */
    public boolean unbounded() {
      return has(UNBOUNDED);
    }

    /** The structure that it lays over a network by default. */
    public Graph structureOn(Graph graph) {
      return structure.on(graph);
    }

    /** Whether the structure is a tree. */
    public boolean usesTree() {
      return structure == Structure.TREE || structure == Structure.STAR;
    }

    /** Whether the structure has rows and columns. */
    public boolean usesArray() {
      return structure == Structure.ARRAY || structure == Structure.SQUARE || usesQuorums();
    }

    /** Whether the structure is made of quorums: an array, or a plane instead. */
    public boolean usesQuorums() {
      return structure == Structure.QUORUMS;
    }

    /** Whether it divides the nodes into groups. */
    public boolean usesGroups() {
      return has(GROUPS);
    }

    /** Whether the nodes are divided into clusters of a given depth. */
    public boolean hasClusters() {
      return structure == Structure.CLUSTERS;
    }

    /** Whether nodes may join and leave, and there are permits in every neighbourhood. */
    public boolean roams() {
      return has(ROAMS);
    }

    @Override
    public boolean usesLinks() {
      return has(LINKED);
    }

    /** Whether its nodes may move between neighbourhoods, whatever that means to them. */
    public boolean moves() {
      return roams() || usesLinks();
    }

    /** Whether it sends messages forever, even while nobody wants to enter. */
    public boolean isPerpetual() {
      return has(PERPETUAL);
    }

    /**
     * Whether a cluster can run it with k permits. When an epoch begins, it must be known which
     * permits are unused, and whoever holds one must get in again, not bound to wait for another.
     */
    public boolean runsAsSemaphore() {
      return has(K_PERMITS) && !has(UNKNOWN_PERMITS) && !has(BOUND_REQUESTS);
    }

    /** Whether one more node serves the others, and asks for nothing itself. */
    public boolean hasCoordinator() {
      return has(HAS_COORDINATOR);
    }

    /** Whether the members of a cluster can run it, by themselves, and become quiet. */
    public boolean runsLive() {
      return !hasCoordinator() && !isPerpetual();
    }

    /**
     * Itself.
     *
     * @throws IllegalArgumentException with one sentence, if it does not run live
     */
    public Entry live() {
      if (!runsLive()) {
        throw new IllegalArgumentException(
            id
                + (hasCoordinator()
                    ? " needs a coordinator, which a cluster does not have"
                    : " never becomes quiet, which a cluster waits for")
                + ": choose another algorithm.");
      }
      return this;
    }

    /** The cluster of each node, by the number of its leader; only if it has clusters. */
    public int[] clusters(Setup setup) {
      return Dsta.divide(setup).leader();
    }

    @Override
    public Node<?>[] nodes(Setup setup) {
      if (setup.permits() > 1 && !hasPermits()) {
        throw new IllegalArgumentException(id + " has one permit, not " + setup.permits() + ".");
      }
      if (!structure.fits(setup.structure())) {
        throw new IllegalArgumentException(id + " " + structure.refusal(setup.structure()));
      }
      if (setup.division() != 0 && !usesGroups() && !hasClusters()) {
        throw new IllegalArgumentException(id + " does not divide the nodes into parts.");
      }
      if (setup.isRoaming() && !moves()) {
        throw new IllegalArgumentException(
            id + " has a fixed membership: leave the neighbourhoods out.");
      }
      return build.apply(setup);
    }
  }

  private Catalog() {}

  public static List<Entry> entries() {
    return Rows.ALL;
  }

  /**
   * The algorithm with this id, or with this id once: see {@link Entry#firstId}.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static Entry entry(String id) {
    List<String> ids = new ArrayList<>();
    for (Entry entry : Rows.ALL) {
      if (entry.id.equals(id) || entry.firstId.equals(id)) {
        return entry;
      }
      ids.add(entry.id);
    }
    List<String> similar = Spelling.similar(id, ids);
    throw new IllegalArgumentException(
        "There is no algorithm '"
            + id
            + (similar.isEmpty()
                ? "': write one of " + String.join(", ", ids) + "."
                : "': did you mean " + String.join(" or ", similar) + "?"));
  }
}
