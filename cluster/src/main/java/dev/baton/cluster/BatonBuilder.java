package dev.baton.cluster;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.gate.MicrometerMeters;
import dev.baton.cluster.join.Cluster;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.join.LocalCluster;
import dev.baton.cluster.join.NetworkCluster;
import dev.baton.cluster.join.Refusal;
import dev.baton.cluster.join.VoterStoreProvider;
import dev.baton.cluster.join.VoterStores;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.Keys;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Settings;
import dev.baton.cluster.seat.Names;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settings of a member; what is not said has a default. */
public final class BatonBuilder {

  static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

  /** The algorithm of semaphores for which nothing else is said. */
  private static final Logger LOG = LoggerFactory.getLogger(Baton.class);

  private static final String SEMAPHORES = "request-collectors";

  /** The name of cluster and member where nothing else is said. */
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
  private MeterRegistry registry;

  // For a cluster over the network.
  private String zone = "default";
  private Endpoint endpoint;
  private int consensusPort;
  private final Set<Endpoint> peers = new LinkedHashSet<>();
  private final SortedSet<String> voters = new TreeSet<>();
  private Path stateDirectory;
  private boolean replacesLostVoter;
  private Guard guard;
  private Duration joinPatience = Duration.ofSeconds(60);
  private KeyFiles consensusTls;

  /** Null unless a test says otherwise. */
  private NetworkCluster.Stores stores;

  private Rules rules = Rules.ALL;

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
   * member. Semaphores of neighbourhoods are of klme, unless more than a star says otherwise.
   *
   * @param pattern a name, or its beginning and a star
   */
  public BatonBuilder algorithm(String pattern, String id) {
    choices.add(new Choice(pattern, checked(id)));
    return this;
  }

  /** The id that records keep. */
  private static String checked(String id) {
    Catalog.Entry entry = Catalog.entry(id).live();
    if (!entry.id().equals(id)) {
      LOG.warn("{} is now called {}.", id, entry.id());
    }
    return entry.firstId();
  }

  /**
   * How often the threads of this member hand a lock on among themselves before others have a
   * chance; 16 if nothing is said.
   */
  public BatonBuilder handOvers(int most) {
    if (most < 0 || most > Gate.MOST_HAND_OVERS) {
      throw new IllegalArgumentException(
          "Hand-overs are 0 to " + Gate.MOST_HAND_OVERS + ", not " + most + ".");
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

  /** Counts and times what happens at this member; see docs/guide/operating.md for the names. */
  public BatonBuilder metrics(MeterRegistry registry) {
    this.registry = registry;
    return this;
  }

  /**
   * Where this member is: members of one zone are near each other. The neighbourhood in which it
   * starts; "default" if nothing is said.
   */
  public BatonBuilder zone(String name) {
    zone = Names.neighbourhood(name);
    return this;
  }

  /**
   * Where this member listens; others must reach it at this address. A voter's consensus listens at
   * the next port.
   */
  public BatonBuilder bind(String host, int port) {
    endpoint = Endpoint.of(host, port);
    if (endpoint.isEverywhere()) {
      throw new IllegalArgumentException(
          "Others cannot reach " + endpoint + ": bind to the address of one network interface.");
    }
    return this;
  }

  /** Another port for the consensus of a voter. */
  public BatonBuilder consensusPort(int port) {
    Endpoint.checkPort(port);
    consensusPort = port;
    return this;
  }

  /** Where members may be found, as {@code host:port}; this member itself may be among them. */
  public BatonBuilder peers(String... places) {
    for (String each : places) {
      peers.add(Endpoint.parse(each));
    }
    return this;
  }

  /**
   * The members whose majority decides on epochs: 1, 3, 5 or 7, each with a state directory. The
   * same on every member.
   */
  public BatonBuilder voters(String... members) {
    for (String each : members) {
      if (!voters.add(Names.member(each))) {
        throw new IllegalArgumentException("'" + each + "' is named twice among the voters.");
      }
    }
    return this;
  }

  /** Where a voter keeps what it must not forget; no two voters share one. */
  public BatonBuilder stateDirectory(Path directory) {
    stateDirectory = directory;
    return this;
  }

  /**
   * This voter's state directory is lost for good, perhaps with its machine: a majority of the
   * voters takes it in anew, in its own former place. Without effect if the directory is there. To
   * be said for one start, not for ever: a voter that does not find its directory should say so.
   */
  public BatonBuilder replaceLostVoter() {
    replacesLostVoter = true;
    return this;
  }

  /**
   * All connections are encrypted, and both sides show a certificate.
   *
   * @param keyStore a PKCS12 file with this member's key; the common name of its certificate is the
   *     member's name
   * @param trustStore a PKCS12 file with the certificates of those who sign for members
   * @param password of both files, and of the key
   */
  public BatonBuilder tls(Path keyStore, Path trustStore, char[] password) {
    guard = Keys.load(keyStore, trustStore, password);
    consensusTls = new KeyFiles(keyStore, trustStore, new String(password));
    return this;
  }

  /** Nothing is encrypted, and everybody is believed who can reach this member. */
  public BatonBuilder insecure() {
    guard = Guard.NONE;
    consensusTls = null;
    return this;
  }

  /** How long {@link #join} waits for a majority of the voters; a minute if nothing is said. */
  public BatonBuilder joinPatience(Duration time) {
    joinPatience = time;
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
   * Joins a cluster over the network, when a majority of its voters is there.
   *
   * @throws IllegalStateException if something was not said that must be, with one sentence
   * @throws DuplicateMemberException if a member of this name lives
   * @throws ClusterMismatchException if the others have another cluster name, lease, voters or
   *     algorithms
   * @throws ClusterSuspendedException if no majority of the voters has let this member in
   */
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
                cluster, PeerNetwork.FORMAT, lease.toNanos(), List.copyOf(voters), allChoices()));
    NetworkCluster.Stores opener = votes && stores == null ? storesOnDisk() : stores;
    return start(
        () ->
            new NetworkCluster(
                profile,
                List.copyOf(peers),
                guard,
                stateDirectory,
                replacesLostVoter,
                opener,
                joinPatience,
                rules));
  }

