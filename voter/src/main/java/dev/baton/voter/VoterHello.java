package dev.baton.voter;

import java.util.Map;

/**
 * How voters introduce themselves to each other.
 *
 * @param genesis the hash of the record before the first epoch
 * @param store a number that this voter's directory has had from its first start, and no other has
 * @param known for each voter the store with which the group was formed; empty before
 */
record VoterHello(
    String cluster, long genesis, String voter, String store, Map<String, String> known) {

  /**
   * What keeps a voter that is not in the group yet from forming it with {@code other}; or null.
   */
  String objection(String name, String address, VoterHello other) {
    if (!other.cluster.equals(cluster) || other.genesis != genesis) {
      return "Voter "
          + name
          + " at "
          + address
          + " belongs to another cluster, or was given other voters or algorithms: "
          + "give all voters of "
          + cluster
          + " the same settings.";
    }
    if (!other.voter.equals(name)) {
      return "Expected voter "
          + name
          + " at "
          + address
          + " but found "
          + other.voter
          + ": fix the address.";
    }
    return null;
  }

  /** Whether the group that the other belongs to knows this voter with another store. */
  boolean isForgottenBy(VoterHello other) {
    return !other.known.isEmpty() && !store.equals(other.known.get(voter));
  }

  /** What is said of that, unless this voter was started as a replacement. */
  String loss(VoterHello other) {
    return "Voter "
        + voter
        + " has lost its state directory, or was given another one: the voters know it with the"
        + " store "
        + other.known.get(voter)
        + ", and this one is new. Give it back its directory, because it has forgotten what it"
        + " voted for; if it is lost for good, start this voter once with replaceLostVoter() or"
        + " --replace-lost-voter.";
  }
}
