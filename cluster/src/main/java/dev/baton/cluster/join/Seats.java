package dev.baton.cluster.join;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.seat.EventLoop;
import dev.baton.cluster.seat.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The seats of one member. The first has the member's name; the others are for further permits of
 * semaphores, since a seat has at most one permit of a semaphore at a time.
 *
 * <p>Nothing waits in the monitor: there seats begin to join, all that are missing at once, and
 * they are waited for outside. A seat that takes longer than somebody waits goes on joining, and
 * whoever comes next finds it: others would admit one that was given up all the same, and then wait
 * for its lease to end.
 */
public final class Seats {

  /** Makes those who are told what happens to a seat. */
  public interface Watchers {
    EventLoop.Watcher watcher(boolean isFirst);
  }

  /** While it waits to be gone. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final String member;
  private final Cluster cluster;
  private final Watchers watchers;
  private final List<EventLoop> seats = new CopyOnWriteArrayList<>();

  /** Where the member is, or where it goes. */
  private volatile String neighbourhood;

  @GuardedBy("this")
  private boolean closed;

  public Seats(String member, String neighbourhood, Cluster cluster, Watchers watchers) {
    this.member = member;
    this.neighbourhood = neighbourhood;
    this.cluster = cluster;
    this.watchers = watchers;
  }

  /** All that have joined or are joining, the first of them before all others. */
  public List<EventLoop> all() {
    return seats;
  }

  public EventLoop first() {
    return seats.getFirst();
  }

  public String neighbourhood() {
    return neighbourhood;
  }

  // Joining.

  /**
   * Joins with the first seat.
   *
   * @throws Refusal if that takes too long, or the thread is interrupted
   */
  public void join() {
    try {
      await(begin(1), deadline());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(
          Refusal.Kind.SUSPENDED, "Member " + member + " was interrupted while it joined.");
    }
  }

  /**
   * So many seats; those that are missing join. An interrupt is kept for later.
   *
   * @throws Refusal if that takes too long
   */
  public List<EventLoop> take(int count) {
    List<EventLoop> taken = begin(count);
    if (haveJoined(taken)) {
      return taken;
    }
    long deadline = deadline();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          await(taken, deadline);
          return taken;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Those that are missing begin to join, together: then one new epoch has them all. */
  private synchronized List<EventLoop> begin(int count) {
    if (closed) {
      throw closed();
    }
    List<EventLoop> fresh = new ArrayList<>();
    try {
      while (seats.size() + fresh.size() < count) {
        int number = seats.size() + fresh.size();
        EventLoop seat = cluster.loop(Names.seat(member, number), watchers.watcher(number == 0));
        fresh.add(seat);
        seat.roam(neighbourhood);
      }
    } catch (RuntimeException | Error e) {
      fresh.forEach(EventLoop::stop);
      throw e;
    }
    seats.addAll(fresh);
    fresh.forEach(EventLoop::start);
    return List.copyOf(seats.subList(0, count));
  }

  /** As they have, but for the first use of a semaphore: every new name of a lock comes by here. */
  private static boolean haveJoined(List<EventLoop> seats) {
    for (EventLoop seat : seats) {
      CompletableFuture<?> joined = seat.joined();
      if (!joined.isDone() || joined.isCompletedExceptionally()) {
        return false;
      }
    }
    return true;
  }

  private long deadline() {
    return System.nanoTime() + cluster.patience().toNanos();
  }

  private void await(List<EventLoop> joining, long deadline) throws InterruptedException {
    CompletableFuture<Void> joined =
        CompletableFuture.allOf(
            joining.stream().map(EventLoop::joined).toArray(CompletableFuture<?>[]::new));
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    Boolean isIn =
        new Waiting(member, left, () -> "waits: " + cluster.advice())
            .until(
                time -> {
                  try {
                    joined.get(time.toNanos(), TimeUnit.NANOSECONDS);
                    return true;
                  } catch (ExecutionException e) {
                    throw closed();
                  } catch (TimeoutException e) {
                    return null;
                  }
                });
    if (isIn == null) {
      throw late("could not join");
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException("Member " + member + " is closed.");
  }

  /** What took too long, and what may be wrong. */
  public Refusal late(String what) {
    return new Refusal(
        Refusal.Kind.SUSPENDED,
        "Member "
            + member
            + " "
            + what
            + " within "
            + cluster.patience().toSeconds()
            + " s: "
            + cluster.advice()
            + ".");
  }

  // Going elsewhere, and away.

  /** All go to a neighbourhood; completes when they are there. */
  public synchronized CompletableFuture<Void> roam(String where) {
    List<CompletableFuture<Void>> journeys = seats.stream().map(seat -> seat.roam(where)).toList();
    // Last: who acquires there must not get what a seat still has elsewhere.
    neighbourhood = where;
    return CompletableFuture.allOf(journeys.toArray(CompletableFuture<?>[]::new));
  }

  /**
   * All ask to be left out, and no more join. Returns when the others can go on without them, or
   * when the time is over; an interrupt is kept for later, since a member that does not say goodbye
   * looks as if it had crashed.
   */
  public void leave(Duration patience) {
    synchronized (this) {
      closed = true;
    }
    seats.forEach(EventLoop::leave);
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    for (EventLoop seat : seats) {
      boolean isOver = false;
      while (!isOver) {
        try {
          long left = Math.max(0, deadline - System.nanoTime());
          boolean isGone = seat.awaitGone(Duration.ofNanos(Math.min(left, LOOK_AGAIN.toNanos())));
          // Without a majority nobody can open an epoch without this member.
          isOver = isGone || left == 0 || !cluster.hasMajority();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends their threads; what they have said before is still delivered. */
  public void stop() {
    seats.forEach(EventLoop::stop);
  }
}
