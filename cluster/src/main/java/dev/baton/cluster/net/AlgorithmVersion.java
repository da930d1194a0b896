package dev.baton.cluster.net;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.wire.Wire;
import dev.baton.core.Hash;
import java.util.List;

/**
 * An algorithm as one build has it: two builds can run it together if the hashes are equal.
 *
 * @param id the one that records keep
 * @param hash of its messages on the wire
 */
public record AlgorithmVersion(String id, long hash) {

  private static final class Known {
    static final List<AlgorithmVersion> ALL =
        Catalog.entries().stream()
            .filter(Catalog.Entry::runsLive)
            .map(it -> new AlgorithmVersion(it.firstId(), Hash.of(Wire.messages(it).toString())))
            .toList();
  }

  /** Those of this build. */
  public static List<AlgorithmVersion> all() {
    return Known.ALL;
  }
}
