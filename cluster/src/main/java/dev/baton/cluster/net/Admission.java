package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Reason;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How far this process has come with the voters, for whoever waits to join. */
public final class Admission {

  /** What has come of it. */
  public sealed interface Outcome {

    /** A majority of the voters knows this process's name. */
    record Admitted() implements Outcome {}

    record NameTaken(Endpoint by) implements Outcome {}

    record Mismatch(String member, String difference) implements Outcome {}

    /** The two builds have no version of the protocol in common. */
    record OtherProtocol(String member, String difference) implements Outcome {}

    record NotTrusted(Endpoint by) implements Outcome {}

    /** The name is not among those that may join. */
    record NotAdmitted(Endpoint by) implements Outcome {}

    /**
     * @param missing voters that have not let this process in
     */
    record Late(SortedSet<String> missing) implements Outcome {}
  }

  private final Profile profile;
  private final SortedSet<String> welcomedBy = new TreeSet<>();
  private final SortedMap<String, InetSocketAddress> consensus = new TreeMap<>();
  private @Nullable Outcome refusal;
  private @Nullable Outcome difference;

  Admission(Profile profile) {
    this.profile = profile;
    if (profile.isVoter()) {
      welcomedBy.add(profile.name());
      learn(profile.name(), profile.endpoint(), profile.consensusPort());
    }
  }

  private void learn(String voter, Endpoint endpoint, int port) {
    consensus.put(voter, new InetSocketAddress(endpoint.host(), port));
  }

  /** Knows from earlier where the consensus of a voter is. */
  public synchronized void remember(Map<String, InetSocketAddress> earlier) {
    earlier.forEach(consensus::putIfAbsent);
    notifyAll();
  }

  /** Where the consensus of each voter is, as far as it is known. */
  public synchronized SortedMap<String, InetSocketAddress> consensus() {
    return new TreeMap<>(consensus);
  }

  synchronized void update(Collection<Peer> peers) {
    for (Peer peer : peers) {
      Link link = peer.link();
      String name = link == null ? null : link.name();
      Greeting greeting = peer.greeting;
      if (link != null && name != null && greeting != null && isVoter(name)) {
        learn(name, peer.endpoint(), greeting.consensusPort());
        if (link.welcomes) {
          welcomedBy.add(name);
        }
      }
    }
    notifyAll();
  }

  private boolean isVoter(String member) {
    return profile.settings().voters().contains(member);
  }

  /** Voters decide who is let in; what others say about it does not count. */
  synchronized void turned(String member, Endpoint by, Reason reason) {
    if (isVoter(member)) {
      switch (reason) {
        case NAME_TAKEN -> refuse(new Outcome.NameTaken(by));
        case NOT_TRUSTED -> refuse(new Outcome.NotTrusted(by));
        case NOT_ADMITTED -> refuse(new Outcome.NotAdmitted(by));
        // Its hello says so as well, and how.
        case OTHER_SETTINGS -> {}
      }
    }
  }

  /** Another has this process's name, and keeps it. */
  synchronized void giveWay(Endpoint to) {
    refuse(new Outcome.NameTaken(to));
  }

  private void refuse(Outcome why) {
    refusal = why;
    notifyAll();
  }

  /** Another has other settings; if it is a voter and has become a member, ours are wrong. */
  synchronized void differs(Greeting greeting, Outcome how) {
    difference = how;
    if (greeting.settled() && isVoter(greeting.name())) {
      refuse(how);
    }
  }

  /** Waits until a majority of the voters lets this process in, or it is clear that it does not. */
  public synchronized Outcome await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (refusal == null && !isAdmitted()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        SortedSet<String> missing = new TreeSet<>(profile.settings().voters());
        missing.removeAll(welcomedBy);
        return difference != null ? difference : new Outcome.Late(missing);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return refusal != null ? refusal : new Outcome.Admitted();
  }

  /** A voter must also know where the consensus of all voters is. */
  private boolean isAdmitted() {
    return welcomedBy.size() > profile.settings().voters().size() / 2
        && (!profile.isVoter() || consensus.keySet().containsAll(profile.settings().voters()));
  }
}