  private Baton start(Supplier<Cluster> joined) {
    try {
      return new Baton(this, joined.get());
    } catch (Refusal e) {
      throw Baton.exception(e);
    }
  }

  private NetworkCluster.Stores storesOnDisk() {
    VoterStoreProvider provider =
        VoterStoreProvider.find()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        member
                            + " is a voter, and the module for voters is not on its class path: add"
                            + " the artefact dev.baton:baton-voter."));
    return new VoterStores(provider, consensusTls, joinPatience);
  }

  private void checkComplete() {
    check(guard != null, "Say tls(…) or insecure(): nothing starts without one of the two.");
    check(!cluster.equals(LOCAL), "Name the cluster: cluster(\"orders\").");
    check(!member.equals(LOCAL), "Name this member: member(\"app-1\").");
    check(endpoint != null, "Say where this member listens: bind(\"10.0.0.1\", 7800).");
    check(!voters.isEmpty(), "Name the voters: voters(\"app-1\", \"app-2\", \"app-3\").");
    check(
        voters.size() % 2 == 1 && voters.size() <= 7,
        "Voters are 1, 3, 5 or 7, not " + voters.size() + ": a majority must be clear.");
    boolean votes = voters.contains(member);
    check(
        !votes || stateDirectory != null,
        member + " is a voter, and needs a directory to keep its state: stateDirectory(…).");
    check(
        !votes || consensusPort != 0 || endpoint.port() < 65_535,
        "The consensus of a voter needs a port as well: choose a lower one than 65535.");
    check(
        consensusPort == 0 || consensusPort != endpoint.port(),
        "Port " + consensusPort + " cannot be for members and consensus both.");
    check(
        voters.equals(Set.of(member)) || !peers.isEmpty(),
        "Say where others are: peers(\"10.0.0.1:7800\", …).");
    if (guard instanceof Keys keys) {
      check(
          keys.name().equals(member),
          "The certificate is for '" + keys.name() + "', and this member is '" + member + "'.");
    }
  }

  private static void check(boolean isTrue, String sentence) {
    if (!isTrue) {
      throw new IllegalStateException(sentence);
    }
  }

  /**
   * Joins a cluster inside this JVM.
   *
   * @throws DuplicateMemberException if a member has this name
   * @throws ClusterMismatchException if the cluster has another lease or other algorithms
   * @throws ClusterSuspendedException if it does not let this member in
   */
  public Baton local(LocalNetwork network) {
    return start(() -> network.cluster(cluster, agreed()).forMember(member, () -> {}));
  }

  /** Starts a cluster of this member alone. */
  public Baton local() {
    LocalNetwork network = new LocalNetwork();
    return start(() -> network.cluster(cluster, agreed()).forMember(member, network::close));
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

  Meters meters() {
    return registry == null ? Meters.NONE : new MicrometerMeters(registry, cluster, member);
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
