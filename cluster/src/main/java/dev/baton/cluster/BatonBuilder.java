package dev.baton.cluster;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.gate.BufferedMeters;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.gate.Insistence;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.gate.MicrometerMeters;
import dev.baton.cluster.join.Cluster;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.join.LocalCluster;
import dev.baton.cluster.join.NetworkCluster;
import dev.baton.cluster.join.Refusal;
import dev.baton.cluster.join.VoterStoreProvider;
import dev.baton.cluster.join.VoterStores;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.AlgorithmVersion;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.Keys;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Setting;
import dev.baton.cluster.net.Settings;
import dev.baton.cluster.seat.LogLines;
import dev.baton.cluster.seat.Names;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settings of a member. All have defaults, except those that {@link #join} asks for. */
public final class BatonBuilder {

  static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

  /** A hundred years: what is longer makes no difference, and would not fit into nanoseconds. */
  private static final Duration LONGEST_PATIENCE = Duration.ofDays(36_500);

  private static final String TLS_OR_INSECURE =
      "Call either tls(…) or insecure(), not both: connections are encrypted or they are not.";

  private static final Logger LOG = LoggerFactory.getLogger(Baton.class);

  /** The default algorithm of semaphores. */
  private static final String SEMAPHORES = "request-collectors";

  /** The default name of cluster and member. */
  private static final String LOCAL = "local";

  private String cluster = LOCAL;
  private String member = LOCAL;
  private Duration lease = Duration.ofSeconds(3);
  private String algorithm = "naimi-trehel";
  private final List<Choice> choices = new ArrayList<>();
  private int handOvers = 16;
  private int permitsPerMember = 8;
  private Duration patience = Duration.ofMillis(250);

  /** Null if nobody wants to know. */
  private @Nullable MeterRegistry registry;

  // For a cluster over the network.
  private String zone = "default";
  private @Nullable Endpoint endpoint;
  private int consensusPort;
  private final Set<Endpoint> peers = new LinkedHashSet<>();
  private final SortedSet<String> voters = new TreeSet<>();
  private final Set<String> admitted = new LinkedHashSet<>();
  private @Nullable Path stateDirectory;
  private boolean replacesLostVoter;
  private @Nullable Guard guard;
  private Duration joinPatience = Duration.ofSeconds(60);
  private Duration firstStartPatience = Duration.ofSeconds(5);
  private @Nullable KeyFiles consensusTls;

  /** Null unless a test says otherwise. */
  private NetworkCluster.@Nullable Stores stores;

  /** Null unless a test says otherwise. */
  private @Nullable List<AlgorithmVersion> algorithmVersions;

  private List<Setting> settings = List.of();
  private Rules rules = Rules.ALL;

  BatonBuilder() {}

  /**
   * Names the cluster. The same on every member.
   *
   * @param name of the cluster
   * @return this
   */
  public BatonBuilder cluster(String name) {
    cluster = Names.cluster(name);
    return this;
  }

  /**
   * Names this member.
   *
   * @param name unique in the cluster
   * @return this
   */
  public BatonBuilder member(String name) {
    member = Names.member(name);
    return this;
  }

  /**
   * How long a hold outlives the last contact of its member with the cluster. After a crash, this
   * is how long the others wait. The same on every member.
   *
   * @param length from 1 to 60 seconds; 3 by default
   * @return this
   */
  public BatonBuilder lease(Duration length) {
    Objects.requireNonNull(length, "length");
    if (length.compareTo(SHORTEST_LEASE) < 0 || length.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "A lease must last 1 to 60 seconds, not " + length + ": write Duration.ofSeconds(3).");
    }
    lease = length;
    return this;
  }

  /**
   * Chooses the algorithm of all locks that have none of their own. The same on every member.
   *
   * @param id of an algorithm in the catalog; naimi-trehel by default
   * @return this
   */
  public BatonBuilder algorithm(String id) {
    algorithm = checked(id);
    return this;
  }

  /**
   * Chooses the algorithm of locks and semaphores by name; the first pattern that matches counts.
   * The same on every member. Semaphores of neighbourhoods use klme unless a pattern other than a
   * star alone matches.
   *
   * @param pattern a name, or its beginning followed by a star
   * @param id of an algorithm in the catalog
   * @return this
   */
  public BatonBuilder algorithm(String pattern, String id) {
    choices.add(new Choice(Objects.requireNonNull(pattern, "pattern"), checked(id)));
    return this;
  }

  /** The id that records keep. */
  private static String checked(String id) {
    Catalog.Entry entry = Catalog.entry(Objects.requireNonNull(id, "id")).live();
    if (!entry.id().equals(id)) {
      LOG.warn("{} is now called {}.", id, entry.id());
    }
    return entry.firstId();
  }

  /**
   * How often the threads of this member may hand a lock on among themselves before other members
   * have a chance.
   *
   * @param most 16 by default
   * @return this
   */
  public BatonBuilder handOvers(int most) {
    if (most < 0 || most > Gate.MOST_HAND_OVERS) {
      throw new IllegalArgumentException(
          "Hand-overs must be between 0 and " + Gate.MOST_HAND_OVERS + ", not " + most + ".");
    }
    handOvers = most;
    return this;
  }

  /**
   * How many permits of one semaphore this member may have at once. For each of them it takes a
   * seat in the cluster when a semaphore is first used.
   *
   * @param most from 1 to 64; 8 by default
   * @return this
   */
  public BatonBuilder permitsPerMember(int most) {
    if (most < 1 || most > 64) {
      throw new IllegalArgumentException(
          "Permits per member must be between 1 and 64, not " + most + ".");
    }
    permitsPerMember = most;
    return this;
  }

  /**
   * How long {@code tryLock()} and {@code tryAcquire()} wait for the other members to answer.
   *
   * @param time 250 ms by default
   * @return this
   */
  public BatonBuilder patience(Duration time) {
    patience = checkedPatience(time);
    return this;
  }

  private static Duration checkedPatience(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) {
      throw new IllegalArgumentException("Patience must not be negative, as " + time + " is.");
    }
    return time.compareTo(LONGEST_PATIENCE) > 0 ? LONGEST_PATIENCE : time;
  }

  /**
   * Counts and times what happens at this member; docs/guide/operating.md lists the meters.
   *
   * @param registry to which the meters are added
   * @return this
   */
  public BatonBuilder metrics(MeterRegistry registry) {
    this.registry = Objects.requireNonNull(registry, "registry");
    return this;
  }

  /**
   * Where this member is: members of one zone are near each other. It is also the neighbourhood in
   * which the member starts.
   *
   * @param name "default" by default
   * @return this
   */
  public BatonBuilder zone(String name) {
    zone = Names.zone(name);
    return this;
  }

  /**
   * Where this member listens. A voter's consensus listens at the next port.
   *
   * @param host the address of one network interface, at which the others can reach this member
   * @param port the port there
   * @return this
   */
  public BatonBuilder bind(String host, int port) {
    endpoint = Endpoint.of(Objects.requireNonNull(host, "host"), port);
    if (endpoint.isEverywhere()) {
      throw new IllegalArgumentException(
          "Others cannot reach " + endpoint + ": bind to the address of one network interface.");
    }
    return this;
  }

  /**
   * Chooses another port for the consensus of a voter.
   *
   * @param port one more than that of {@link #bind} by default
   * @return this
   */
  public BatonBuilder consensusPort(int port) {
    Endpoint.checkPort(port);
    consensusPort = port;
    return this;
  }

  /**
   * Where members may be found; this member itself may be among them.
   *
   * @param places each as {@code host:port}, or several of them with commas between them
   * @return this
   */
  public BatonBuilder peers(String... places) {
    for (String several : places) {
      for (String each : Objects.requireNonNull(several, "a place of peers").split(",", -1)) {
        peers.add(Endpoint.parse(each.strip()));
      }
    }
    return this;
  }

  /**
   * Names the members whose majority decides on epochs. Each of them needs a state directory, and
   * {@code baton-voter} on its class path. The same on every member.
   *
   * @param members the names of 1, 3, 5 or 7 members
   * @return this
   */
  public BatonBuilder voters(String... members) {
    for (String each : members) {
      if (!voters.add(Names.member(each))) {
        throw new IllegalArgumentException("'" + each + "' is named twice among the voters.");
      }
    }
    return this;
  }

  /**
   * Names those that may join besides the voters: others are refused, whatever certificate they
   * have. By default all names may join.
   *
   * @param patterns each a member's name, or its beginning followed by a star
   * @return this
   */
  public BatonBuilder members(String... patterns) {
    for (String each : patterns) {
      admitted.add(Names.member(each));
    }
    return this;
  }

  /**
   * Where a voter keeps what it must not forget.
   *
   * @param directory which no other voter uses
   * @return this
   */
  public BatonBuilder stateDirectory(Path directory) {
    stateDirectory = Objects.requireNonNull(directory, "directory");
    return this;
  }

  /**
   * This voter's state directory is lost for good, perhaps with its machine: a majority of the
   * voters takes it in again, in its former place. Without effect if the directory is there. Use it
   * for one start and not permanently: a voter that does not find its directory should say so.
   *
   * @return this
   */
  public BatonBuilder replaceLostVoter() {
    replacesLostVoter = true;
    return this;
  }

  /**
   * Encrypts all connections; both sides present a certificate. It cannot be combined with {@link
   * #insecure}.
   *
   * @param keyStore a PKCS12 file with this member's key; the common name of its certificate is the
   *     member's name
   * @param trustStore a PKCS12 file with the certificates of those that sign for members
   * @param password of both files, and of the key
   * @return this
   */
  public BatonBuilder tls(Path keyStore, Path trustStore, char[] password) {
    Objects.requireNonNull(keyStore, "keyStore");
    Objects.requireNonNull(trustStore, "trustStore");
    Objects.requireNonNull(password, "password");
    check(guard != Guard.NONE, TLS_OR_INSECURE);
    guard = Keys.load(keyStore, trustStore, password);
    consensusTls = new KeyFiles(keyStore, trustStore, new String(password));
    return this;
  }

  /**
   * Nothing is encrypted, and anybody who can reach this member is believed. It cannot be combined
   * with {@link #tls}.
   *
   * @return this
   */
  public BatonBuilder insecure() {
    check(guard == null || guard == Guard.NONE, TLS_OR_INSECURE);
    guard = Guard.NONE;
    return this;
  }

  /**
   * How long {@link #join} waits for a majority of the voters.
   *
   * @param time a minute by default
   * @return this
   */
  public BatonBuilder joinPatience(Duration time) {
    joinPatience = checkedPatience(time);
    return this;
  }

  /**
   * How long the only voter of a cluster waits at its very first start for an answer, or a refused
   * connection, from every peer, before it begins the cluster: one of them may belong to a cluster
   * of this name already. A voter that has its state directory waits for nobody.
   *
   * @param time five seconds by default
   * @return this
   */
  public BatonBuilder firstStartPatience(Duration time) {
    firstStartPatience = checkedPatience(time);
    return this;
  }

  /** For a test that has other versions of algorithms. */
  BatonBuilder algorithmVersions(List<AlgorithmVersion> versions) {
    algorithmVersions = versions;
    return this;
  }

  /** For a test that has more to say in its hello. */
  BatonBuilder settings(Setting... more) {
    settings = List.of(more);
    return this;
  }

  /** What a voter keeps the epochs in. */
  BatonBuilder stores(NetworkCluster.Stores opener) {
    stores = opener;
    return this;
  }

  /** For a test that takes rules away. */
  BatonBuilder rules(Rules which) {
    rules = which;
    return this;
  }

  /**
   * Joins a cluster over the network, as soon as a majority of its voters is there.
   *
   * @return the member, which leaves the cluster when it is closed
   * @throws IllegalStateException if a setting is missing; the message says which
   * @throws DuplicateMemberException if a member with this name is alive
   * @throws ClusterMismatchException if the others have a different cluster name, lease, voters or
   *     algorithms, or belong to another cluster of the same name; or if the cluster of this voter
   *     gave way to such a one
   * @throws ClusterSuspendedException if no majority of the voters let this member in
   */
  @SuppressWarnings("NullAway") // What must not be missing is looked for first.
  public Baton join() {
    checkComplete();
    boolean votes = voters.contains(member);
    int port = consensusPort == 0 ? endpoint.port() + 1 : consensusPort;
    Profile profile =
        new Profile(
            member,
            zone,
            endpoint,
            votes ? port : 0,
            new Settings(
                cluster,
                lease.toNanos(),
                List.copyOf(voters),
                allChoices(),
                algorithmVersions == null ? AlgorithmVersion.all() : algorithmVersions,
                settings));
    VoterStoreProvider provider = votes && stores == null ? provider() : null;
    return start(
        meters ->
            new NetworkCluster(
                profile,
                List.copyOf(peers),
                admittedNames(),
                guard,
                meters,
                stateDirectory,
                replacesLostVoter,
                provider == null ? stores : storesOnDisk(provider, meters),
                joinPatience,
                firstStartPatience,
                rules));
  }

  private Baton start(Function<Meters, Cluster> joined) {
    Meters meters = meters();
    try {
      Cluster cluster = joined.apply(meters);
      Baton baton;
      try {
        baton = new Baton(this, cluster, meters);
      } catch (RuntimeException | Error e) {
        Insistence.insist(Baton.CLOSE, cluster);
        throw e;
      }
      baton.join();
      return baton;
    } catch (Refusal e) {
      meters.close();
      throw Baton.exception(e);
    } catch (RuntimeException | Error e) {
      meters.close();
      throw e;
    }
  }

  private VoterStoreProvider provider() {
    return VoterStoreProvider.find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    member
                        + " is a voter, but the module for voters is not on its class path: add"
                        + " the artefact dev.baton:baton-voter."));
  }

  private NetworkCluster.Stores storesOnDisk(VoterStoreProvider provider, Meters meters) {
    return new VoterStores(
        provider, consensusTls, joinPatience, meters::refused, new LogLines(member, LOG)::run);
  }

  @SuppressWarnings("NullAway") // What is checked is there afterwards.
  private void checkComplete() {
    check(
        guard != null,
        "Call tls(…) or insecure(): a member does not start without one of the two.");
    check(!cluster.equals(LOCAL), "Name the cluster: cluster(\"orders\").");
    check(!member.equals(LOCAL), "Name this member: member(\"app-1\").");
    check(endpoint != null, "Set where this member listens: bind(\"10.0.0.1\", 7800).");
    check(!voters.isEmpty(), "Name the voters: voters(\"app-1\", \"app-2\", \"app-3\").");
    check(
        voters.size() % 2 == 1 && voters.size() <= 7,
        "There must be 1, 3, 5 or 7 voters, not " + voters.size() + ": a majority must be clear.");
    boolean votes = voters.contains(member);
    check(
        !votes || stateDirectory != null,
        member + " is a voter and needs a directory for its state: call stateDirectory(…).");
    check(
        !votes || consensusPort != 0 || endpoint.port() < 65_535,
        "The consensus of a voter listens at the next port: choose a port below 65535.");
    check(
        consensusPort == 0 || consensusPort != endpoint.port(),
        "Port "
            + consensusPort
            + " cannot serve both members and consensus: choose another consensusPort.");
    check(
        voters.equals(Set.of(member)) || !peers.isEmpty(),
        "Set where other members can be found: peers(\"10.0.0.1:7800\", …).");
    if (guard instanceof Keys keys) {
      check(
          keys.name().equals(member),
          "The certificate is for '" + keys.name() + "', but this member is '" + member + "'.");
      String objection = keys.objection(cluster, member);
      check(
          objection == null,
          "This is member '" + member + "' of cluster '" + cluster + "', but " + objection + ".");
    }
    check(
        admittedNames().admit(member, voters),
        "Only the voters and "
            + admittedNames()
            + " may join, and this member is '"
            + member
            + "': add it to members(…).");
  }

  private AdmittedNames admittedNames() {
    return new AdmittedNames(List.copyOf(admitted));
  }

  private static void check(boolean isTrue, String sentence) {
    if (!isTrue) {
      throw new IllegalStateException(sentence);
    }
  }

  /**
   * Joins a cluster inside this JVM.
   *
   * @param network that its members share
   * @return the member, which leaves the cluster when it is closed
   * @throws DuplicateMemberException if a member has this name
   * @throws ClusterMismatchException if the cluster has a different lease or different algorithms
   * @throws ClusterSuspendedException if this member was not admitted in time
   */
  public Baton local(LocalNetwork network) {
    Objects.requireNonNull(network, "network");
    return start(meters -> network.cluster(cluster, agreed()).forMember(member, () -> {}));
  }

  /**
   * Starts a cluster of this member alone.
   *
   * @return the member
   */
  public Baton local() {
    LocalNetwork network = new LocalNetwork();
    return start(meters -> network.cluster(cluster, agreed()).forMember(member, network::close));
  }

  private LocalCluster.Settings agreed() {
    return new LocalCluster.Settings(allChoices(), lease);
  }

  private List<Choice> allChoices() {
    List<Choice> all = new ArrayList<>(choices);
    all.add(new Choice("*", algorithm));
    // For semaphores, if the others have one permit only.
    all.add(new Choice("*", SEMAPHORES));
    return List.copyOf(all);
  }

  String member() {
    return member;
  }

  String zone() {
    return zone;
  }

  private Meters meters() {
    return registry == null
        ? Meters.NONE
        : new BufferedMeters(member, new MicrometerMeters(registry, cluster, member));
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
