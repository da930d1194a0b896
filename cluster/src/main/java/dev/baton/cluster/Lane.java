package dev.baton.cluster;

import dev.baton.cluster.epoch.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The way from a gate to one seat of its member: at most one permit comes through at a time. */
final class Lane {

  private final Gate gate;
  private final EventLoop loop;

  /** Whether the event loop is about to look at this lane. */
  private final AtomicBoolean called = new AtomicBoolean();

  /** Whether the seat waits for a permit; only the event loop looks. */
  private boolean asked;

  // Guarded by the gate.
  private Turn turn;
  private final List<Turn> over = new ArrayList<>();

  /** Who has the turn; written under the gate's monitor. */
  private volatile Grant current;

  Lane(Gate gate, EventLoop loop) {
    this.gate = gate;
    this.loop = loop;
  }

  Gate gate() {
    return gate;
  }

  String member() {
    return loop.name();
  }

  /** One reading of the clock. */
  boolean hasLease() {
    return EventLoop.clock() < loop.leaseEnd();
  }

  Grant current() {
    return current;
  }

  // Under the gate's monitor.

  Turn turn() {
    return turn;
  }

  void begin(Turn next) {
    turn = next;
  }

  void give(Thread owner, Waiter waiter) {
    current = new Grant(this, turn, owner);
    waiter.complete(current);
  }

  void free() {
    current = null;
  }

  /** The turn is over; the seat gives its permit back. */
  void end() {
    over.add(turn);
    turn = null;
    current = null;
    call();
  }

  /** Asks the event loop to look at this lane. */
  void call() {
    if (called.compareAndSet(false, true)) {
      loop.post(this::attend);
    }
  }

  // On the event loop.

  /** Brings together what the gate wants and what the seat asks for. */
  private void attend(Member member) {
    called.set(false);
    List<Turn> ended;
    boolean wants;
    synchronized (gate) {
      ended = List.copyOf(over);
      over.clear();
      wants = gate.wants(this);
    }
    long clock = EventLoop.clock();
    for (Turn each : ended) {
      member.release(clock, gate.id(), each.fence, each.last());
    }
    if (wants != asked) {
      asked = wants;
      if (wants) {
        member.request(clock, gate.id());
      } else {
        member.cancel(clock, gate.id());
      }
    }
  }

  void granted(int slot, long fence) {
    asked = false;
    gate.granted(this, new Turn(slot, fence));
  }
}
