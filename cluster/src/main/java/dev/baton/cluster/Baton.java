package dev.baton.cluster;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.gate.Callbacks;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.join.Cluster;
import dev.baton.cluster.join.Refusal;
import dev.baton.cluster.join.Views;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.Names;
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
import org.jspecify.annotations.Nullable;

/** A member of a cluster, and the way to its locks and semaphores. */
public final class Baton implements AutoCloseable {

  private static final Duration PATIENCE_TO_LEAVE = Duration.ofSeconds(2);

  private final BatonBuilder settings;
  private final Cluster cluster;

  private final List<BatonListener> listeners = new CopyOnWriteArrayList<>();
  private final Callbacks callbacks;
  private final Map<LockId, Gate> gates = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Fails when the member is closed. */
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Where this member is, or where it goes. */
  private volatile String neighbourhood;

  /** The first has the member's name. A seat has at most one permit of a semaphore at a time. */
  private final List<EventLoop> seats = new CopyOnWriteArrayList<>();

  /** Joins, or closes the cluster and throws. */
  Baton(BatonBuilder settings, Cluster cluster) {
    this.settings = settings;
    this.cluster = cluster;
    neighbourhood = settings.zone();
    callbacks = new Callbacks(settings.member(), settings.meters(), this::lost);
    try {
      seats(1);
      cluster.show(this::parts);
    } catch (RuntimeException e) {
      callbacks.close();
      cluster.close();
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
   * The semaphore with this name. Nothing is acquired yet.
   *
   * @param name the same at every member that shares the semaphore
   * @param permits how many there are in the cluster
   * @return the semaphore, which may be kept and used by any thread
   * @throws LockConflictException if the name is that of a lock, or of a semaphore with another
   *     number of permits
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
    return neighbourhood;
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
    List<CompletableFuture<Void>> journeys;
    synchronized (this) {
      checkOpen();
      Names.neighbourhood(name);
      journeys = seats.stream().map(seat -> seat.roam(name)).toList();
      // Last: who acquires there must not get what a seat still has elsewhere.
      neighbourhood = name;
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(journeys.toArray(CompletableFuture<?>[]::new));
    try {
      CompletableFuture.anyOf(all, ended).get(nanos(cluster.patience()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      throw suspended("could not move to " + name);
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

  private synchronized Gate newGate(LockId id, boolean isLocal) {
    checkOpen();
    Gate gate = gates.get(id);
    if (gate == null) {
      List<EventLoop> mine = seats(Math.min(id.permits(), settings.permitsPerMember()));
      gate = new Gate(id, isLocal, settings.handOvers(), callbacks, mine);
      for (int i = 0; i < mine.size(); i++) {
        mine.get(i).add(id, gate.lane(i));
      }
      gates.put(id, gate);
      if (closed.get()) {
        gate.close("member " + member() + " is closed");
      }
    }
    return gate;
  }

  /** So many seats; those that are missing join. */
  private synchronized List<EventLoop> seats(int count) {
    while (seats.size() < count) {
      boolean isFirst = seats.isEmpty();
      String name = Names.seat(member(), seats.size());
      EventLoop seat = cluster.loop(name, new Watcher(isFirst));
      seat.roam(neighbourhood);
      seat.start();
      if (!isJoined(seat)) {
        seat.stop();
        throw suspended("could not join");
      }
      seats.add(seat);
    }
    return List.copyOf(seats.subList(0, count));
  }

  private ClusterSuspendedException suspended(String what) {
    return new ClusterSuspendedException(
        "Member "
            + member()
            + " "
            + what
            + " within "
            + cluster.patience().toSeconds()
            + " s: "
            + cluster.advice()
            + ".");
  }

  private boolean isJoined(EventLoop seat) {
    try {
      return seat.awaitJoined(cluster.patience());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The locks and semaphores that this member and the others have used, by name: who holds them and
   * who waits. Asks the other members, and waits up to a second for those that do not answer; see
   * {@link LockView#silent}.
   *
   * @return one view for each lock and semaphore, sorted by name
   */
  public List<LockView> locks() {
    EpochRecord record = record();
    Map<String, CompletableFuture<List<LockPart>>> parts = new TreeMap<>();
    others().forEach(other -> parts.put(other, cluster.look(other, Views.PATIENCE)));
    parts.put(member(), parts());
    Instant now = Instant.now();
    return LockView.of(member(), record, Views.collect(parts), now);
  }

  private CompletableFuture<List<LockPart>> parts() {
    return Views.here(seats, gates.values(), neighbourhood);
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
    return seats.getFirst().record();
  }

  private List<String> others() {
    return members().stream().filter(name -> !name.equals(member())).toList();
  }

  private static List<String> membersOf(EpochRecord record) {
    return record.members().stream().map(Seat::name).map(Names::memberOf).distinct().toList();
  }

  /** {@return whether this member can hold anything at this moment} */
  public boolean hasLease() {
    return seats.getFirst().hasLease();
  }

  /**
   * Adds a listener, which is told of everything that happens from now on.
   *
   * @param listener called on a thread of its own, one call after the other
   */
  public void addListener(BatonListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  private void tell(Consumer<BatonListener> event) {
    for (BatonListener listener : listeners) {
      callbacks.run(() -> event.accept(listener));
    }
  }

  private void lost(String lock, long fence, String reason) {
    tell(listener -> listener.onHoldLost(lock, fence, reason));
  }

  /** Runs something on the first seat's event loop, after all that it was given to do before. */
  CompletableFuture<Void> onEventLoop(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    seats
        .getFirst()
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
              + " could not be granted within "
              + time
              + ": check that it can reach a majority of the voters.");
    }
    return new LockTimeoutException(
        "Could not acquire "
            + gate.id()
            + " within "
            + time
            + ": wait longer, or see who holds it.");
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
   * IllegalStateException}, and the other members continue at once.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    synchronized (this) {
      seats.forEach(EventLoop::leave);
      try {
        for (EventLoop seat : seats) {
          seat.awaitGone(PATIENCE_TO_LEAVE);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      end("member " + member() + " is closed");
    }
    cluster.close();
  }

  private void end(String reason) {
    ended.completeExceptionally(
        new IllegalStateException(
            "The move to " + neighbourhood + " was abandoned: " + reason + "."));
    gates.values().forEach(gate -> gate.close(reason));
    seats.forEach(EventLoop::stop);
    callbacks.close();
  }

  /** Tells listeners what happens to the first seat, and ends the member if any seat fails. */
  private final class Watcher implements EventLoop.Watcher {

    private final boolean tells;
    private boolean hasJoined;

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
      Baton.this.tell(listener -> listener.onFailed(reason));
      end(reason);
      // It waits for threads, perhaps for this one.
      Thread.ofVirtual().start(cluster::close);
    }
  }
}
