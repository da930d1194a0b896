package dev.baton.cluster.join;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.net.Admission.Outcome;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Question;
import dev.baton.cluster.net.Refused;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.LoggingWatcher;
import dev.baton.cluster.seat.Names;
import dev.baton.cluster.seat.Transport;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
   * @param genesis what the chain begins with
   * @param replacesLostVoter whether the voter's directory is lost for good, and others should
   *     admit it as new
   */
  public record Consensus(
      String cluster,
      String voter,
      Map<String, InetSocketAddress> addresses,
      Path directory,
      EpochRecord genesis,
      boolean replacesLostVoter) {}

  /** Opens the epoch store of a voter. */
  public interface Stores {
    EpochStore open(Consensus consensus);
  }

  private static final Logger LOG = LoggerFactory.getLogger(LoggingWatcher.LOGGER);
  private static final long MILLI = 1_000_000;

  /** How long to wait before a question is asked again that came too early. */
  private static final long ASK_AGAIN_MILLIS = 20;

  private final Profile profile;
  private final Duration patience;
  private final Meters meters;
  private final Rules rules;
  private final Timing timing;
  private final EpochRecord genesis;
  private final PeerNetwork network;
  private final AgreedKinds agreedKinds;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Transport.Receiver> receivers = new ConcurrentHashMap<>();

  /** What others see who look here. */
  private volatile Sight shown = page -> CompletableFuture.completedFuture(List.of());

  /** The seat that has the member's name; null before it is there. */
  private volatile @Nullable EventLoop first;

  /** Null at a member that is not a voter. */
  private @Nullable EpochStore store;

  /**
   * Waits until a majority of the voters knows this member, and opens the epoch store of a voter.
   *
   * @param directory where a voter keeps its state; null at others
   * @param replacesLostVoter whether what it had kept is lost for good
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
      Rules rules) {
    this.profile = profile;
    this.rules = rules;
    this.patience = patience;
    this.meters = meters;
    timing = timing(profile.settings().leaseNanos());
    genesis = EpochRecord.genesis(profile.settings().voters(), profile.settings().choices());
    agreedKinds = new AgreedKinds(profile.name(), this::ask);
    EpochWarmUp.once();
    network = new PeerNetwork(profile, peers, admitted, guard, new Arrivals());
    try {
      boolean votes = genesis.isVoter(profile.name());
      VoterAddresses kept = votes ? new VoterAddresses(directory) : null;
      if (votes) {
        network.admission().remember(kept.read());
      }
      await();
      if (votes) {
        SortedMap<String, InetSocketAddress> addresses = network.admission().consensus();
        kept.write(addresses);
        store =
            stores.open(
                new Consensus(
                    profile.settings().cluster(),
                    profile.name(),
                    addresses,
                    directory,
                    genesis,
                    replacesLostVoter));
        EpochWarmUp.propose(store);
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Timing timing(long lease) {
    long heartbeat = lease < 2000 * MILLI ? 250 * MILLI : 500 * MILLI;
    long suspectAfter = 3 * heartbeat + 100 * MILLI;
    return new Timing(heartbeat, lease, 250 * MILLI, suspectAfter, 250 * MILLI, 1000, 10 * MILLI);
  }

  private void await() {
    Outcome outcome;
    try {
      outcome = network.admission().await(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Kind.SUSPENDED, "Member " + profile.name() + " was interrupted.");
    }
    switch (outcome) {
      case Outcome.Admitted() -> {}
      case Outcome.NameTaken(Endpoint by) ->
          throw new Refusal(
              Refusal.Kind.NAME_TAKEN,
              "Cluster "
                  + profile.settings().cluster()
                  + " already has a member '"
                  + profile.name()
                  + "', according to "
                  + by
                  + ": use another name.");
      case Outcome.Mismatch(String member, String difference) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: its settings differ from those of "
                  + member
                  + " ("
                  + difference
                  + "). Give all members the same cluster, lease, voters and algorithms.");
      case Outcome.OtherProtocol(String member, String difference) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: it has no version of the protocol in common with "
                  + member
                  + " ("
                  + difference
                  + "). Upgrade the older of the two.");
      case Outcome.NotAdmitted(Endpoint by) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: its name is not among those that may join, according to "
                  + by
                  + ". Add it to members(…) there.");
      case Outcome.NotTrusted(Endpoint by) ->
          throw new IllegalStateException(
              by
                  + " does not trust the certificate of member "
                  + profile.name()
                  + ": its common name must be the member's name, and the trust store there must"
                  + " contain its issuer.");
      case Outcome.Late(var missing) ->
          throw new Refusal(
              Refusal.Kind.SUSPENDED,
              "Member "
                  + profile.name()
                  + " could not join within "
                  + patience.toSeconds()
                  + " s: voters "
                  + missing
                  + " did not admit it"
                  + unreached()
                  + ". Start them, and check addresses and keys; the first start needs all"
                  + " voters.");
    }
  }

  private String unreached() {
    SortedMap<Endpoint, String> failures = network.failures();
    return failures.isEmpty() ? "" : "; not reached: " + failures;
  }

  @Override
  public EventLoop loop(String seatName, EventLoop.Watcher watcher) {
    long now = EventLoop.clock();
    Seat seat = new Seat(seatName, 1, random.nextLong());
    boolean isFirst = seatName.equals(profile.name());
    EpochStore mine = isFirst ? store : null;
    Member member =
        mine != null
            ? Member.startVoter(now, seat, timing, rules)
            : Member.start(now, seat, genesis, timing, rules);
    EventLoop loop =
        new EventLoop(
            member,
            mine != null ? new Proposals(mine) : NO_STORE,
            timing.heartbeat() / 10,
            isFirst
                ? new LoggingWatcher(
                    profile.name(),
                    watcher,
                    network::settle,
                    it -> network.sized(it.members().size() + it.voters().size()))
                : watcher,
            this::objection,
            receiver -> attach(seatName, receiver));
    if (isFirst) {
      first = loop;
    }
    return loop;
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
    public CompletableFuture<Answer> asked(String member, Question question) {
      if (!isInRecord(member)) {
        return CompletableFuture.completedFuture(new Answer.NotYet());
      }
      return switch (question) {
        case Question.Kind(String lock) ->
            CompletableFuture.completedFuture(agreedKinds.answer(lock));
        case Question.Parts() -> shown.parts(null).thenApply(Answer.Parts::new);
        case Question.Page page -> shown.parts(page).thenApply(Answer.Parts::new);
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
    long deadline = System.nanoTime() + wait.toNanos();
    return network
        .ask(member, question, wait)
        .thenCompose(
            answer -> {
              long left = deadline - System.nanoTime();
              return answer instanceof Answer.NotYet && left > 0
                  ? askLater(member, question, Duration.ofNanos(left))
                  : CompletableFuture.completedFuture(answer);
            });
  }

  private CompletableFuture<Answer> askLater(String member, Question question, Duration left) {
    Executor later = CompletableFuture.delayedExecutor(ASK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(nothing -> ask(member, question, left));
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
    return who + "; a majority of them must be up and reach each other" + unreached();
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
  private record Proposals(EpochStore store) implements EpochStore {
    @Override
    public void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {
      try {
        store.propose(expected, next, answer);
      } catch (IllegalArgumentException e) {
        LOG.error(
            "Cannot open epoch {} with {} locks: {}",
            next.number(),
            next.locks().size(),
            e.getMessage());
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
