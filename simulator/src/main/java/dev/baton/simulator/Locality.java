package dev.baton.simulator;

import dev.baton.core.Ints;
import dev.baton.core.Node;

/**
 * How many of the requests come from the cluster of the node that was the last to enter.
 *
 * @param millionths their share; all others come from outside that cluster
 * @param cluster a number for each node, the same for those of one cluster
 */
public record Locality(long millionths, Ints cluster) {

  private static final int ALL = (int) Ticks.PER_UNIT;

  /**
   * The share written as a number from 0 to 1.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static Locality parse(String share, int[] cluster) {
    long millionths = Ticks.parse(share);
    if (millionths < 0 || millionths > ALL) {
      throw new IllegalArgumentException(
          "The share of local requests is a number from 0 to 1, not '"
              + share
              + "': write --locality 0.8, for example.");
    }
    return new Locality(millionths, Ints.of(cluster));
  }

  /** The share as it is written. */
  public String share() {
    return Ticks.text(millionths);
  }

  /** Chooses who requests, among those that neither wait nor are inside. */
  static final class Chooser {

    private final Locality locality;
    private final RandomStream stream;
    private final boolean[] busy;
    private int holder;

    Chooser(Locality locality, int holder, long seed) {
      this.locality = locality;
      this.holder = holder;
      stream = new RandomStream(seed, "locality");
      busy = new boolean[locality.cluster.size()];
    }

    void onEnter(int node) {
      holder = node;
    }

    void onExit(int node) {
      busy[node] = false;
    }

    /**
     * Chance decides whether it is one of the cluster or not; each idle node there is equally
     * likely. Somebody must be idle.
     */
    int choose() {
      boolean isLocal = stream.below(ALL) < locality.millionths;
      int chosen = choose(isLocal);
      if (chosen == Node.NONE) {
        chosen = choose(!isLocal);
      }
      busy[chosen] = true;
      return chosen;
    }

    private int choose(boolean isLocal) {
      int candidates = 0;
      for (int i = 0; i < busy.length; i++) {
        candidates += isCandidate(i, isLocal) ? 1 : 0;
      }
      if (candidates == 0) {
        return Node.NONE;
      }
      int before = stream.below(candidates);
      for (int i = 0; ; i++) {
        if (isCandidate(i, isLocal) && before-- == 0) {
          return i;
        }
      }
    }

    private boolean isCandidate(int i, boolean isLocal) {
      boolean isNear = locality.cluster.get(i) == locality.cluster.get(holder);
      return !busy[i] && isNear == isLocal;
    }
  }
}
