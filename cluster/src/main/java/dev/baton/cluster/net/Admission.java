package dev.baton.cluster.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.net.Packet.Reason;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  @GuardedBy("this")
  private final SortedSet<String> welcomedBy = new TreeSet<>();

  @GuardedBy("this")
  private final SortedMap<String, InetSocketAddress> consensus = new TreeMap<>();

  @GuardedBy("this")
  private @Nullable Outcome refusal;

  @GuardedBy("this")
  private @Nullable Outcome difference;

  /** Places from which an answer of any kind has come, be it that nobody listens there. */
  @GuardedBy("this")
  private final Set<Endpoint> answered = new HashSet<>();

  /** Those at configured places that have other settings, and what is said of it. */
  @GuardedBy("this")
  private final Map<Endpoint, Differing> differing = new HashMap<>();

  /** Places where it is known that the settings here are others. */
  @GuardedBy("this")
  private final Set<Endpoint> heard = new HashSet<>();

  /** Whether this process is a voter that has belonged to no cluster yet. */
  @GuardedBy("this")
  private boolean isFirstStart;

  /** Whose settings keep this process from beginning a cluster; null if nobody's. */
  @GuardedBy("this")
  private @Nullable Endpoint rival;

  private record Differing(Greeting greeting, Outcome how) {}

  Admission(Profile profile) {
    this.profile = profile;
    if (profile.isVoter()) {
      welcomedBy.add(profile.name());
      learn(profile.name(), profile.endpoint(), profile.consensusPort());
    }
  }

  @GuardedBy("this")
  private void learn(String voter, Endpoint endpoint, int port) {
    consensus.put(voter, new InetSocketAddress(endpoint.host(), port));
  }

  /** Knows from earlier where the consensus of a voter is. */
  public synchronized void remember(Map<String, InetSocketAddress> earlier) {
    earlier.forEach(
        (voter, address) -> {
          if (isVoter(voter)) {
            consensus.putIfAbsent(voter, address);
          }
        });
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

  @GuardedBy("this")
  private void refuse(Outcome why) {
    refusal = why;
    notifyAll();
  }

  /**
   * Another has other settings. If it is a voter here, and has become a member, ours are wrong. One
   * with the name of this process proves nothing about them.
   *
   * @param isThere whether it has answered at a configured place
   */
  synchronized void differs(Endpoint there, boolean isThere, Greeting greeting, Outcome how) {
    difference = how;
    boolean isOther = !greeting.name().equals(profile.name());
    if (greeting.settled() && isOther && isVoter(greeting.name())) {
      refuse(how);
    } else if (isThere && greeting.cluster().equals(profile.settings().cluster())) {
      differing.put(there, new Differing(greeting, how));
      compareWithRivals();
    }
  }

  /**
   * This process is a voter that has belonged to no cluster yet. It begins none while a member of
   * another with the same name is at a configured place. Of two that are each their only voter
   * nobody knows which is right, so neither begins.
   */
  public synchronized void firstStart() {
    isFirstStart = true;
    compareWithRivals();
  }

  @GuardedBy("this")
  private void compareWithRivals() {
    if (isFirstStart) {
      differing.forEach(
          (there, other) -> {
            if (other.greeting.settled() || profile.isOnlyVoter() && isAlone(other.greeting)) {
              rival = there;
              refuse(other.how);
            }
          });
    }
  }

  private static boolean isAlone(Greeting greeting) {
    return greeting.voters().equals(List.of(greeting.name()));
  }

  /**
   * Whoever listens at a configured place was asked who it is.
   *
   * @param said null if it did not answer, or its word does not count
   */
  public synchronized void asked(Endpoint there, @Nullable Greeting said) {
    answered(there);
    String how = said == null ? "" : profile.greeting(false).difference(said);
    if (said != null && !how.isEmpty()) {
      differs(there, true, said, new Outcome.Mismatch(said.name(), how));
    }
  }

  /** An answer of any kind has come from there, be it that nobody listens. */
  synchronized void answered(Endpoint there) {
    answered.add(there);
    notifyAll();
  }

  /** Whoever is there knows that the settings here are others. */
  synchronized void wasHeard(Endpoint by) {
    heard.add(by);
    notifyAll();
  }

  /**
   * Waits until there was an answer from each of these places, or the settings of one of them keep
   * this process from beginning a cluster; or until the time is over.
   */
  public synchronized void awaitAnswers(Collection<Endpoint> places, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (refusal == null && !answered.containsAll(places) && isBefore(deadline)) {
      TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
    }
  }

  /** Waits until whoever keeps this process from beginning a cluster has heard of it. */
  public synchronized void awaitBeingHeard(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (rival != null && !heard.contains(rival) && isBefore(deadline)) {
      TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
    }
  }

  private static boolean isBefore(long deadline) {
    return deadline - System.nanoTime() > 0;
  }

  /**
   * Waits until a majority of the voters lets this process in, or it is clear that it does not.
   *
   * @return null if the time is over
   */
  public synchronized @Nullable Outcome poll(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (refusal == null && !isAdmitted()) {
      if (!isBefore(deadline)) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
    }
    return refusal != null ? refusal : new Outcome.Admitted();
  }

  /**
   * Why this process is not let in, or must not begin a cluster; null if nothing is known of it.
   */
  public synchronized @Nullable Outcome refusal() {
    return refusal;
  }

  /** The same, with what has come of it when the time is over. */
  Outcome await(Duration patience) throws InterruptedException {
    Outcome outcome = poll(patience);
    return outcome == null ? late() : outcome;
  }

  /** What has come of it if there is no more time. */
  public synchronized Outcome late() {
    return difference != null ? difference : new Outcome.Late(missing());
  }

  /** The voters that have not let this process in. */
  public synchronized SortedSet<String> missing() {
    SortedSet<String> missing = new TreeSet<>(profile.settings().voters());
    missing.removeAll(welcomedBy);
    return missing;
  }

  /** A voter must also know where the consensus of all voters is. */
  @GuardedBy("this")
  private boolean isAdmitted() {
    return welcomedBy.size() > profile.settings().voters().size() / 2
        && (!profile.isVoter() || consensus.keySet().containsAll(profile.settings().voters()));
  }
}
