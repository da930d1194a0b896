package dev.baton.cluster;

import dev.baton.cluster.join.LocalCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network inside one JVM, for tests with several members: {@code
 * Baton.builder().member("a").local(network)}. The consensus is part of it, so any member may leave
 * without stopping the others.
 */
public final class LocalNetwork implements AutoCloseable {

  /**
   * Guarded by this object. This is not annotated: compilers of applications, which do not have the
   * annotation, would warn that they cannot find it.
   */
  private final Map<String, LocalCluster> clusters = new HashMap<>();

  private final Set<String> disconnected = ConcurrentHashMap.newKeySet();

  /** A network on which there is no cluster yet. */
  public LocalNetwork() {}

  /** The cluster of this name, which begins with its first member. */
  synchronized LocalCluster cluster(String name, LocalCluster.Settings settings) {
    LocalCluster cluster =
        clusters.computeIfAbsent(name, it -> new LocalCluster(it, settings, disconnected));
    cluster.checkAgreement(settings);
    return cluster;
  }

  /**
   * Loses everything to and from a member, as if it had crashed: the others evict it, and continue
   * once its lease has expired.
   *
   * @param member its name
   */
  public void disconnect(String member) {
    disconnected.add(Objects.requireNonNull(member, "member"));
  }

  /**
   * Carries frames from and to a member again.
   *
   * @param member its name
   */
  public void reconnect(String member) {
    disconnected.remove(Objects.requireNonNull(member, "member"));
  }

  /** Ends all clusters; close their members first. */
  @Override
  public synchronized void close() {
    clusters.values().forEach(LocalCluster::close);
    clusters.clear();
  }
}
