package dev.baton.cluster;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.gate.Callbacks;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.gate.Insistence;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.join.Cluster;
import dev.baton.cluster.join.Refusal;
import dev.baton.cluster.join.Seats;
import dev.baton.cluster.join.Views;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Question;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.Names;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A member of a cluster, and the way to its locks and semaphores. */
public final class Baton implements AutoCloseable {

  private static final Duration PATIENCE_TO_LEAVE = Duration.ofMillis(900);

  // What is done at the end. Made in time: there may be no memory then.
  static final Consumer<Cluster> CLOSE = Cluster::close;
  private static final Consumer<Seats> LEAVE = it -> it.leave(PATIENCE_TO_LEAVE);
  private static final Consumer<Baton> END = it -> it.end(it.ending);

  /** The most holders that a message names. */
  private static final int FEW = 3;

  private final BatonBuilder settings;
  private final Cluster cluster;

  private final List<BatonListener> listeners = new CopyOnWriteArrayList<>();
  private final Callbacks callbacks;
  private final Map<LockId, Gate> gates = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Fails when the member is closed. */
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final Seats seats;

  /** Why this member ends, if it does not fail; made in time, too. */
  private volatile String ending;

  Baton(BatonBuilder settings, Cluster cluster, Meters meters) {
    this.settings = settings;
    this.cluster = cluster;
    ending = "member " + settings.member() + " is closed";
    callbacks = new Callbacks(settings.member(), meters, this::lost);
    meters.readEntries(() -> gates.values().stream().mapToLong(Gate::entries).sum());
    seats = new Seats(settings.member(), settings.zone(), cluster, Watcher::new);
  }

  /** Joins, or closes the cluster and throws. */
  void join() {
    try {
      seats.join();
      cluster.show(this::parts);
    } catch (RuntimeException | Error e) {
      ending = "it could not join";
      leave();
      throw e;
    }
  }

  /**
   * Begins to configure a member.
   *
   * @return settings that all have their defaults
   */
  public static BatonBuilder builder() {
    return new BatonBuilder();
  }

  /**
   * Starts a cluster of one member in this JVM: nothing to configure, no network.
   *
   * @return that member
   */
  public static Baton local() {
    // Nobody else waits for its lease to end.
    return builder().lease(BatonBuilder.LONGEST_LEASE).local();
  }

  /** {@return the name of this member} */
  public String member() {
    return settings.member();
  }

  /**
   * The lock with this name. Nothing is acquired yet.
   *
   * @param name the same at every member that shares the lock
   * @return the lock, which may be kept and used by any thread
   * @throws LockConflictException if the name is that of a semaphore
   */
  public BatonLock lock(String name) {
    return new BatonLock(this, gate(new LockId(Names.lock(name), 1), "lock", false));
  }

  /**
   * The semaphore with this name. Nothing is acquired yet, but the first semaphore of its size
   * waits until this member has a seat for each permit that it may have. An interrupt is kept for
   * later.
   *
   * @param name the same at every member that shares the semaphore
   * @param permits how many there are in the cluster
   * @return the semaphore, which may be kept and used by any thread
   * @throws LockConflictException if the name is that of a lock, or of a semaphore with another
   *     number of permits
   * @throws ClusterSuspendedException if the seats could not join in time; they go on trying
   */
  public BatonSemaphore semaphore(String name, int permits) {
    return semaphore(name, permits, null);
  }

  /**
   * @param where null for the whole cluster
   */
  BatonSemaphore semaphore(String name, int permits, @Nullable Neighbourhood where) {
    boolean isLocal = where != null;
    String kind =
        "semaphore with "
            + permits
            + (permits == 1 ? " permit" : " permits")
            + (isLocal ? " in each neighbourhood" : "");
    LockId id = new LockId(Names.lock(name), permits);
    return new BatonSemaphore(this, gate(id, kind, isLocal), where);
  }

  /**
   * The neighbourhood with this name. To use what is in it, the member must be there.
   *
   * @param name the same at every member that is ever there
   * @return the neighbourhood
   */
  public Neighbourhood neighbourhood(String name) {
    return new Neighbourhood(this, Names.neighbourhood(name));
  }

  /** {@return the name of the neighbourhood in which this member is, or to which it is going} */
  public String neighbourhood() {
    return seats.neighbourhood();
  }

