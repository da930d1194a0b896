package dev.baton.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One use of a lock by one owner, a thread or a handle.
 *
 * <p>Invariant: once it was seen to be invalid it stays so.
 */
final class Grant {

  private enum State {
    HELD,
    RELEASED,
    LOST
  }

  final Lane lane;
  final Turn turn;
  final long fence;
  final Instant since = Instant.now();

  /** Null if a handle owns it. */
  final Thread owner;

  /** How often the owner has entered; only the owner looks. */
  int count = 1;

  private volatile State state = State.HELD;
  private volatile String reason;
  private final List<Consumer<String>> listeners = new ArrayList<>();

  Grant(Lane lane, Turn turn, Thread owner) {
    this.lane = lane;
    this.turn = turn;
    this.fence = turn.next();
    this.owner = owner;
  }

  /** Computed from the clock at the call. */
  boolean isValid() {
    if (state != State.HELD) {
      return false;
    }
    if (lane.hasLease()) {
      return true;
    }
    lane.gate().lose(this, "the lease of member " + lane.member() + " was not renewed in time");
    return false;
  }

  /** Whether the loss is known; reads no clock. */
  boolean isLost() {
    return state == State.LOST;
  }

  /** Under the gate's monitor. */
  void released() {
    state = State.RELEASED;
  }

  /** Under the gate's monitor; returns whom to tell. */
  List<Consumer<String>> lost(String why) {
    synchronized (listeners) {
      reason = why;
      state = State.LOST;
      return List.copyOf(listeners);
    }
  }

  /** Adds a listener; it is called at once if the hold is lost already. */
  void onLost(Consumer<String> listener) {
    synchronized (listeners) {
      listeners.add(listener);
      if (state != State.LOST) {
        return;
      }
    }
    lane.gate().callbacks().run(() -> listener.accept(reason));
  }

  HoldLostException exception() {
    return new HoldLostException(
        "The hold of "
            + lane.gate().id()
            + " with fence "
            + fence
            + " was lost: "
            + reason
            + ". Somebody else may be inside: undo or check what was done under this fence, and"
            + " acquire again.");
  }
}
