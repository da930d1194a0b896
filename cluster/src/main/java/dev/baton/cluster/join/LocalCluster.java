package dev.baton.cluster.join;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Question.Page;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.Names;
import dev.baton.cluster.seat.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One cluster of a {@code LocalNetwork}: its wires, its epoch store and its only voter. */
public final class LocalCluster implements AutoCloseable {

  /** What all members must agree on. */
  public record Settings(List<Choice> choices, Duration lease) {}

  /** No member can have this name. */
  private static final String VOTER = Names.SEAT + "voter";

  private static final long MILLI = 1_000_000;
  private static final Duration PATIENCE_TO_JOIN = Duration.ofSeconds(30);

  private final String name;
  private final Settings settings;
  private final Timing timing;
  private final EpochRecord genesis;

  private final Object monitor = new Object();

  /** All seats share it, and it was made for one thread. */
  @GuardedBy("monitor")
  private final MemoryEpochStore store;

  private final Set<String> disconnected;
  private final Map<String, Transport.Receiver> receivers = new ConcurrentHashMap<>();

  private final LockKinds kinds = new LockKinds();

  /** What each member shows to those who look. */
  private final Map<String, Cluster.Sight> sights = new ConcurrentHashMap<>();

  private final AtomicLong starts = new AtomicLong();
  private final EventLoop voter;

  public LocalCluster(String name, Settings settings, Set<String> disconnected) {
    this.name = name;
    this.settings = settings;
    this.disconnected = disconnected;
    timing = timing(settings.lease.toNanos());
    genesis = EpochRecord.genesis(List.of(VOTER), settings.choices);
    store = new MemoryEpochStore(genesis);
    Seat seat = seat(VOTER);
    Member member = Member.startVoter(EventLoop.clock(), seat, Set.of(), timing, Rules.ALL);
    voter = loop(member, new EventLoop.Watcher() {});
    voter.startAside();
  }

  /** Inside a JVM frames take no time, so that signs of life may be frequent. */
  private static Timing timing(long lease) {
    return new Timing(100 * MILLI, lease, 20 * MILLI, lease / 2, 50 * MILLI, 1000, 10 * MILLI);
  }

  private Seat seat(String seatName) {
    return new Seat(seatName, 1, starts.incrementAndGet());
  }

  private EventLoop loop(Member member, EventLoop.Watcher watcher) {
    String seat = member.seat().name();
    return new EventLoop(
        member,
        storeFor(seat),
        timing.heartbeat() / 10,
        watcher,
        EventLoop.Usability.ALL,
        receiver -> attach(seat, receiver));
  }

  public void checkAgreement(Settings other) {
    if (!settings.equals(other)) {
      throw new Refusal(
          Refusal.Kind.MISMATCH,
          "Cluster "
              + name
              + " was started with "
              + settings
              + ", but this member has "
              + other
              + ": give all members the same lease and algorithms.");
    }
  }

  /**
   * The cluster as one member has it.
   *
   * @param self the member's name
   * @param end what to do when the member is closed
   */
  public Cluster forMember(String self, Runnable end) {
    return new Cluster() {
      private @Nullable Sight shown;

      @Override
      public EventLoop loop(String seat, EventLoop.Watcher watcher) {
        long now = EventLoop.clock();
        Member member = Member.start(now, seat(seat), genesis, timing, Rules.ALL);
        return LocalCluster.this.loop(member, watcher);
      }

      @Override
      public void define(String lock, String kind, Supplier<List<String>> others) {
        kinds.define(lock, kind);
      }

      @Override
      public void show(Sight sight) {
        shown = sight;
        sights.put(self, sight);
      }

      @Override
      public CompletableFuture<List<LockPart>> look(
          String member, @Nullable Page page, Duration patience) {
        Sight sight = sights.get(member);
        return sight != null && isConnected(self, member)
            ? sight.parts(page)
            : CompletableFuture.failedFuture(
                new IllegalStateException(member + " cannot be reached."));
      }

      @Override
      public Duration patience() {
        return PATIENCE_TO_JOIN;
      }

      @Override
      public boolean hasMajority() {
        return isConnected(self, VOTER);
      }

      @Override
      public String advice() {
        return "check whether the network was closed or the member disconnected";
      }

      @Override
      public void close() {
        if (shown != null) {
          sights.remove(self, shown);
        }
        end.run();
      }
    };
  }

  // Wires.

  private Transport attach(String seat, Transport.Receiver receiver) {
    if (receivers.putIfAbsent(seat, receiver) != null) {
      throw new Refusal(
          Refusal.Kind.NAME_TAKEN,
          "Cluster " + name + " already has a member '" + seat + "': use another name.");
    }
    return new Transport() {
      @Override
      @SuppressWarnings("ReferenceEquality") // Whether this seat is still ours.
      public void send(Seat from, String to, int incarnation, Frame frame) {
        Transport.Receiver there = receivers.get(to);
        if (there != null && receivers.get(seat) == receiver && isConnected(seat, to)) {
          there.receive(from, incarnation, frame);
        }
      }

      @Override
      public void close() {
        receivers.remove(seat, receiver);
      }
    };
  }

  private boolean isConnected(String seat, String other) {
    return Names.isSameMember(seat, other)
        || !disconnected.contains(Names.memberOf(seat))
            && !disconnected.contains(Names.memberOf(other));
  }

  /** The store as one seat reaches it. */
  private EpochStore storeFor(String seat) {
    return new EpochStore() {
      @Override
      public void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {
        if (isConnected(seat, VOTER)) {
          synchronized (monitor) {
            store.propose(expected, next, answer);
          }
        }
      }

      @Override
      public void latest(Consumer<@Nullable EpochRecord> answer) {
        if (isConnected(seat, VOTER)) {
          synchronized (monitor) {
            store.latest(answer);
          }
        }
      }

      @Override
      public List<EpochRecord> recent() {
        synchronized (monitor) {
          return store.recent();
        }
      }

      @Override
      public void onOpened(Consumer<EpochRecord> listener) {
        synchronized (monitor) {
          store.onOpened(listener);
        }
      }
    };
  }

  @Override
  public void close() {
    voter.stop();
  }
}