  /**
   * Goes to another neighbourhood, and returns when the member is there. Permits held in the old
   * one are lost, and free for others there; with {@link Permit#onMoved} they become a wait in the
   * new one. Threads and handles that wait in the old one go on waiting in the new one, for the
   * semaphore with the same name and size, behind those that wait there already.
   *
   * @param name of the neighbourhood to go to
   * @throws InterruptedException if the thread is interrupted while it waits; the member still goes
   * @throws ClusterSuspendedException if it takes too long; the member still goes there, as soon as
   *     it can
   * @throws IllegalStateException if it is sent elsewhere meanwhile, or closed
   */
  public void roamTo(String name) throws InterruptedException {
    checkOpen();
    CompletableFuture<Void> all = seats.roam(Names.neighbourhood(name));
    try {
      CompletableFuture.anyOf(all, ended).get(nanos(cluster.patience()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      throw exception(seats.late("could not move to " + name));
    }
  }

  private Gate gate(LockId id, String kind, boolean isLocal) {
    checkOpen();
    try {
      cluster.define(id.name(), kind, this::others);
    } catch (Refusal e) {
      throw exception(e);
    }
    Gate gate = gates.get(id);
    return gate != null ? gate : newGate(id, isLocal);
  }

  private Gate newGate(LockId id, boolean isLocal) {
    List<EventLoop> mine;
    try {
      mine = seats.take(Math.min(id.permits(), settings.permitsPerMember()));
    } catch (Refusal e) {
      throw exception(e);
    }
    Gate gate =
        gates.computeIfAbsent(
            id,
            it -> {
              Gate made = new Gate(id, isLocal, settings.handOvers(), callbacks, mine);
              for (int i = 0; i < mine.size(); i++) {
                mine.get(i).add(id, made.lane(i));
              }
              return made;
            });
    // Either this thread sees that the member was closed, or who closes it sees the gate.
    if (closed.get()) {
      gate.close("member " + member() + " is closed");
    }
    return gate;
  }

  /**
   * The locks and semaphores that this member and the others have used, by name: who holds them and
   * who waits. Asks the other members, and waits up to a second for those that do not answer; see
   * {@link LockView#silent}. Each member tells of at most 10,000 locks, those in use before others;
   * {@link LockView#partial} names those that know of more.
   *
   * @return one view for each lock and semaphore, sorted by name
   */
  public List<LockView> locks() {
    return LockView.of(member(), record(), look(null, Views.PATIENCE), Instant.now());
  }

  /**
   * The same, page by page: the locks and semaphores whose names begin with the prefix, however
   * many there are.
   *
   * @param prefix with which a name may begin; empty for all
   * @param limit how many to show at once, from 1 to 10,000
   * @return the first page
   */
  public LockPage locks(String prefix, int limit) {
    Objects.requireNonNull(prefix, "prefix");
    if (!prefix.isEmpty()) {
      Names.lock(prefix);
    }
    if (limit < 1 || limit > Views.MOST) {
      throw new IllegalArgumentException(
          "A page has 1 to " + Views.MOST + " locks, not " + limit + ".");
    }
    return page(prefix, List.of(), limit);
  }

  private LockPage page(String prefix, List<LockId> after, int limit) {
    // One more, to see whether this is the last page.
    Views.Told told = look(Question.Page.of(prefix, after, limit + 1), Views.PATIENCE);
    List<LockView> views = LockView.of(member(), record(), told, Instant.now());
    if (views.size() <= limit) {
      return new LockPage(views, null);
    }
    LockId last = List.copyOf(told.shares().keySet()).get(limit - 1);
    return new LockPage(views.subList(0, limit), () -> page(prefix, List.of(last), limit));
  }

  /**
   * Asks all members.
   *
   * @param page which locks; null for all
   */
  private Views.Told look(Question.@Nullable Page page, Duration patience) {
    Map<String, CompletableFuture<List<LockPart>>> parts = new TreeMap<>();
    others().forEach(other -> parts.put(other, cluster.look(other, page, patience)));
    parts.put(member(), parts(page));
    // A page is asked for with one more than it shows.
    return Views.collect(parts, patience, page == null ? Views.MOST : Views.MOST + 1);
  }

  private CompletableFuture<List<LockPart>> parts(Question.@Nullable Page page) {
    return Views.here(seats.all(), gates.values(), seats.neighbourhood(), page);
  }

  /** {@return the number of the epoch that this member is in, or was last in} */
  public long epoch() {
    return record().number();
  }

  /** {@return the names of the members of the epoch that this member is in, or was last in} */
  public List<String> members() {
    return membersOf(record());
  }

  @SuppressWarnings("NullAway") // The first seat has joined, so there is one.
  private EpochRecord record() {
    return seats.first().record();
  }

  private List<String> others() {
    return members().stream().filter(name -> !name.equals(member())).toList();
  }

  private static List<String> membersOf(EpochRecord record) {
    return record.members().stream().map(Seat::name).map(Names::memberOf).distinct().toList();
  }

  /** {@return whether this member can hold anything at this moment} */
  public boolean hasLease() {
    return seats.first().hasLease();
  }

  /**
   * Adds a listener, which is told of everything that happens from now on. What it throws goes to
   * the log. While it blocks, 1,000 events wait; it is not told of more.
   *
   * @param listener called on a thread of its own, one call after the other
   */
  public void addListener(BatonListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Removes a listener. It is not called any more, unless a call has begun already.
   *
   * @param listener that was added
   */
  public void removeListener(BatonListener listener) {
    listeners.remove(Objects.requireNonNull(listener, "listener"));
  }

  private void tell(Consumer<BatonListener> event) {
    for (BatonListener listener : listeners) {
      callbacks.tell(
          () -> {
            if (listeners.contains(listener)) {
              event.accept(listener);
            }
          });
    }
  }

  private void lost(String lock, long fence, String reason) {
    tell(listener -> listener.onHoldLost(lock, fence, reason));
  }

  /** Runs something on the first seat's event loop, after all that it was given to do before. */
  CompletableFuture<Void> onEventLoop(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    seats
        .first()
        .post(
            member -> {
              work.run();
              done.complete(null);
            });
    return done;
  }

  long patienceNanos() {
    return nanos(settings.patience());
  }

  /** What is longer than 292 years is for ever. */
  static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(time, "time"));
  }

  /** What to throw when the time is over. */
  RuntimeException late(Gate gate, Duration time) {
    if (!hasLease()) {
      return new ClusterSuspendedException(
          "Member "
              + member()
              + " has no lease, so "
              + gate.id()
              + " could not be granted "
              + within(time)
              + ": "
              + cluster.advice()
              + ".");
    }
    return new LockTimeoutException(
        "Could not acquire " + gate.id() + " " + within(time) + ": " + obstacle(gate) + ".");
  }

  /** As people write it. */
  private static String within(Duration time) {
    if (time.isZero() || time.isNegative()) {
      return "at once";
    }
    BigDecimal seconds =
        BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
    return "within " + seconds.stripTrailingZeros().toPlainString() + " s";
  }

  /** Why it took so long, and what to do. */
  private String obstacle(Gate gate) {
    Gate.Sight here = gate.look(neighbourhood());
    int taken = here.inside().size();
    if (gate.count(Thread.currentThread().threadId()) > 0) {
      return "this thread holds it already, and a handle is not re-entrant: unlock it first, or use"
          + " lock()";
    }
    if (taken == settings.permitsPerMember() && taken < gate.id().permits()) {
      return "this member has "
          + taken
          + (taken == 1 ? " permit" : " permits")
          + ", as many as it may have at once: release one, or allow more with permitsPerMember";
    }
    Views.Told told = look(Question.Page.of(gate.id().name(), List.of(), FEW), Views.GLANCE);
    for (LockView view : LockView.of(member(), record(), told, Instant.now())) {
      boolean isMeant =
          view.name().equals(gate.id().name())
              && Objects.equals(view.neighbourhood(), here.id().neighbourhood());
      if (isMeant && !view.holders().isEmpty()) {
        return heldBy(view);
      }
    }
    long quarantine = seats.first().quarantineNanos(here.id());
    if (quarantine > 0) {
      return "after a crash or a restart nobody gets it before the leases of those who were members"
          + " are over, in about "
          + TimeUnit.NANOSECONDS.toMillis(quarantine)
          + " ms: wait longer";
    }
    return told.silent().isEmpty()
        ? "nobody holds it now; it was released, or on its way, when the time was over: wait longer"
        : "nobody that answers holds it, and "
            + String.join(", ", told.silent())
            + (told.silent().size() == 1 ? " does" : " do")
            + " not answer: wait longer";
  }

  private String heldBy(LockView view) {
    boolean isHere = view.holders().stream().allMatch(it -> it.member().equals(member()));
    return view.holders().stream()
            .limit(FEW)
            .map(holder -> named(holder.member()) + " has held it since " + holder.since())
            .collect(Collectors.joining(", "))
        + (view.holders().size() > FEW ? ", and others as well" : "")
        + (isHere ? ": wait longer, or release it" : ": wait longer, or release it there");
  }

  private String named(String holder) {
    return holder.equals(member()) ? "this member (" + holder + ")" : holder;
  }

  @SuppressWarnings("NullAway") // An ExecutionException has a cause.
  private static IllegalStateException failure(ExecutionException e) {
    return new IllegalStateException(e.getCause().getMessage(), e.getCause());
  }

  /** What applications know instead. */
  static RuntimeException exception(Refusal refusal) {
    String sentence = refusal.getMessage();
    return switch (refusal.kind()) {
      case NAME_TAKEN -> new DuplicateMemberException(sentence);
      case MISMATCH -> new ClusterMismatchException(sentence);
      case SUSPENDED -> new ClusterSuspendedException(sentence);
      case LOCK_CONFLICT -> new LockConflictException(sentence);
    };
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new IllegalStateException("Member " + member() + " is closed.");
    }
  }

