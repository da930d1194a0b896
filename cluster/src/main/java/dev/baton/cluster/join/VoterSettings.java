package dev.baton.cluster.join;

import dev.baton.cluster.epoch.EpochRecord;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a voter's store is opened with. All voters of a cluster are given the same, but for their
 * own name, directory and TLS.
 *
 * @param cluster the name of the cluster
 * @param voter this voter's name
 * @param voters for each voter, this one too, where it listens for the others
 * @param directory where this voter keeps what it must not forget; its own, and on a local disk
 * @param tls null for connections that anybody can read and forge
 * @param genesis the record before the first epoch
 * @param electionTimeout a leader that is silent for this long, or up to twice, is replaced
 * @param replacesLostVoter whether a voter without a directory, which the others know with one,
 *     asks them to take it in as new; else it is refused
 */
public record VoterSettings(
    String cluster,
    String voter,
    Map<String, InetSocketAddress> voters,
    Path directory,
    @Nullable KeyFiles tls,
    EpochRecord genesis,
    Duration electionTimeout,
    boolean replacesLostVoter) {

  private static final Duration SHORTEST_ELECTION_TIMEOUT = Duration.ofMillis(300);

  /** A vote takes a round trip, and members may be on two continents. */
  private static final Duration LONGEST_ELECTION_TIMEOUT = Duration.ofMillis(800);

  /**
   * What fits a lease: a leader that is gone is replaced, after twice that time, when its members
   * are suspected. A shorter one would cost idle voters more heartbeats.
   */
  static Duration electionTimeout(Duration lease) {
    // Dividing a duration would load all of BigDecimal.
    Duration fitting = Duration.ofNanos(lease.toNanos() / 5);
    return fitting.compareTo(SHORTEST_ELECTION_TIMEOUT) < 0
        ? SHORTEST_ELECTION_TIMEOUT
        : fitting.compareTo(LONGEST_ELECTION_TIMEOUT) > 0 ? LONGEST_ELECTION_TIMEOUT : fitting;
  }

  public VoterSettings {
    voters = Collections.unmodifiableSortedMap(new TreeMap<>(voters));
    if (!voters.containsKey(voter)) {
      throw new IllegalArgumentException(
          "Voter " + voter + " is not among the voters " + voters.keySet() + ": add its address.");
    }
    if (!voters.keySet().equals(new TreeSet<>(genesis.voters()))) {
      throw new IllegalArgumentException(
          "There are addresses for the voters "
              + voters.keySet()
              + ", and the cluster begins with "
              + genesis.voters()
              + ": give an address for each of them.");
    }
    if (electionTimeout.toMillis() < 50) {
      throw new IllegalArgumentException(
          "An election timeout must be at least 50 ms, not " + electionTimeout.toMillis() + ".");
    }
  }

  /** With the shortest election timeout that a lease leads to. */
  public VoterSettings(
      String cluster,
      String voter,
      Map<String, InetSocketAddress> voters,
      Path directory,
      @Nullable KeyFiles tls,
      EpochRecord genesis) {
    this(cluster, voter, voters, directory, tls, genesis, SHORTEST_ELECTION_TIMEOUT, false);
  }

  /** The same for a voter that has lost its directory for good. */
  public VoterSettings replacingLostVoter() {
    return new VoterSettings(
        cluster, voter, voters, directory, tls, genesis, electionTimeout, true);
  }

  /** Where this voter listens for the others. */
  @SuppressWarnings("NullAway") // The constructor has looked.
  public InetSocketAddress address() {
    return voters.get(voter);
  }
}
