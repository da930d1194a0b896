package dev.baton.cluster;

import dev.baton.cluster.epoch.NoLeasesNorFences;

/** Joins as nobody should. */
public final class UnsafeJoin {

  private UnsafeJoin() {}

  public static Baton join(BatonBuilder builder) {
    return builder.rules(new NoLeasesNorFences()).join();
  }
}