  /**
   * Leaves the cluster. Whatever this member holds is lost, threads that wait here get an {@link
   * IllegalStateException}, and the other members continue at once. An interrupt is kept for later:
   * the member leaves all the same. What there is no memory for is tried until there is.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leave();
    }
  }

  /**
   * Not disturbed by an interrupt, which would make it look like a crash. Nobody else would do it:
   * each step is repeated while there is no memory for it.
   */
  private void leave() {
    boolean interrupted = Thread.interrupted();
    try {
      Insistence.insist(LEAVE, seats);
      interrupted |= Thread.interrupted();
      Insistence.insist(END, this);
    } finally {
      // Whatever else has failed: the port is free, and the directory.
      try {
        Insistence.insist(CLOSE, cluster);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void end(String reason) {
    ended.completeExceptionally(
        new IllegalStateException(
            "The move to " + neighbourhood() + " was abandoned: " + reason + "."));
    try {
      gates.values().forEach(gate -> gate.close(reason));
    } finally {
      seats.stop();
    }
    callbacks.close();
    callbacks.meters().close();
  }

  /** Tells listeners what happens to the first seat, and ends the member if any seat fails. */
  private final class Watcher implements EventLoop.Watcher {

    private final boolean tells;
    private boolean hasJoined;

    // How far a failure has come: there may be no memory for all of it at once.
    private boolean isClosing;
    private boolean hasTold;

    Watcher(boolean tells) {
      this.tells = tells;
    }

    private void tell(Consumer<BatonListener> event) {
      if (tells) {
        Baton.this.tell(event);
      }
    }

    @Override
    public void sent(Frame frame) {
      callbacks.meters().sent(frame);
    }

    @Override
    public void ignored(Seat from, String what) {
      callbacks.meters().dropped();
    }

    @Override
    public void opened(EpochRecord record, int holdsCarried, long pauseNanos) {
      if (tells) {
        callbacks.meters().opened(pauseNanos);
      }
      tell(listener -> listener.onEpoch(record.number(), membersOf(record)));
    }

    @Override
    public void malformed(String what) {
      callbacks.meters().malformed();
    }

    @Override
    public void contradicted(Effect.Contradicted what) {
      callbacks.meters().contradicted();
    }

    @Override
    public void evicted() {
      tell(BatonListener::onEvicted);
    }

    @Override
    public void suspended() {
      tell(BatonListener::onSuspended);
    }

    @Override
    public void resumed() {
      if (hasJoined) {
        tell(BatonListener::onResumed);
      }
      hasJoined = true;
    }

    @Override
    public void failed(Throwable failure) {
      closed.set(true);
      String reason = "member " + member() + " has failed: " + failure;
      try {
        closeApart();
      } finally {
        try {
          tellFailed(reason);
        } finally {
          end(reason);
        }
      }
    }

    /** It waits for threads, perhaps for this one; and no carrier may be free for a virtual one. */
    private void closeApart() {
      if (!isClosing) {
        String name = "baton-close-" + member();
        Thread.ofPlatform().daemon().name(name).start(() -> Insistence.insist(CLOSE, cluster));
        isClosing = true;
      }
    }

    private void tellFailed(String reason) {
      if (!hasTold) {
        Baton.this.tell(listener -> listener.onFailed(reason));
        hasTold = true;
      }
    }
  }
}
