package dev.baton.cluster;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The way from a gate to one seat of its member: at most one permit comes through at a time. */
final class Lane {

  /** The seat, and the clock of its lease. */
  interface Seat {
    String name();

    /** Until when holds are valid; conservative if read while it changes. */
    long leaseEnd();

    long now();

    /** Where it is; null while it is nowhere, or on its way. */
    default String neighbourhood() {
      return null;
    }

    /** Works on an event at once, or leaves it to another thread; not to be called in a monitor. */
    void offer(Consumer<Member> event);
  }

  private final Gate gate;
  private final Seat seat;

  /** Whether the event loop has to look at this lane, and does not know yet. */
  private final AtomicBoolean called = new AtomicBoolean();

  /** What the seat waits for, or null; only the event loop looks. */
  private LockId asked;

  /** When it began to. */
  private long askedAt;

  /** What has come through; null if nothing has. Written under the gate's monitor. */
  private volatile Turn turn;

  /** Guarded by the gate. */
  private final List<Turn> over = new ArrayList<>(1);

  /** Of the turns that are over; guarded by the gate. */
  private long entries;

  /** Sent for this lock; only the event loop counts. */
  private volatile long messages;

  Lane(Gate gate, Seat seat) {
    this.gate = gate;
    this.seat = seat;
  }

  Gate gate() {
    return gate;
  }

  String member() {
    return seat.name();
  }

  Turn turn() {
    return turn;
  }

  /**
   * Until when holds are valid. It is read first, then it is seen who is inside, and last the clock
   * is read: then the hold was valid at a moment between, wherever the thread was paused.
   */
  long leaseEnd() {
    return seat.leaseEnd();
  }

  long now() {
    return seat.now();
  }

  /** Whether the seat is where it got this, and does not go away. */
  boolean isHere(Turn mine) {
    return mine.neighbourhood == null || mine.neighbourhood.equals(seat.neighbourhood());
  }

  // Under the gate's monitor.

  void begin(Turn next) {
    turn = next;
  }

  /** The turn is over; the seat gives its permit back. */
  void end() {
    over.add(turn);
    entries += turn.entries();
    gate.callbacks().meters().granted(turn.entries());
    turn = null;
    call();
  }

  /** How often owners have entered. */
  long entries() {
    return entries + (turn == null ? 0 : turn.entries());
  }

  long messages() {
    return messages;
  }

  /** The event loop has to look at this lane: {@link #dispatch} must follow, out of the monitor. */
  void call() {
    called.set(true);
  }

  // Out of the gate's monitor.

  /** Tells the event loop if it was called. */
  void dispatch() {
    if (called.get() && called.compareAndSet(true, false)) {
      seat.offer(this::attend);
    }
  }

  /** Asks the event loop to look at this lane. */
  void summon() {
    call();
    dispatch();
  }

  // On the event loop.

  /** Brings together what the gate wants and what the seat asks for. */
  private void attend(Member member) {
    List<Turn> ended;
    boolean wants;
    synchronized (gate) {
      ended = List.copyOf(over);
      over.clear();
      wants = gate.wants(this);
    }
    long clock = seat.now();
    for (Turn each : ended) {
      member.release(clock, gate.id(each.neighbourhood), each.fence, each.last());
    }
    String here = seat.neighbourhood();
    LockId target = wants && gate.isIn(here) ? gate.id(here) : null;
    if (!Objects.equals(target, asked)) {
      if (asked != null) {
        member.cancel(clock, asked);
      }
      asked = target;
      if (target != null) {
        askedAt = clock;
        member.request(clock, target);
      }
    }
  }

  /** A message was sent for this lock. */
  void sent() {
    messages++;
  }

  /** The seat has not asked, and tries once more. */
  void askAgain() {
    asked = null;
    summon();
  }

  /** The seat does not ask for it. */
  void refused(String reason) {
    asked = null;
    gate.refuse(reason);
  }

  void granted(LockId id, int slot, long fence, boolean wanted) {
    asked = null;
    gate.callbacks().meters().handedOff(seat.now() - askedAt);
    gate.granted(new Turn(this, id.neighbourhood(), slot, fence, wanted));
  }
}
