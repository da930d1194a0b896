package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.join.VoterStore;
import dev.baton.cluster.join.VoterStoreProvider;
import dev.baton.cluster.seat.WallClock;
import dev.baton.cluster.wire.WireException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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

  private static final long PAUSE_MILLIS = 20;
  private static final long PATIENCE_TO_END_MILLIS = 200;
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);

  /** While a record is not chosen, nothing can be granted: so often that is said. */
  private static final Duration COMPLAINT = Duration.ofSeconds(10);

  private final VoterSettings settings;
  private final VoterLog log;
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
  private final ScheduledThreadPoolExecutor loop;
  private final Duration firstPatience;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final List<Consumer<EpochRecord>> listeners = new CopyOnWriteArrayList<>();

  /** Belongs to the loop. */
  private final List<Consumer<String>> failureListeners = new ArrayList<>();

  /** What is not answered yet; belongs to the loop. */
  private final Map<Command, Question> questions = new LinkedHashMap<>();

  private volatile String failure;
  private volatile boolean closed;

  /** Closes what takes long. There may be no memory for it when it is needed. */
  private final Thread end;

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
    // closed does not keep its JVM alive.
    CompletableFuture<RatisEpochStore> opened =
        CompletableFuture.supplyAsync(
            () -> start(settings, counter, wallSeconds, log),
            task ->
                Thread.ofPlatform().daemon().name("baton-open-" + settings.voter()).start(task));
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
      VoterSettings settings, Consumer<String> counter, LongSupplier wallSeconds, VoterLog log) {
    RatisSafeguards.apply();
    RefusedCalls refused = new RefusedCalls(counter, log.writer(), System::nanoTime);
    GrpcTlsConfig tls =
        settings.tls() == null ? null : GrpcTls.config(settings.tls(), settings.cluster());
    StateDirectory directory = new StateDirectory(settings, Engine.log(settings));
    try {
      return new RatisEpochStore(settings, tls, directory, refused, wallSeconds, log);
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
      VoterLog log)
      throws IOException {
    this.settings = settings;
    this.log = log;
    this.directory = directory;
    end = Thread.ofPlatform().daemon().name("baton-end-" + settings.voter()).unstarted(this::end);
    lives = new Lives(settings.directory(), log.writer());
    firstPatience = settings.electionTimeout().plus(settings.electionTimeout());
    loop =
        new ScheduledThreadPoolExecutor(
            1,
            task ->
                Thread.ofPlatform()
                    .daemon()
                    .name("baton-epochs-" + settings.voter())
                    .unstarted(task));
    loop.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    machine = new ChainMachine(settings.genesis(), new Events());
    formation = new Formation(settings, directory, new Steps());
    exchange = new Exchange(settings.voter(), tls, formation::address);
    port = new ConsensusPort(settings.voter(), refused, log);
    RaftPeerId self = Roster.id(settings.voter(), directory.store());
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
      loop.shutdown();
      exchange.close();
      port.close();
      throw e;
    }
    screening = new Screening(machine, engine, wallSeconds);
    formation.use(engine, exchange);
    others = new TreeSet<>(settings.voters().keySet());
    others.remove(settings.voter());
    pulse =
        new Pulse(
            Pulse.between(settings.voter(), exchange, engine, log), this::run, System::nanoTime);
    try {
      engine.start();
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
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
    public void run(Runnable task) {
      RatisEpochStore.this.run(task);
    }

    @Override
    public void later(long millis, Runnable task) {
      RatisEpochStore.this.later(millis, task);
    }

    @Override
    public void started() {
      try {
        directory.started();
      } catch (IllegalStateException e) {
        fail(e.getMessage(), e);
        return;
      }
      ready.complete(null);
      leaderChanged();
      keepWatch();
    }

    @Override
    public void fail(String sentence, Throwable cause) {
      RatisEpochStore.this.fail(sentence, cause);
    }

    @Override
    public void failed(Throwable problem) {
      new Events().failed(problem);
    }

    @Override
    public boolean hasFailed() {
      return failure != null;
    }
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

  /** Who wants the answer to one command, in the order in which they have asked. */
  private final class Question {
    /** What is asked: the command, or the same with a number that the leader has told. */
    private Command asked;

    private byte[] bytes;
    private final List<Consumer<EpochRecord>> askers = new ArrayList<>();
    private long answered;
    private long attempts;
    private long complainedAt = System.nanoTime();

    /** Doubled whenever it was not enough, so that a slow voter does not get ever more to do. */
    private long patienceMillis = firstPatience.toMillis();

    Question(Command command) {
      ask(command);
    }

    private void ask(Command command) {
      asked = command;
      bytes = VoterCodecs.encode(VoterCodecs.COMMANDS, command);
    }

    private long count() {
      return answered + askers.size();
    }

    private void complain(Throwable problem) {
      long now = System.nanoTime();
      if (problem != null
          && asked instanceof Command.Propose(long expected, EpochRecord next)
          && now - complainedAt > COMPLAINT.toNanos()) {
        complainedAt = now;
        log.say(
            log ->
                log.warn(
                    "{}: epoch {} is tried again and again, but not chosen: {}",
                    settings.voter(),
                    next.number(),
                    problem.getMessage()));
      }
    }

    /** Answers those who had asked when the attempt began: later ones may expect more of it. */
    void answer(long upTo, EpochRecord record) {
      while (answered < upTo) {
        Consumer<EpochRecord> asker = askers.removeFirst();
        answered++;
        runSafely(() -> asker.accept(record));
      }
    }
  }

  private void ask(Command command, Consumer<EpochRecord> answer) {
    Question fresh = new Question(command);
    run(
        () -> {
          Question question = questions.computeIfAbsent(command, it -> fresh);
          question.askers.add(answer);
          if (question == fresh) {
            attempt(command, question);
          }
        });
  }

  /** Asks once; an answer that comes after another attempt has begun is as good. */
  private void attempt(Command command, Question question) {
    long number = ++question.attempts;
    long upTo = question.count();
    Command asked = question.asked;
    later(question.patienceMillis, () -> lostPatience(command, question, number));
    submit(question.bytes)
        .whenComplete(
            (bytes, problem) ->
                run(
                    () -> {
                      if (problem == null && !renumbered(asked, question, bytes)) {
                        answered(command, asked, question, upTo, bytes);
                      } else {
                        question.complain(problem);
                        later(PAUSE_MILLIS, () -> again(command, question, number));
                      }
                    }));
  }

  private void lostPatience(Command command, Question question, long number) {
    if (question.attempts == number) {
      question.patienceMillis = Math.min(2 * question.patienceMillis, LONGEST_PATIENCE.toMillis());
      again(command, question, number);
    }
  }

  /** What follows an epoch follows it for ever: those who ask for it need not wait any longer. */
  private void answerFromChain() {
    for (Map.Entry<Command, Question> entry : List.copyOf(questions.entrySet())) {
      if (entry.getKey() instanceof Command.Propose(long expected, EpochRecord next)) {
        EpochRecord winner = machine.after(expected);
        if (winner != null) {
          Question question = entry.getValue();
          questions.remove(entry.getKey());
          question.answer(question.count(), winner);
        }
      }
    }
  }

  /**
   * Builds the record again with another number, if the leader says that it is too far ahead.
   * Nothing else in a record depends on its number.
   */
  private static boolean renumbered(Command asked, Question question, byte[] bytes) {
    OptionalLong instead = VoterCodecs.anotherNumber(bytes);
    if (instead.isEmpty()) {
      return false;
    }
    long number = instead.getAsLong();
    if (question.asked.equals(asked)
        && asked instanceof Command.Propose(long expected, EpochRecord next)
        && number > expected
        && number < next.number()) {
      question.ask(new Command.Propose(expected, next.numbered(number)));
    }
    return true;
  }

  private void answered(
      Command command, Command asked, Question question, long upTo, byte[] bytes) {
    try {
      EpochRecord record = VoterCodecs.answer(asked, bytes);
      boolean isForEver = command instanceof Command.Propose && record != null;
      question.answer(isForEver ? question.count() : upTo, record);
    } catch (WireException e) {
      fail("The leader sends what this voter does not understand: " + e.getMessage(), e);
      return;
    }
    if (question.askers.isEmpty()) {
      questions.remove(command, question);
    } else {
      again(command, question, question.attempts);
    }
  }

  /** Tries once more, unless the question is answered or somebody else has tried meanwhile. */
  private void again(Command command, Question question, long number) {
    if (!question.askers.isEmpty() && question.attempts == number && failure == null) {
      attempt(command, question);
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

  private void leaderChanged() {
    for (Map.Entry<Command, Question> entry : List.copyOf(questions.entrySet())) {
      attempt(entry.getKey(), entry.getValue());
    }
  }

  @Override
  public void propose(long expected, EpochRecord next, Consumer<EpochRecord> answer) {
    if (next.number() <= expected) {
      throw new IllegalArgumentException(
          "Epoch " + next.number() + " does not follow epoch " + expected + ".");
    }
    ask(new Command.Propose(expected, next), answer);
  }

  @Override
  public void latest(Consumer<EpochRecord> answer) {
    ask(new Command.Latest(), answer);
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

  /** Looks after the connections to others, and after the disk while this voter leads. */
  private void keepWatch() {
    if (closed || failure != null || others.isEmpty()) {
      return;
    }
    // First: whatever comes of this time, there is another.
    later(Pulse.PERIOD_MILLIS, this::keepWatch);
    pulse.ask(others);
    if (engine.isStuck(System.nanoTime())) {
      log.say(
          log ->
              log.warn(
                  "{}: another voter must lead, because the disk of {} hangs while others can"
                      + " write",
                  settings.voter(),
                  settings.directory()));
      engine.stepDown();
    }
  }

  // The loop, and the end.

  private void run(Runnable task) {
    try {
      loop.execute(() -> runSafely(task));
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: nobody waits for it.
    }
  }

  private void later(long millis, Runnable task) {
    try {
      loop.schedule(() -> runSafely(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: nobody waits for it.
    }
  }

  /** One that fails does not keep others from being told. */
  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

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
    run(
        () -> {
          try {
            directory.suspend(why);
          } catch (IllegalStateException e) {
            fail(e.getMessage(), e);
          }
        });
  }

  /** Told by threads of Ratis. */
  private final class Events implements ChainMachine.Listener {
    @Override
    public void opened(EpochRecord record) {
      run(
          () -> {
            identify(record);
            answerFromChain();
            listeners.forEach(listener -> runSafely(() -> listener.accept(record)));
          });
    }

    @Override
    public void leaderChanged() {
      run(RatisEpochStore.this::leaderChanged);
    }

    @Override
    public void enlisted(Roster voters) {
      run(() -> formation.enlisted(voters));
    }

    @Override
    public void failed(Throwable cause) {
      if (!closed) {
        String sentence =
            "Voter "
                + settings.voter()
                + " has stopped ("
                + rootOf(cause)
                + "): see that its state directory "
                + settings.directory()
                + " is writable, with space left, and start it again.";
        run(() -> fail(sentence, cause));
      }
    }
  }

  private void fail(String sentence, Throwable cause) {
    if (failure == null) {
      failure = sentence;
      ready.completeExceptionally(new IllegalStateException(sentence, cause));
      failureListeners.forEach(listener -> runSafely(() -> listener.accept(sentence)));
      // A leader that cannot write would go on telling the others that it leads.
      Thread.ofPlatform().daemon().name("baton-stop-" + settings.voter()).start(engine::close);
    }
  }

  @Override
  public void onFailed(Consumer<String> listener) {
    run(
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
    loop.shutdown();
    if (end.getState() == Thread.State.NEW) {
      end.start();
    }
    ended.completeOnTimeout(null, PATIENCE_TO_END_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  private void end() {
    try {
      engine.close();
    } finally {
      exchange.close();
      port.close();
      directory.close();
      ended.complete(null);
    }
  }
}
