package dev.baton.cluster.join;

import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Greeting;
import dev.baton.cluster.net.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What comes of it when this process meets a cluster that has the same name and is another. It
 * counts only what it hears over connections that it makes itself: from whoever is at the place
 * where the other was met, and from a majority of the other's voters. The later of the two clusters
 * gives way, if these voters acknowledge leases; the earlier one goes on above the other's numbers.
 */
final class Meetings {

  /** What a meeting leads to. */
  interface Consequences {
    /** Which cluster this process is in. */
    Standing standing();

    /** Has the voters of this cluster look for themselves. */
    void tellVoters(Endpoint there);

    /**
     * This cluster gives way; if this process is a voter, it acknowledges no lease any more.
     *
     * @param why in a sentence
     * @return whether it is a voter: others go on looking, until their voters have seen it too
     */
    boolean giveWay(String why);

    /** The other cluster gives way, and has used epochs up to this number. */
    void exceed(long number);
  }

  /** From one look at a place to the next. */
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** Members may name places as they like. */
  private static final int MOST_PLACES = 100;

  private final String cluster;
  private final String member;
  private final Function<Endpoint, @Nullable Greeting> envoy;
  private final Consequences consequences;
  private final Logger log;

  private final AtomicBoolean isLooking = new AtomicBoolean();

  /** When each place was looked at last. */
  private final Map<Endpoint, Long> lookedAt = new ConcurrentHashMap<>();

  /** Clusters that were seen to live, and have been written about. */
  private final Set<Identity> living = ConcurrentHashMap.newKeySet();

  /** Why this cluster must give way, in a sentence; null if it need not. */
  private volatile @Nullable String metOlder;

  /** Whether this voter does; it goes on telling the others, which may have missed it. */
  private volatile boolean hasGivenWay;

  /**
   * @param envoy asks whoever listens at a place who it is; null if nobody does whose word counts
   */
  Meetings(
      String cluster,
      String member,
      Function<Endpoint, @Nullable Greeting> envoy,
      Consequences consequences,
      Logger log) {
    this.cluster = cluster;
    this.member = member;
    this.envoy = envoy;
    this.consequences = consequences;
    this.log = log;
  }

  /** Why this cluster gives way, in a sentence; null if it does not. */
  @Nullable String metOlder() {
    return metOlder;
  }

  /** Whether it is at work. */
  boolean isLooking() {
    return isLooking.get();
  }

  /**
   * Somebody of another cluster may be there. Does not wait; looks at most once a second.
   *
   * @param isOurFind whether it is a configured place; one that others name is not looked up
   */
  void hint(Endpoint there, boolean isOurFind) {
    if (!isOurFind && !there.isInDigits()) {
      return;
    }
    long now = System.nanoTime();
    Long last = lookedAt.get(there);
    boolean isDue = last == null || now - last >= PAUSE_NANOS;
    if (isDue && isLooking.compareAndSet(false, true)) {
      if (lookedAt.size() >= MOST_PLACES) {
        lookedAt.clear();
      }
      lookedAt.put(there, now);
      Thread.ofVirtual()
          .name("baton-meeting")
          .start(
              () -> {
                try {
                  look(there, isOurFind);
                } catch (RuntimeException e) {
                  log.error("{}: the meeting at {} came to nothing", member, there, e);
                } finally {
                  isLooking.set(false);
                }
              });
    }
  }

  /** Looks, and draws the consequences. */
  private void look(Endpoint there, boolean isOurFind) {
    Standing ours = consequences.standing();
    Standing theirs = standing(there);
    Identity here = ours.identity();
    Identity other = theirs.identity();
    if (here == null || other == null || !ours.isOfAnother(theirs)) {
      return;
    }
    if (isOurFind) {
      consequences.tellVoters(there);
    }
    List<Standing> voters = votersOf(theirs);
    boolean goesOn = here.precedes(other);
    // The one that goes on may be late: the other may have given way already.
    long alive = voters.stream().filter(voter -> goesOn || voter.acknowledges()).count();
    boolean lives = 2 * alive > theirs.voters().size();
    boolean isNew = !living.contains(other);
    if (!lives && (isNew || !goesOn)) {
      log.debug("{}: the other cluster that {} tells of does not live", member, there);
      return;
    }
    living.add(other);
    if (goesOn) {
      if (isNew) {
        log.warn(
            "{}: met another cluster of the name {} ({}, voters {}) at {}; it began later than this"
                + " one ({}) and gives way",
            member,
            cluster,
            text(other),
            theirs.voters().keySet(),
            there,
            text(here));
      }
      long highest = voters.stream().mapToLong(Standing::epoch).max().orElse(0);
      consequences.exceed(Math.max(highest, theirs.epoch()));
    } else if (!hasGivenWay) {
      String why =
          "Cluster "
              + cluster
              + " ("
              + text(here)
              + ") gave way to another of the same name ("
              + text(other)
              + ", voters "
              + theirs.voters().keySet()
              + ", met at "
              + there
              + "), which began earlier.";
      boolean votes = consequences.giveWay(why);
      if (isNew || votes) {
        log.error(
            "{}: {} {}",
            member,
            why,
            votes
                ? "This voter acknowledges no lease any more, not even after a restart, until its"
                    + " state directory is removed."
                : "Its voters are told.");
      }
      metOlder = why;
      hasGivenWay = votes;
    }
  }

  private static String text(Identity identity) {
    return "id " + identity.id() + ", first epoch " + identity.first();
  }

  private Standing standing(Endpoint there) {
    Greeting greeting = envoy.apply(there);
    return greeting == null ? Standing.NONE : Standing.of(greeting);
  }

  /** Asks all voters of a cluster at once; what those say that are of it. */
  private List<Standing> votersOf(Standing cluster) {
    Map<String, FutureTask<@Nullable Greeting>> asked = new TreeMap<>();
    cluster
        .voters()
        .forEach(
            (voter, place) -> {
              if (place != null) {
                FutureTask<@Nullable Greeting> task = new FutureTask<>(() -> envoy.apply(place));
                asked.put(voter, task);
                Thread.ofVirtual().name("baton-meeting").start(task);
              }
            });
    List<Standing> answers = new ArrayList<>();
    asked.forEach(
        (voter, task) -> {
          Greeting greeting = result(task);
          Standing standing = greeting == null ? Standing.NONE : Standing.of(greeting);
          if (greeting != null
              && greeting.name().equals(voter)
              && cluster.identity() != null
              && cluster.identity().equals(standing.identity())) {
            answers.add(standing);
          }
        });
    return answers;
  }

  private static @Nullable Greeting result(FutureTask<@Nullable Greeting> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
