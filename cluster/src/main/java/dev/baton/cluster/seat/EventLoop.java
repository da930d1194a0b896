package dev.baton.cluster.seat;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.gate.Insistence;
import dev.baton.cluster.gate.Lane;
import dev.baton.cluster.gate.Strays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one seat of a cluster: feeds a {@link Member} with events and readings of the clock, one at
 * a time, and performs its effects in order. What locks do is worked on by whoever brings it, a
 * thread of the application or one that reads from the network; epochs and ticks are for the seat's
 * own thread.
 */
public final class EventLoop implements Transport.Receiver, Lane.Loop {

  /** What the rest of the process hears of. */
  public interface Watcher {
    /**
     * @param pauseNanos how long nothing could be granted before
     */
    default void opened(EpochRecord record, int holdsCarried, long pauseNanos) {}

    default void sent(Frame frame) {}

    default void evicted() {}

    /** Two members account for one slot of a lock, which cannot be unless one of them lies. */
    default void contradicted(Effect.Contradicted what) {}

    /** A message or a record was dropped, since nobody who keeps to the protocol sends it. */
    default void malformed(String what) {}

    /** A frame was dropped: its sender is not entitled to what it says. */
    default void ignored(Seat from, String what) {}

    /** The voters answer too late for holds to be safe when an epoch changes. */
    default void farAway(long roundTripNanos, long longestNanos) {}

    default void suspended() {}

    default void resumed() {}

    /** The clock stood still, and the lease was dropped. */
    default void jumped(long millis) {}

    /** The seat has ended. It is told again if there was no memory for what is to be done then. */
    default void failed(Throwable failure) {}
  }

  /** Whether a lock can be used in an epoch. */
  public interface Usability {

    Usability ALL = (record, lock) -> null;

    /** Null, or why not. */
    @Nullable String objection(EpochRecord record, LockId lock);
  }

  private static final Logger LOG = LoggerFactory.getLogger(LoggingWatcher.LOGGER);

  private static final long MILLI = 1_000_000;

  /**
   * So many bytes of frames from other processes wait at most; what comes then is dropped, as any
   * frame may be. What the application, the clock and the epoch store bring is never dropped.
   */
  static final int MOST_WAITING = 64 << 20;

  /** What a frame takes in the queue, besides its bytes. */
  private static final int FRAME_OVERHEAD = 256;

  /** With so many wishes to join the next tick is due at once. */
  private static final int MOST_WISHES = 1000;

  private static final long ORIGIN = System.nanoTime();

  private final Member member;
  private final EpochStore store;
  private final Watcher watcher;
  private final long tickNanos;
  private final Usability usability;
  private final Map<LockId, Lane> lanes = new ConcurrentHashMap<>();
  private final Lingering lingering = new Lingering();
  private final Strays strays = new Strays();
  private final Consumer<Member> tick = this::tick;
  private final Consumer<Throwable> telling;
  private final CompletableFuture<Void> joined = new CompletableFuture<>();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final Transport transport;
  private final Thread thread;
  private final Inbox<Consumer<Member>> inbox;
  private final String name;

  /** How many bytes of frames from other processes wait. */
  private final AtomicInteger waiting = new AtomicInteger();

  // Only for who is at work.

  private boolean leaving;

  /**
   * Who wants to join since the last tick. Those who come together, such as the seats of one
   * member, come into one epoch.
   */
  private final List<Consumer<Member>> wishes = new ArrayList<>();

  /** Whether the next tick is due at once. */
  private boolean hurries;

  /** Since when it is sealed; −1 while it is not. */
  private long sealedAt = -1;

  /** The one it is on; null if it is where it should be. */
  private @Nullable Journey journey;

  private final ClockWatch watch = new ClockWatch(() -> clock() / MILLI, System::currentTimeMillis);

  /** When the clocks were compared last. */
  private long watchedAt = clock();

  // For all.

  /** Set by who is at work, and by the thread. */
  private volatile long nextTick = clock();

