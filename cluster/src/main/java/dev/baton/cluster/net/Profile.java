package dev.baton.cluster.net;

/**
 * What this process says of itself.
 *
 * @param consensusPort 0 if it is no voter
 */
public record Profile(String name, String zone, Place place, int consensusPort, Settings settings) {

  Greeting greeting(long challenge, boolean settled) {
    return new Greeting(challenge, name, zone, place, consensusPort, settled, settings);
  }

  boolean isVoter() {
    return settings.voters().contains(name);
  }
}
