package dev.baton.cluster;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Settings of a member; what is not said has a default. */
public final class BatonBuilder {

  static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

  /** The algorithm of semaphores for which nothing else is said. */
  private static final String SEMAPHORES = "request-collectors";

  private String cluster = "local";
  private String member = "local";
  private Duration lease = Duration.ofSeconds(3);
  private String algorithm = "naimi-trehel";
  private final List<Choice> choices = new ArrayList<>();
  private int handOvers = 16;
  private int permitsPerMember = 8;
  private Duration patience = Duration.ofMillis(250);

  BatonBuilder() {}

  /** Members of one cluster share this. */
  public BatonBuilder cluster(String name) {
    cluster = Names.cluster(name);
    return this;
  }

  /** This member's name, unique in the cluster. */
  public BatonBuilder member(String name) {
    member = Names.member(name);
    return this;
  }

  /**
   * How long a hold outlives the last contact of its member with the cluster; after a crash others
   * wait so long. From 1 to 60 seconds; 3 if nothing is said. The same on every member.
   */
  public BatonBuilder lease(Duration length) {
    if (length.compareTo(SHORTEST_LEASE) < 0 || length.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "A lease lasts 1 to 60 seconds, not " + length + ": write Duration.ofSeconds(3).");
    }
    lease = length;
    return this;
  }

  /** The algorithm for all locks for which nothing else is said. The same on every member. */
  public BatonBuilder algorithm(String id) {
    algorithm = checked(id);
    return this;
  }

  /**
   * The algorithm for locks and semaphores by name. What is said first wins. The same on every
   * member.
   *
   * @param pattern a name, or its beginning and a star
   */
  public BatonBuilder algorithm(String pattern, String id) {
    choices.add(new Choice(pattern, checked(id)));
    return this;
  }

  private static String checked(String id) {
    Catalog.Entry entry = Catalog.entry(id);
    if (!entry.runsLive()) {
      throw new IllegalArgumentException(
          id
              + (entry.roams() ? " needs neighbourhoods" : " needs a coordinator")
              + ", which a cluster does not have: choose another algorithm.");
    }
    return id;
  }

  /**
   * How often the threads of this member hand a lock on among themselves before others have a
   * chance; 16 if nothing is said.
   */
  public BatonBuilder handOvers(int most) {
    if (most < 0 || most > Member.MOST_HAND_OVERS) {
      throw new IllegalArgumentException(
          "Hand-overs are 0 to " + Member.MOST_HAND_OVERS + ", not " + most + ".");
    }
    handOvers = most;
    return this;
  }

  /**
   * How many permits of one semaphore this member has at most at once; 8 if nothing is said. For
   * each of them it takes a seat in the cluster when a semaphore is first used.
   */
  public BatonBuilder permitsPerMember(int most) {
    if (most < 1 || most > 64) {
      throw new IllegalArgumentException("Permits per member are 1 to 64, not " + most + ".");
    }
    permitsPerMember = most;
    return this;
  }

  /** How long {@code tryLock()} asks other members; 250 ms if nothing is said. */
  public BatonBuilder patience(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("Patience must not be negative.");
    }
    patience = time;
    return this;
  }

  /**
   * Joins a cluster inside this JVM.
   *
   * @throws DuplicateMemberException if a member has this name
   * @throws ClusterMismatchException if the cluster has another lease or other algorithms
   * @throws ClusterSuspendedException if it does not let this member in
   */
  public Baton local(LocalNetwork network) {
    return new Baton(this, network.cluster(cluster, agreed()), null);
  }

  /** Starts a cluster of this member alone. */
  public Baton local() {
    LocalNetwork network = new LocalNetwork();
    return new Baton(this, network.cluster(cluster, agreed()), network);
  }

  private LocalCluster.Settings agreed() {
    List<Choice> all = new ArrayList<>(choices);
    all.add(new Choice("*", algorithm));
    // For semaphores, if the others have one permit only.
    all.add(new Choice("*", SEMAPHORES));
    return new LocalCluster.Settings(List.copyOf(all), lease);
  }

  String member() {
    return member;
  }

  int handOvers() {
    return handOvers;
  }

  int permitsPerMember() {
    return permitsPerMember;
  }

  Duration patience() {
    return patience;
  }
}
