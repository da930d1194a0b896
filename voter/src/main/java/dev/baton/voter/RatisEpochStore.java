package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.gate.Insistence;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.join.VoterStore;
import dev.baton.cluster.join.VoterStoreProvider;
import dev.baton.cluster.seat.WallClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.protocol.RaftPeerId;

/**
 * The chain of epoch records, kept by a majority of the voters on their disks.
 *
 * <p>No call blocks. Answers and records are told by one thread of the store, in order. A question
 * is asked again until it is answered or the store is closed, of whoever is the leader then; a
 * compare-and-set that is repeated has the same outcome.
 *
 * <p>The group is formed when all voters of a cluster have heard of each other, at its first start;
 * from then on a majority is enough. A voter that has lost its directory is kept out, unless it is
 * started as a replacement: then the others put its new store in the place of the lost one.
 */
public final class RatisEpochStore implements VoterStore {

  private static final long PATIENCE_TO_END_MILLIS = 200;
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);

  /** Made in time: there may be no memory for it. */
  private static final Consumer<Runnable> RUN = Runnable::run;

  private final VoterSettings settings;
  private final StateDirectory directory;
  private final Lives lives;
  private final Formation formation;
  private final Exchange exchange;
  private final ConsensusPort port;
  private final ChainMachine machine;
  private final Engine engine;
  private final Screening screening;
  private final Set<String> others;
  private final Pulse pulse;
  private final VoterLog log;
  private final StoreLoop loop;
  private final Questions questions;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final List<Consumer<EpochRecord>> listeners = new CopyOnWriteArrayList<>();

  /** Belongs to the loop. */
  private final List<Consumer<String>> failureListeners = new ArrayList<>();

  /** There may be another leader. */
  private final StoreLoop.Alarm election;

  /** This voter belongs to the group. */
  private final StoreLoop.Alarm start;

  private final Watch watch;

  /** This voter cannot go on. */
  private final StoreLoop.Alarm end;

  /** Why it cannot, and the same in a sentence. */
  private volatile Throwable problem;

  private volatile String failure;
  private volatile boolean closed;

  /** What there is to close. Made in time, as the threads are that close it. */
  private final List<Runnable> parts;

  private final Thread stop;
  private final Thread closing;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Does what {@link VoterStoreProvider#open} promises. */
  public static RatisEpochStore open(VoterSettings settings, Consumer<String> refused) {
    return open(settings, refused, WallClock::seconds, VoterLog.of(settings.voter()));
  }

  /** The same, with nobody who counts refusals. */
  public static RatisEpochStore open(VoterSettings settings) {
    return open(settings, reason -> {});
  }

  /** With another wall clock than this machine's, and another log. */
  static RatisEpochStore open(
      VoterSettings settings, Consumer<String> counter, LongSupplier wallSeconds, VoterLog log) {
    // The threads of Ratis are daemons if those are that start them: then a voter that nobody has
    // closed does not keep its JVM alive. They are also in the same group.
    EngineThreads threads = new EngineThreads(settings.voter(), log);
    CompletableFuture<RatisEpochStore> opened =
        CompletableFuture.supplyAsync(
            () -> start(settings, counter, wallSeconds, log, threads),
            task -> threads.daemon("baton-open-", task).start());
    try {
      return opened.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  private static RatisEpochStore start(
      VoterSettings settings,
      Consumer<String> counter,
      LongSupplier wallSeconds,
      VoterLog log,
      EngineThreads threads) {
    RatisSafeguards.apply();
    RefusedCalls refused =
        new RefusedCalls(counter, RefusedCalls.toLog(log.writer()), System::nanoTime);
    GrpcTlsConfig tls =
        settings.tls() == null ? null : GrpcTls.config(settings.tls(), settings.cluster());
    StateDirectory directory = new StateDirectory(settings, Engine.log(settings));
    try {
      return new RatisEpochStore(settings, tls, directory, refused, wallSeconds, log, threads);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw new IllegalStateException(
          "Voter "
              + settings.voter()
              + " cannot start at "
              + Roster.text(settings.address())
              + ": "
              + rootOf(e)
              + ".",
          e);
    } catch (Error e) {
      directory.close();
      throw e;
    }
  }

  private static Throwable rootOf(Throwable failure) {
    return failure.getCause() == null ? failure : rootOf(failure.getCause());
  }

  private RatisEpochStore(
      VoterSettings settings,
      GrpcTlsConfig tls,
      StateDirectory directory,
      RefusedCalls refused,
      LongSupplier wallSeconds,
      VoterLog log,
      EngineThreads threads)
      throws IOException {
    this.settings = settings;
    this.directory = directory;
    this.log = log;
    String voter = settings.voter();
    lives = new Lives(settings.directory(), log.writer());
    loop = new StoreLoop(voter, log, System::nanoTime);
    end = loop.alarm(this::tellFailure);
    start = loop.alarm(this::started);
    watch = new Watch(settings, loop, log, new Watched());
    questions =
        new Questions(
            voter,
            loop,
            log,
            new Asked(),
            settings.electionTimeout().plus(settings.electionTimeout()),
            LONGEST_PATIENCE);
    election = loop.alarm(questions::askAll);
    machine = new ChainMachine(settings.genesis(), new Events());
    formation = new Formation(settings, directory, loop, new Steps());
    exchange = new Exchange(voter, tls, refused, formation::address);
    port = new ConsensusPort(settings, refused, log);
    RaftPeerId self = Roster.id(voter, directory.store());
    try {
      engine =
          new Engine(
              settings,
              self,
              formation.roster(),
              machine,
              tls,
              Exchange.services(settings, self, port, refused, new Answers()));
    } catch (IOException | RuntimeException | Error e) {
      exchange.close();
      port.close();
      throw e;
    }
    parts = List.of(engine::close, exchange::close, port::close, directory::close);
    stop = threads.daemon("baton-stop-", () -> finish(parts.getFirst()));
    closing = threads.daemon("baton-end-", this::closeAll);
    screening = new Screening(machine, engine, wallSeconds);
    formation.use(engine, exchange);
    others = new TreeSet<>(settings.voters().keySet());
    others.remove(voter);
    pulse = new Pulse(Pulse.between(voter, exchange, engine, log), loop::run, System::nanoTime);
    try {
      loop.start();
      engine.start();
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
    threads.onEnded(this::failed);
    formation.begin();
  }

  /** What others are answered. */
  private final class Answers implements Exchange.Answers {
    @Override
    public CompletableFuture<byte[]> hello(String caller, byte[] request) {
      return formation.hello(caller, request);
    }

    @Override
    public CompletableFuture<byte[]> submit(String caller, byte[] request) {
      return screening.submit(request);
    }

    @Override
    public CompletableFuture<byte[]> admit(String caller, byte[] request) {
      return formation.admit(caller, request);
    }
  }

  /** What forming the group needs of the store. */
  private final class Steps implements Formation.Store {
    @Override
    public void started() {
      start.set(0);
    }

    @Override
    public void fail(String sentence, Throwable cause) {
      RatisEpochStore.this.fail(sentence, cause);
    }

    @Override
    public void failed(Throwable problem) {
      RatisEpochStore.this.failed(problem);
    }

    @Override
    public boolean hasFailed() {
      return failure != null;
    }
  }

  private void started() {
    try {
      directory.started();
    } catch (IllegalStateException e) {
      fail(e.getMessage(), e);
      return;
    }
    ready.complete(null);
    election.set(0);
    watch.begin();
  }

  /** The directory of a voter that takes the place of a lost one says nothing of that one. */
  @Override
  public List<Former> formers() {
    return settings.replacesLostVoter() ? List.of() : lives.formers();
  }

  @Override
  public void remember(long start) {
    lives.remember(start);
  }

  @Override
  public CompletionStage<Void> ready() {
    return ready.minimalCompletionStage();
  }

  // Questions.

  /** What questions need of the store. */
  private final class Asked implements Questions.Surroundings {
    @Override
    public CompletableFuture<byte[]> submit(byte[] command) {
      return RatisEpochStore.this.submit(command);
    }

    @Override
    public EpochRecord after(long number) {
      return machine.after(number);
    }

    @Override
    public void fail(String sentence, Throwable cause) {
      RatisEpochStore.this.fail(sentence, cause);
    }

    @Override
    public boolean hasFailed() {
      return failure != null;
    }
  }

  private CompletableFuture<byte[]> submit(byte[] command) {
    String leader = engine.leader();
    if (leader == null) {
      return CompletableFuture.failedFuture(new IOException("There is no leader."));
    }
    try {
      return leader.equals(settings.voter())
          ? screening.submit(command)
          : exchange.submit(leader, command, LONGEST_PATIENCE);
    } catch (RuntimeException e) {
      // Ratis is closing, or was.
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void propose(long expected, EpochRecord next, Consumer<EpochRecord> answer) {
    if (next.number() <= expected) {
      throw new IllegalArgumentException(
          "Epoch " + next.number() + " does not follow epoch " + expected + ".");
    }
    questions.ask(new Command.Propose(expected, next), answer);
  }

  @Override
  public void latest(Consumer<EpochRecord> answer) {
    questions.ask(new Command.Latest(), answer);
  }

  @Override
  public List<EpochRecord> recent() {
    return machine.records();
  }

  /** Tells every record from now on, including those that this voter hears of late. */
  @Override
  public void onOpened(Consumer<EpochRecord> listener) {
    listeners.add(listener);
  }

  /** What a watch looks at. */
  private final class Watched implements Watch.Surroundings {
    @Override
    public boolean isOver() {
      return closed || failure != null;
    }

    @Override
    public boolean isCutOff() {
      return port.hasEnded() || exchange.hasEnded();
    }

    @Override
    public void fail(String sentence) {
      RatisEpochStore.this.fail(sentence, null);
    }

    @Override
    public boolean isStuck() {
      return engine.isStuck(System.nanoTime());
    }

    @Override
    public void stepDown() {
      engine.stepDown();
    }

    @Override
    public void askOthers() {
      pulse.ask(others);
    }
  }

  // What others tell.

  /** The directory says from now on which cluster this is. */
  private void identify(EpochRecord record) {
    if (record.identity() != null && failure == null) {
      try {
        directory.identify(record.identity());
      } catch (IllegalStateException e) {
        fail(e.getMessage(), e);
      }
    }
  }

  @Override
  public void suspend(String why) {
    loop.run(
        () -> {
          try {
            directory.suspend(why);
          } catch (IllegalStateException e) {
            fail(e.getMessage(), e);
          }
        });
  }

  private void opened(EpochRecord record) {
    loop.run(
        () -> {
          identify(record);
          questions.answerFromChain();
          listeners.forEach(listener -> loop.tell(listener, record));
        });
  }

  private void enlisted(Roster voters) {
    loop.run(() -> formation.enlisted(voters));
  }

  /** Told by threads of Ratis, which have nothing else to do while there is no memory for it. */
  private final class Events implements ChainMachine.Listener {
    private final Consumer<EpochRecord> opening = RatisEpochStore.this::opened;
    private final Consumer<Roster> enlisting = RatisEpochStore.this::enlisted;

    @Override
    public void opened(EpochRecord record) {
      Insistence.insist(opening, record);
    }

    @Override
    public void leaderChanged() {
      election.set(0);
    }

    @Override
    public void enlisted(Roster voters) {
      Insistence.insist(enlisting, voters);
    }

    @Override
    public void failed(Throwable cause) {
      RatisEpochStore.this.failed(cause);
    }
  }

  // The end.

  /** The engine has a problem; on any thread, and without memory. */
  private void failed(Throwable cause) {
    if (!closed && problem == null) {
      problem = cause;
      end.set(0);
    }
  }

  /** On the loop. */
  private void fail(String sentence, Throwable cause) {
    if (failure == null) {
      problem = cause;
      failure = sentence;
      end.set(0);
    }
  }

  /** Tells of the end; done once more if there was no memory for all of it. */
  private void tellFailure() {
    if (failure == null) {
      Throwable root = rootOf(problem);
      failure =
          "Voter "
              + settings.voter()
              + " has stopped ("
              + root
              + "): see that "
              + (root instanceof VirtualMachineError
                  ? "its process has enough memory"
                  : "its state directory " + settings.directory() + " is writable, with space left")
              + ", and start it again.";
    }
    ready.completeExceptionally(new IllegalStateException(failure, problem));
    while (!failureListeners.isEmpty()) {
      loop.tell(failureListeners.getFirst(), failure);
      failureListeners.removeFirst();
    }
    // A leader that cannot write would go on telling the others that it leads.
    if (stop.getState() == Thread.State.NEW) {
      stop.start();
    }
  }

  @Override
  public void onFailed(Consumer<String> listener) {
    loop.run(
        () -> {
          if (failure == null) {
            failureListeners.add(listener);
          } else {
            listener.accept(failure);
          }
        });
  }

  /** The records that are kept here, as far as this voter has heard. */
  List<EpochRecord> records() {
    return machine.records();
  }

  /** The leader as far as this voter knows, or null. */
  @Override
  public String leader() {
    return engine.leader();
  }

  /** What it is doing, for people. */
  @Override
  public String toString() {
    String state =
        failure != null
            ? "has stopped: " + failure
            : closed
                ? "is closed"
                : !ready.isDone()
                    ? formation.state()
                    : "knows " + (leader() == null ? "no leader" : "the leader " + leader());
    return "Voter " + settings.voter() + " of " + settings.cluster() + " " + state;
  }

  /** Waits only a moment for Ratis; port and directory are free when its threads have ended. */
  @Override
  public void close() {
    closed = true;
    directory.ends();
    loop.close();
    if (closing.getState() == Thread.State.NEW) {
      closing.start();
    }
    ended.completeOnTimeout(null, PATIENCE_TO_END_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  private void closeAll() {
    for (int i = 0; i < parts.size(); i++) {
      finish(parts.get(i));
    }
    ended.complete(null);
  }

  /** What cannot be closed keeps nothing else from being closed. */
  private void finish(Runnable part) {
    try {
      Insistence.insist(RUN, part);
    } catch (RuntimeException | Error e) {
      log.complain(settings.voter(), "something could not be closed", e);
    }
  }
}
