package dev.baton.cluster.net;

import dev.baton.cluster.net.Setting.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What this process says of itself.
 *
 * @param consensusPort 0 if it is not a voter
 */
public record Profile(
    String name, String zone, Endpoint endpoint, int consensusPort, Settings settings) {

  /** In no cluster yet. */
  Greeting greeting(boolean settled) {
    return greeting(settled, Standing.NONE);
  }

  Greeting greeting(boolean settled, Standing standing) {
    List<Setting> named = new ArrayList<>(settings.named());
    named.addAll(standing.named());
    named.add(new Setting("zone", Kind.TOLD, zone));
    return new Greeting(
        Protocols.OURS,
        settings.cluster(),
        name,
        endpoint,
        List.of(),
        consensusPort,
        settled,
        named,
        settings.algorithms());
  }

  boolean isVoter() {
    return settings.voters().contains(name);
  }

  /** Whether it begins a cluster all by itself. */
  public boolean isOnlyVoter() {
    return settings.voters().equals(List.of(name));
  }
}
