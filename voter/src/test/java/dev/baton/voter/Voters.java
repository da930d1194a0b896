package dev.baton.voter;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.FreePorts;
import dev.baton.cluster.seat.WallClock;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The voters of one cluster in this JVM, on loopback, each with a directory under one root. */
final class Voters implements AutoCloseable {

  static final Path STORES = Path.of("../cluster/src/test/resources/tls");

  /** For what must happen; far longer than it takes. */
  static final long DEADLINE_SECONDS = 30;

  final EpochRecord genesis;
  final Map<String, InetSocketAddress> addresses = new TreeMap<>();
  final Map<String, RatisEpochStore> open = new TreeMap<>();
  private final Path root;
  private final Map<String, KeyFiles> tls = new TreeMap<>();

  /** Why somebody was refused by one of them, each time. */
  final Queue<String> refused = new ConcurrentLinkedQueue<>();

  /** What all voters take for the time of the day. */
  LongSupplier wallSeconds = WallClock::seconds;

  /** Where they write what they have to say. */
  Function<String, VoterLog> log = VoterLog::of;

  Voters(Path root, String... names) {
    this.root = root;
    genesis = EpochRecord.genesis(List.of(names), List.of(new Choice("*", "naimi-trehel")));
    for (String name : names) {
      addresses.put(name, new InetSocketAddress("127.0.0.1", FreePorts.next()));
    }
  }

  Path directory(String voter) {
    return root.resolve(voter);
  }

  void tls(String voter, KeyFiles stores) {
    tls.put(voter, stores);
  }

  /** Everybody gets a certificate in its own name. */
  Voters withTls() {
    addresses.keySet().forEach(voter -> tls(voter, keys(voter)));
    return this;
  }

  /** A key with a certificate by the authority that the voters trust; by another for stranger. */
  static KeyFiles keys(String name) {
    return new KeyFiles(STORES.resolve(name + ".p12"), STORES.resolve("trust.p12"), "for-tests");
  }

  VoterSettings settings(String voter) {
    return new VoterSettings("orders", voter, addresses, directory(voter), tls.get(voter), genesis);
  }

  RatisEpochStore open(String voter) {
    RatisEpochStore store =
        RatisEpochStore.open(settings(voter), refused::add, wallSeconds, log.apply(voter));
    open.put(voter, store);
    return store;
  }

  Voters openAll() throws Exception {
    addresses.keySet().forEach(this::open);
    for (RatisEpochStore store : open.values()) {
      ready(store);
    }
    return this;
  }

  static void ready(RatisEpochStore store) throws Exception {
    store.ready().toCompletableFuture().get(DEADLINE_SECONDS, SECONDS);
  }

  RatisEpochStore get(String voter) {
    return open.get(voter);
  }

  void close(String voter) {
    open.remove(voter).close();
  }

  /** The leader that all open voters agree on. */
  String leader() {
    await(
        () ->
            open.values().stream().map(RatisEpochStore::leader).distinct().count() == 1
                && open.containsKey(String.valueOf(open.values().iterator().next().leader())));
    return open.values().iterator().next().leader();
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within " + DEADLINE_SECONDS + " s.");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  static EpochRecord next(EpochRecord before, String author) {
    return next(before, author, 1);
  }

  /** A record that can follow; authors tell apart what they propose. */
  static EpochRecord next(EpochRecord before, String author, int step) {
    TreeMap<String, Integer> floor = new TreeMap<>(Map.of(author, 1));
    return new EpochRecord(
        before.number() + step,
        before.hash(),
        List.of(),
        new TreeMap<>(),
        before.voters(),
        before.choices(),
        floor,
        List.of(),
        0);
  }

  static CompletableFuture<EpochRecord> propose(
      RatisEpochStore store, EpochRecord before, EpochRecord next) {
    CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
    store.propose(before.number(), next, answer::complete);
    return answer;
  }

  static CompletableFuture<EpochRecord> latest(RatisEpochStore store) {
    CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
    store.latest(answer::complete);
    return answer;
  }

  static <T> T soon(CompletableFuture<T> answer) throws Exception {
    return answer.get(DEADLINE_SECONDS, SECONDS);
  }

  /** Proposes one record after the other through a voter; returns the last. */
  static EpochRecord extend(RatisEpochStore store, EpochRecord from, int times) throws Exception {
    EpochRecord last = from;
    for (int i = 0; i < times; i++) {
      EpochRecord next = next(last, "x");
      if (!soon(propose(store, last, next)).equals(next)) {
        throw new AssertionError("Somebody else has proposed.");
      }
      last = next;
    }
    return last;
  }

  void closeAll() {
    open.values().forEach(RatisEpochStore::close);
    open.clear();
  }

  @Override
  public void close() {
    closeAll();
  }
}
