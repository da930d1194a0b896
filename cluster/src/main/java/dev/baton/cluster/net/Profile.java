package dev.baton.cluster.net;

/**
 * What this process says of itself.
 *
 * @param consensusPort 0 if it is not a voter
 */
public record Profile(
    String name, String zone, Endpoint endpoint, int consensusPort, Settings settings) {

  Greeting greeting(long challenge, boolean settled) {
    return new Greeting(challenge, name, zone, endpoint, consensusPort, settled, settings);
  }

  boolean isVoter() {
    return settings.voters().contains(name);
  }
}
