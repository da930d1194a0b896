package dev.baton.cluster.join;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import dev.baton.cluster.gate.Insistence;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Envoy;
import dev.baton.cluster.net.Greeting;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Question;
import dev.baton.cluster.net.Refused;
import dev.baton.cluster.net.Standing;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.LogLines;
import dev.baton.cluster.seat.LoggingWatcher;
import dev.baton.cluster.seat.Names;
import dev.baton.cluster.seat.Transport;
import dev.baton.cluster.seat.WallClock;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cluster over the network, as one member of it has it. */
public final class NetworkCluster implements Cluster {

  /**
   * What a voter's epoch store is opened with.
   *
   * @param addresses where the consensus of each voter listens
   * @param lease how long the holds of members are valid without a renewal
   * @param genesis what the chain begins with
   * @param replacesLostVoter whether the voter's directory is lost for good, and others should
   *     admit it as new
   */
  public record Consensus(
      String cluster,
      String voter,
      Map<String, InetSocketAddress> addresses,
      Path directory,
      Duration lease,
      EpochRecord genesis,
      boolean replacesLostVoter) {}

  /** Opens the epoch store of a voter. */
  public interface Stores {
    EpochStore open(Consensus consensus);

    /** What the directory says before it is opened. */
    default Kept kept(Path directory) {
      return Kept.NOTHING;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(LoggingWatcher.LOGGER);
  private static final long MILLI = 1_000_000;

  /** In seconds. */
  private static final long DAY = 86_400;

  /** Made in time: there may be no memory for it. */
  private static final Consumer<NetworkCluster> CLOSE = NetworkCluster::close;

  private static final Predicate<Reason> IS_MEETING = it -> it.kind() == Reason.Kind.MEETING;

  /** How long to wait before a question is asked again that came too early. */
  private static final long ASK_AGAIN_MILLIS = 20;

  private final Profile profile;
  private final Duration patience;
  private final Meters meters;
  private final LogLines lines;
  private final Rules rules;
  private final Timing timing;
  private final EpochRecord genesis;
  private final PeerNetwork network;
  private final Entrance entrance;
  private final AgreedKinds agreedKinds;

  /** The number of this process, in all its seats. */
  private final long start = new SecureRandom().nextLong();

  private final Meetings meetings;

  /** What the directory of a voter said when it started. */
  private final Kept kept;

  private final Map<String, Transport.Receiver> receivers = new ConcurrentHashMap<>();

  private final Looks looks = new Looks();

  /** What others see who look here. */
  private volatile Sight shown = page -> CompletableFuture.completedFuture(List.of());

  /** The seat that has the member's name; null before it is there. */
  private volatile @Nullable EventLoop first;

  /** Null at a member that is not a voter. */
  private @Nullable EpochStore store;

  /** Whether the others have been told which cluster this is; only for the first seat. */
  private boolean isIdentified;

  /** The highest epoch of another cluster, which gave way to this one; 0 if there was none. */
  private volatile long exceeded;

  /**
   * Waits until a majority of the voters knows this member, and opens the epoch store of a voter.
   *
   * @param directory where a voter keeps its state; null at others
   * @param replacesLostVoter whether what it had kept is lost for good
   * @param firstStartPatience how long the only voter of a cluster that has not begun yet waits for
   *     an answer from every peer
   */
  @SuppressWarnings("NullAway") // A voter has a directory.
  public NetworkCluster(
      Profile profile,
      List<Endpoint> peers,
      AdmittedNames admitted,
      Guard guard,
      Meters meters,
      @Nullable Path directory,
      boolean replacesLostVoter,
      Stores stores,
      Duration patience,
      Duration firstStartPatience,
      Rules rules) {
    this.profile = profile;
    this.rules = rules;
    this.patience = patience;
    this.meters = meters;
    lines = new LogLines(profile.name(), LOG);
    timing = Timing.forLease(profile.settings().leaseNanos(), MILLI);
    genesis = EpochRecord.genesis(profile.settings().voters(), profile.settings().choices());
    agreedKinds = new AgreedKinds(profile.name(), this::ask);
    boolean votes = genesis.isVoter(profile.name());
    kept = votes ? stores.kept(directory) : Kept.NOTHING;
    Entrance.check(profile, kept, directory);
    Function<Endpoint, @Nullable Greeting> envoy = new Envoy(profile, admitted, guard)::ask;
    meetings =
        new Meetings(profile.settings().cluster(), profile.name(), envoy, new Consequences(), LOG);
    network = new PeerNetwork(profile, peers, admitted, guard, new Arrivals());
    try {
      entrance = new Entrance(profile, kept, network, patience, envoy);
      VoterAddresses known = votes ? new VoterAddresses(directory) : null;
      if (votes) {
        network.admission().remember(known.read());
      }
      boolean isFirstStart = votes && !kept.hasBegun() && !replacesLostVoter;
      entrance.await(
          isFirstStart,
          isFirstStart && profile.isOnlyVoter() ? peers : List.of(),
          firstStartPatience);
      if (votes) {
        SortedMap<String, InetSocketAddress> addresses = network.admission().consensus();
        store =
            stores.open(
                new Consensus(
                    profile.settings().cluster(),
                    profile.name(),
                    addresses,
                    directory,
                    Duration.ofNanos(profile.settings().leaseNanos()),
                    genesis,
                    replacesLostVoter));
        // The directory is this process's own by now.
        known.write(addresses);
        store.remember(start);
        if (isFirstStart) {
          entrance.lookAgain();
        }
      }
    } catch (RuntimeException | Error e) {
      giveUp();
      throw e;
    }
  }

  /** An interrupt is kept for later: it would end the wait until the port is free. */
  private void giveUp() {
    boolean interrupted = Thread.interrupted();
    try {
      Insistence.insist(CLOSE, this);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public EventLoop loop(String seatName, EventLoop.Watcher watcher) {
    long now = EventLoop.clock();
    Seat seat = new Seat(seatName, 1, start);
    boolean isFirst = seatName.equals(profile.name());
    EpochStore mine = isFirst ? store : null;
    Member member =
        mine != null
            ? Member.startVoter(now, seat, Former.ended(mine.formers(), rules), timing, rules)
            : Member.start(now, seat, genesis, timing, rules);
    if (mine != null) {
      member.encounters().identify(UUID.randomUUID().toString());
    }
    EventLoop loop =
        new EventLoop(
            member,
            mine != null ? new Proposals(mine, lines, new AtomicLong()) : NO_STORE,
            // A voter looks more often: those who want to join wait for it.
            timing.heartbeat() / (mine != null ? 10 : 5),
            isFirst
                ? new LoggingWatcher(profile.name(), watcher, network::settle, this::opened)
                : watcher,
            this::objection,
            receiver -> attach(seatName, receiver));
    if (isFirst) {
      first = loop;
      loop.joined().thenRun(() -> EpochWarmUp.begin(mine));
    }
    return loop;
  }

  /** A record is installed. */
  private void opened(EpochRecord record) {
    network.sized(record.members().size() + record.voters().size());
    if (record.identity() != null && !isIdentified) {
      isIdentified = true;
      network.identified();
    }
    if (record.number() <= exceeded && record.reasons().stream().anyMatch(IS_MEETING)) {
      // Not by the seat's own thread: a log may block.
      Thread.ofVirtual().start(() -> complainOfNumber(record.number(), exceeded));
    }
  }

  private void complainOfNumber(long number, long highest) {
    LOG.error(
        "{}: epoch {} is not above {}, the highest of the cluster that gave way: fences here stay"
            + " below its; check the clocks of the voters",
        profile.name(),
        number,
        highest);
  }

  /** What comes of a meeting with another cluster. */
  private final class Consequences implements Meetings.Consequences {

    @Override
    public Standing standing() {
      EventLoop seat = first;
      EpochRecord newest = seat == null ? null : seat.record();
      Identity identity = newest == null ? null : newest.identity();
      Identity known = identity == null ? kept.identity() : identity;
      return known == null
          ? Standing.NONE
          : Standing.of(
              known,
              newest == null ? known.first() : newest.number(),
              seat != null && seat.acknowledges(),
              (newest == null ? genesis : newest).voters());
    }

    @Override
    public void tellVoters(Endpoint there) {
      for (String voter : voters()) {
        if (!voter.equals(profile.name())) {
          network.ask(voter, new Question.Met(there), Duration.ofSeconds(1));
        }
      }
    }

    private boolean votes() {
      return store != null && voters().contains(profile.name());
    }

    @Override
    public boolean giveWay(String why) {
      EventLoop seat = first;
      if (!votes() || seat == null) {
        return false;
      }
      seat.post(it -> it.encounters().giveWay());
      if (store instanceof VoterStore durable) {
        durable.suspend(why);
      }
      return true;
    }

    @Override
    public void exceed(long number) {
      EventLoop seat = first;
      EpochRecord newest = seat == null ? null : seat.record();
      if (!votes()
          || seat == null
          || newest == null
          || number <= Math.max(exceeded, newest.number() - 1)) {
        return;
      }
      exceeded = number;
      if (number >= WallClock.seconds() + DAY) {
        LOG.error(
            "{}: the cluster that gives way has used epoch {}, more than a day ahead of this"
                + " machine's clock: fences here stay below its; check the clocks",
            profile.name(),
            number);
      } else {
        seat.post(it -> it.encounters().exceed(number));
      }
    }
  }

  private Transport attach(String seat, Transport.Receiver receiver) {
    receivers.put(seat, receiver);
    return new Transport() {
      @Override
      public void send(Seat from, String to, int incarnation, Frame frame) {
        if (!Names.isSameMember(from.name(), to)) {
          network.send(Names.memberOf(to), from, to, incarnation, frame);
          return;
        }
        Transport.Receiver there = receivers.get(to);
        if (there != null) {
          there.receive(from, incarnation, frame);
        }
      }

      @Override
      public void close() {
        receivers.remove(seat, receiver);
      }
    };
  }

  /** What comes from other members. */
  private final class Arrivals implements PeerNetwork.Receiver {

    /** A seat speaks only over the connection of its member. */
    @Override
    public boolean receive(String member, Envelope envelope, int bytes) {
      Transport.Receiver receiver = receivers.get(envelope.to());
      return receiver != null
          && Names.memberOf(envelope.from().name()).equals(member)
          && receiver.receive(envelope.from(), envelope.incarnation(), envelope.frame(), bytes);
    }

    @Override
    public void refused(Refused why) {
      meters.refused(why.tag());
    }

    @Override
    public void dropped() {
      meters.dropped();
    }

    @Override
    public void log(Runnable line) {
      lines.run(line);
    }

    @Override
    public Standing standing() {
      return new Consequences().standing();
    }

    @Override
    public void met(Endpoint there) {
      meetings.hint(there, true);
    }

    /** Until there is an entrance it has not begun to wait. */
    @Override
    public boolean claimed(Endpoint there, Runnable then) {
      Entrance here = entrance;
      return here != null && here.claimed(there, then);
    }

    @Override
    public CompletableFuture<Answer> asked(String member, Question question) {
      if (!isInRecord(member)) {
        return CompletableFuture.completedFuture(new Answer.NotYet());
      }
      return switch (question) {
        case Question.Kind(String lock) ->
            CompletableFuture.completedFuture(agreedKinds.answer(lock));
        case Question.Met(Endpoint there) -> {
          meetings.hint(there, false);
          yield CompletableFuture.completedFuture(new Answer.Unknown());
        }
        case Question.Parts() -> looks.by(member, () -> shown.parts(null));
        case Question.Page page when page.isSound() -> looks.by(member, () -> shown.parts(page));
        case Question.Page page -> CompletableFuture.completedFuture(new Answer.Unknown());
      };
    }
  }

  /** Why a lock cannot be used at present; null if it can. */
  private @Nullable String objection(EpochRecord record, LockId lock) {
    if (network.isUniform()) {
      return null;
    }
    String algorithm = record.algorithm(lock).firstId();
    Set<String> apart = network.apart(algorithm);
    List<String> members =
        record.members().stream()
            .map(seat -> Names.memberOf(seat.name()))
            .distinct()
            .filter(apart::contains)
            .toList();
    return members.isEmpty()
        ? null
        : "its algorithm, "
            + algorithm
            + ", is missing at "
            + String.join(", ", members)
            + " or has another version there: run the same version of Baton on all members";
  }

  /** Whether the newest record here has a seat of this member, or its vote. */
  private boolean isInRecord(String member) {
    EventLoop seat = first;
    EpochRecord newest = seat == null ? null : seat.record();
    return newest != null
        && (newest.isVoter(member)
            || newest.members().stream().anyMatch(it -> Names.memberOf(it.name()).equals(member)));
  }

  @Override
  public void define(String lock, String kind, Supplier<List<String>> others) {
    agreedKinds.define(lock, kind, others);
  }

  @Override
  public void show(Sight sight) {
    shown = sight;
  }

  /** Asks again while the other has not heard of the epoch that this member came with. */
  private CompletableFuture<Answer> ask(String member, Question question, Duration wait) {
    return askUntil(System.nanoTime() + wait.toNanos(), member, question);
  }

  private CompletableFuture<Answer> askUntil(long deadline, String member, Question question) {
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    return network
        .ask(member, question, left)
        .thenCompose(
            answer ->
                answer instanceof Answer.NotYet && deadline - System.nanoTime() > 0
                    ? later().thenCompose(nothing -> askUntil(deadline, member, question))
                    : CompletableFuture.completedFuture(answer));
  }

  private static CompletableFuture<Void> later() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(ASK_AGAIN_MILLIS, TimeUnit.MILLISECONDS));
  }

  @Override
  public CompletableFuture<List<LockPart>> look(
      String member, Question.@Nullable Page page, Duration wait) {
    return ask(member, page == null ? new Question.Parts() : page, wait)
        .thenApply(
            answer -> {
              if (answer instanceof Answer.Parts(List<LockPart> locks)) {
                return locks;
              }
              throw new IllegalStateException(member + " does not tell.");
            });
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public boolean hasMajority() {
    List<String> voters = voters();
    return network.silent(voters).size() < (voters.size() + 1) / 2;
  }

  private List<String> voters() {
    EventLoop seat = first;
    EpochRecord newest = seat == null ? null : seat.record();
    return (newest == null ? genesis : newest).voters();
  }

  @Override
  public String advice() {
    String older = meetings.metOlder();
    if (older != null) {
      return older.substring(0, older.length() - 1);
    }
    List<String> voters = voters();
    List<String> silent = network.silent(voters);
    String who =
        silent.isEmpty()
            ? "all voters answer, and have not agreed on the next epoch yet"
            : "no answer from "
                + String.join(", ", silent)
                + (silent.size() == 1 ? ", one of" : ", " + silent.size() + " of")
                + " the "
                + voters.size()
                + " voters";
    return who + "; a majority of them must be up and reach each other" + entrance.unreached();
  }

  @Override
  public void close() {
    if (store instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException("Cannot close the epoch store: " + e + ".", e);
      } finally {
        network.close();
      }
    } else {
      network.close();
    }
  }

  /** A member that is not a voter proposes nothing. */
  private static final EpochStore NO_STORE =
      new EpochStore() {
        @Override
        public void propose(
            long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {}

        @Override
        public void latest(Consumer<@Nullable EpochRecord> answer) {}

        @Override
        public void onOpened(Consumer<EpochRecord> listener) {}
      };

  /** A record that is too large is not a reason to end a voter. */
  private record Proposals(EpochStore store, LogLines lines, AtomicLong tooLarge)
      implements EpochStore {
    @Override
    public void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {
      try {
        store.propose(expected, next, answer);
      } catch (IllegalArgumentException e) {
        // It is proposed again and again, until there is another one.
        if (tooLarge.getAndSet(next.number()) != next.number()) {
          lines.run(
              () ->
                  LOG.error(
                      "Cannot open epoch {} with {} members and {} locks: {}",
                      next.number(),
                      next.members().size(),
                      next.locks().size(),
                      e.getMessage()));
        }
      }
    }

    @Override
    public void latest(Consumer<@Nullable EpochRecord> answer) {
      store.latest(answer);
    }

    @Override
    public List<EpochRecord> recent() {
      return store.recent();
    }

    @Override
    public @Nullable String leader() {
      return store.leader();
    }

    @Override
    public void onOpened(Consumer<EpochRecord> listener) {
      store.onOpened(listener);
    }
  }
}