  private volatile boolean stopped;
  private volatile @Nullable Throwable failure;
  private volatile long leaseEnd = Long.MIN_VALUE;

  /** Whether it is a voter that acknowledges leases. */
  private volatile boolean acknowledges;

  private volatile @Nullable EpochRecord record;

  /** When it was installed; for people. */
  private volatile long openedAt;

  /** Where the record has the seat; null if nowhere. */
  private volatile @Nullable String here;

  /** Where it should be; null until it is told. */
  private volatile @Nullable String wanted;

  public EventLoop(
      Member member,
      EpochStore store,
      long tickNanos,
      Watcher watcher,
      Usability usability,
      Function<Transport.Receiver, Transport> attach) {
    this.member = member;
    this.store = store;
    this.watcher = watcher;
    telling = this::tell;
    this.tickNanos = tickNanos;
    this.usability = usability;
    name = member.seat().name();
    thread = Thread.ofPlatform().daemon().name("baton-" + name).unstarted(this::run);
    inbox = new Inbox<>(thread, this::handle);
    transport = attach.apply(this);
  }

  public void start() {
    thread.start();
  }

  /** This JVM's monotonic clock, from 0 upwards. */
  public static long clock() {
    return System.nanoTime() - ORIGIN;
  }

  @Override
  public long now() {
    return clock();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long leaseEnd() {
    return leaseEnd;
  }

  /** Whether anything can be granted here at this moment, whoever asks. */
  public boolean hasLease() {
    long end = leaseEnd;
    return clock() < end;
  }

  /** Whether this seat's process is a voter that acknowledged leases at its last tick. */
  public boolean acknowledges() {
    return acknowledges && !stopped;
  }

  @Override
  public @Nullable String objection(LockId lock) {
    EpochRecord newest = record;
    return newest == null ? null : usability.objection(newest, lock);
  }

  /**
   * How many nanoseconds a lock that nobody holds is not granted yet, since somebody who is gone
   * may still hold it; 0 if that is not so.
   */
  public long quarantineNanos(LockId lock) {
    EpochRecord newest = record;
    if (newest == null) {
      return 0;
    }
    EpochRecord.LockState state = newest.lock(lock);
    long quarantine = state == null ? newest.quarantine() : Collections.min(state.quarantines());
    return Math.max(0, openedAt + quarantine - clock());
  }

  /** The newest record installed here; null before the first. */
  public @Nullable EpochRecord record() {
    return record;
  }

  @Override
  public @Nullable String neighbourhood() {
    String now = here;
    return now != null && now.equals(wanted) ? now : null;
  }

  /**
   * Goes to a neighbourhood. From now on nothing is asked for in the old one; completes when an
   * epoch has begun in which the seat is in the new one.
   */
  public CompletableFuture<Void> roam(String where) {
    Journey next = new Journey(where);
    wanted = where;
    post(
        it -> {
          if (journey != null) {
            journey.endFor(next);
          }
          journey = next;
          it.roam(clock(), where);
          arrive();
          lanes.values().forEach(Lane::refresh);
        });
    return next.arrived();
  }

  private void arrive() {
    if (journey != null && journey.to().equals(here)) {
      journey.arrived().complete(null);
      journey = null;
    }
  }

  /** Looks where the seat is; what is asked for there depends on it. */
  private void locate() {
    String before = here;
    EpochRecord newest = member.record();
    here = newest != null && member.isMember() ? newest.neighbourhoodOf(name) : null;
    arrive();
    if (!Objects.equals(before, here)) {
      lanes.values().forEach(Lane::refresh);
    }
  }

  public void add(LockId id, Lane lane) {
    lanes.put(id, lane);
  }

  /** Leaves an event to the seat's own thread. */
  public void post(Consumer<Member> event) {
    inbox.post(
        it -> {
          event.accept(it);
          tickWithin(tickNanos);
        });
  }

  /** Something has happened that the next tick should not be late for. */
  private void tickWithin(long nanos) {
    long soon = clock() + nanos;
    if (nextTick > soon) {
      nextTick = soon;
      LockSupport.unpark(thread);
    }
  }

  @Override
  public Strays strays() {
    return strays;
  }

  @Override
  public void offer(Consumer<Member> event) {
    inbox.offer(event);
  }

  @Override
  public void offer(Consumer<Member> event, boolean hasStack) {
    if (hasStack) {
      inbox.deliver(event);
    } else {
      inbox.offer(event);
    }
  }

  @Override
  public void receive(Seat from, int incarnation, Frame frame) {
    take(from, incarnation, frame, 0);
  }

  @Override
  public boolean receive(Seat from, int incarnation, Frame frame, int bytes) {
    int weight = bytes + FRAME_OVERHEAD;
    if (waiting.addAndGet(weight) > MOST_WAITING) {
      waiting.addAndGet(-weight);
      return false;
    }
    try {
      take(from, incarnation, frame, weight);
    } catch (OutOfMemoryError e) {
      // It is dropped, as any frame may be.
      waiting.addAndGet(-weight);
      return false;
    }
    return true;
  }

  private void take(Seat from, int incarnation, Frame frame, int weight) {
    if (frame instanceof Frame.Join join) {
      inbox.post(
          it -> {
            waiting.addAndGet(-weight);
            wishes.add(there -> there.receive(clock(), from, incarnation, join));
            hurries |= wishes.size() >= MOST_WISHES;
            // Others that come together with it are not far.
            tickWithin(tickNanos / 2);
          });
    } else if (frame instanceof Frame.Carry || frame instanceof Frame.Got) {
      inbox.deliver(
          it -> {
            waiting.addAndGet(-weight);
            it.receive(clock(), from, incarnation, frame);
          });
    } else {
      inbox.post(
          it -> {
            waiting.addAndGet(-weight);
            it.receive(clock(), from, incarnation, frame);
            hurries |= isUrgent(frame);
            if (!isRoutine(from, frame)) {
              tickWithin(tickNanos);
            }
          });
    }
  }

  /** Whether the frame is one of those that come and go while nothing happens. */
  private boolean isRoutine(Seat from, Frame frame) {
    EpochRecord newest = member.record();
    return switch (frame) {
      case Frame.Ack ack -> true;
      case Frame.Beat beat ->
          newest != null
              && beat.epoch() == newest.number()
              && beat.suspects().isEmpty()
              && beat.stuck().isEmpty()
              && !beat.leaving()
              && !beat.exhausted()
              && Objects.equals(beat.neighbourhood(), newest.neighbourhoodOf(from.name()));
      default -> false;
    };
  }

  /** Whether the next epoch waits for this seat to look at the frame, as it does at each tick. */
  private boolean isUrgent(Frame frame) {
    return switch (frame) {
      case Frame.Sealed sealed -> true;
      // One voter is enough; the others would seal the epoch as well.
      case Frame.Beat beat -> beat.leaving() && isFirstVoter();
      default -> false;
    };
  }

  private boolean isFirstVoter() {
    EpochRecord newest = member.record();
    return newest != null && newest.voters().indexOf(name) == 0;
  }

  /** The seat's part of the locks, for people who look; nothing if the seat has stopped. */
  public CompletableFuture<List<Frame.LockReport>> look() {
    CompletableFuture<List<Frame.LockReport>> seen = new CompletableFuture<>();
    if (stopped) {
      seen.complete(List.of());
    } else {
      post(it -> seen.complete(it.look()));
    }
    return seen;
  }

  /** Completes when the seat is a member and has a lease; fails if it ends before. */
  public CompletableFuture<Void> joined() {
    return joined;
  }

  /** A voter that is no member. */
  public void startAside() {
    post(it -> it.leave(clock()));
    start();
  }

  /** Asks to be left out of the next epoch. */
  public void leave() {
    post(
        it -> {
          leaving = true;
          it.leave(clock());
          hurries = true;
        });
  }

  /** Waits until the others can go on without this seat at once; returns whether they can. */
  public boolean awaitGone(Duration patience) throws InterruptedException {
    return gone.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends the thread and all holds; what the seat has said before is still delivered. */
  public void stop() {
    // First: who comes after this process may count on it that nothing here is valid any more.
    leaseEnd = Long.MIN_VALUE;
    stopped = true;
    LockSupport.unpark(thread);
    transport.close();
    joined.completeExceptionally(new IllegalStateException(name + " has ended."));
  }

  private void run() {
    inbox.open();
    while (!stopped) {
      try {
        work();
      } catch (RuntimeException | Error e) {
        // Between two events, so that nothing is half done; but it would not end by itself.
        fail(e);
      }
    }
    if (failure != null) {
      tellFailure(failure);
    }
  }

  private void work() {
    // What was posted before the start comes before the first tick.
    inbox.work();
    while (!stopped) {
      if (clock() >= nextTick) {
        inbox.hurry(tick);
        nextTick = clock() + tickNanos;
      }
      if (!inbox.work()) {
        LockSupport.parkNanos(this, nextTick - clock());
        // Nobody means it; but then it would not park again.
        Thread.interrupted();
      }
    }
  }

  /** Whoever waits for this seat hears of its end, whatever is wrong besides. */
  private void tellFailure(Throwable why) {
    try {
      Insistence.insist(telling, why);
    } catch (RuntimeException | Error e) {
      why.addSuppressed(e);
    }
    LOG.error("{}: failed", name, why);
  }

  private void tell(Throwable why) {
    joined.completeExceptionally(why);
    try {
      transport.close();
    } catch (RuntimeException | Error e) {
      why.addSuppressed(e);
    }
    watcher.failed(why);
  }

  /** One event, by the thread that is at work. */
  private void handle(Consumer<Member> event) {
    if (stopped) {
      return;
    }
    try {
      if (clock() - watchedAt > tickNanos) {
        watchClock();
      }
      event.accept(member);
      perform();
      if (hurries) {
        tick(member);
        perform();
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void tick(Member ticking) {
    hurries = false;
    if (strays.take()) {
      lanes.values().forEach(Lane::finish);
    }
    watchClock();
    ticking.leader(store.leader());
    ticking.gather(true);
    wishes.forEach(wish -> wish.accept(ticking));
    wishes.clear();
    ticking.gather(false);
    ticking.tick(clock(), WallClock.seconds());
    acknowledges = ticking.record() != null && ticking.acknowledges();
    long now = clock();
    long rest = ticking.rest(now);
    nextTick = rest > now ? rest : now + tickNanos;
  }

  private void watchClock() {
    watchedAt = clock();
    long lost = watch.lost();
    if (lost > 0) {
      member.dropLease(watchedAt);
      watcher.jumped(lost);
    }
  }

  /** The seat ends at once, which takes no memory; others hear of it from its own thread. */
  private void fail(Throwable why) {
    failure = why;
    stopped = true;
    leaseEnd = Long.MIN_VALUE;
    gone.countDown();
    LockSupport.unpark(thread);
  }

  private void perform() {
    List<Effect> effects = member.drain();
    long end = member.leaseEnd();
    if (end < leaseEnd) {
      leaseEnd = end;
    }
    if (member.isSealed() && sealedAt < 0) {
      sealedAt = clock();
    }
    // Whoever sees a new lease must not find what was lost before it: it would look valid.
    int lost = losses(effects);
    for (int i = 0; i < lost; i++) {
      perform(effects.get(i));
    }
    leaseEnd = end;
    for (int i = lost; i < effects.size(); i++) {
      perform(effects.get(i));
    }
    if (leaving && member.isSealed() && isAlone()) {
      // Nobody is left to open an epoch; what it had to say is said.
      gone.countDown();
    }
  }

  /** How many effects there are up to the last that takes something away. */
  private static int losses(List<Effect> effects) {
    for (int i = effects.size(); i > 0; i--) {
      Effect effect = effects.get(i - 1);
      if (effect instanceof Effect.Lost || effect instanceof Effect.Suspended) {
        return i;
      }
    }
    return 0;
  }

  /** A lock of neighbourhoods has one lane, wherever the seat is. */
  @SuppressWarnings("NullAway") // What the seat hears of its own locks, it has asked for.
  private Lane lane(LockId id) {
    return laneIfUsed(id);
  }

  /** The same, or null if this member does not use the lock. */
  private @Nullable Lane laneIfUsed(LockId id) {
    return lanes.get(id.isLocal() ? id.in(null) : id);
  }

  private void granted(Lane lane, LockId id, int slot, long fence, boolean wanted) {
    lane.granted(id, slot, fence, wanted);
    lingering.add(lane, fence);
    // While it holds anything, the clock is watched at every tick.
    tickWithin(tickNanos);
  }

  /** There is no room for one more lock: those that linger make some, or who waits is told. */
  private void full(Lane lane, int inUse) {
    if (lingering.endAll()) {
      // After what has been let go now.
      lane.askAgain();
    } else {
      lane.refused(
          "member "
              + Names.memberOf(name)
              + " holds or waits for "
              + inUse
              + " locks, which is as many as fit into an epoch: release some first");
    }
  }

  private void count(Frame frame) {
    // A member passes on messages also for locks that it does not use itself.
    Lane lane = frame instanceof Frame.Carry carry ? laneIfUsed(carry.lock()) : null;
    if (lane != null) {
      lane.sent();
    }
  }

  private boolean isAlone() {
    EpochRecord newest = member.record();
    return newest == null
        || newest.members().stream().allMatch(seat -> Names.isSameMember(seat.name(), name));
  }

  private void perform(Effect effect) {
    switch (effect) {
      case Effect.Send(String to, int incarnation, Frame frame) -> {
        count(frame);
        transport.send(member.seat(), to, incarnation, frame);
        watcher.sent(frame);
      }
      case Effect.SendAgain(String to, int incarnation, Frame.Carry carry) ->
          transport.send(member.seat(), to, incarnation, carry);
      case Effect.Propose(long expected, EpochRecord next) ->
          store.propose(expected, next, winner -> post(it -> it.chosen(clock(), winner)));
      case Effect.ReadLatest() ->
          store.latest(
              latest -> {
                List<EpochRecord> recent = store.recent();
                post(it -> it.latest(clock(), latest, recent));
              });
      case Effect.Granted(LockId lock, int slot, long fence, boolean wanted) ->
          granted(lane(lock), lock, slot, fence, wanted);
      case Effect.Full(LockId lock, int inUse) -> full(lane(lock), inUse);
      case Effect.Wanted(LockId lock, long fence) -> lane(lock).wanted(fence);
      case Effect.Lost(LockId lock, int slot, long fence) ->
          lane(lock).lost(fence, "member " + name + " left its epoch or lost its lease");
      case Effect.Moved(LockId lock, int slot, long fence) ->
          lane(lock).moved(fence, "member " + name + " has left " + lock.neighbourhood());
      case Effect.Opened(EpochRecord opened, int carried) -> {
        openedAt = clock();
        record = opened;
        locate();
        watcher.opened(opened, carried, sealedAt < 0 ? 0 : clock() - sealedAt);
        sealedAt = -1;
      }
      case Effect.Evicted evicted -> watcher.evicted();
      case Effect.Left() -> gone.countDown();
      case Effect.Contradicted what -> watcher.contradicted(what);
      case Effect.Malformed(LockId lock, Seat from, String why) ->
          watcher.malformed("a message of " + from.name() + " for " + lock + ": " + why);
      case Effect.MalformedRecord(long number, String why) ->
          watcher.malformed("the record of epoch " + number + ": " + why);
      case Effect.Ignored(Seat from, String what) -> watcher.ignored(from, what);
      case Effect.FarAway(long roundTrip, long longest) -> watcher.farAway(roundTrip, longest);
      case Effect.Suspended() when leaving -> {} // Its end was asked for.
      case Effect.Suspended() -> watcher.suspended();
      case Effect.Resumed() -> {
        joined.complete(null);
        watcher.resumed();
      }
    }
  }
}
