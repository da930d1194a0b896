package dev.baton.cluster;

import java.util.function.Consumer;

/**
 * One entry of one owner, a thread or a handle.
 *
 * <p>Invariant: once it was seen to be invalid it stays so.
 */
record Grant(Turn turn, long key) {

  /** Computed from the clock at the call. */
  boolean isValid() {
    Lane lane = turn.lane;
    long leaseEnd = lane.leaseEnd();
    if (!turn.isInside(key)) {
      return false;
    }
    if (lane.now() < leaseEnd) {
      return true;
    }
    lane.gate().lose(turn, "the lease of member " + lane.member() + " was not renewed in time");
    return false;
  }

  /** Whether the loss is known; reads no clock. */
  boolean isLost() {
    return turn.isLost(key);
  }

  long fence() {
    return turn.fence(key);
  }

  /** Leaves; returns false if the hold was lost before, as far as is known. */
  boolean release() {
    return turn.leave(key) || turn.lane.gate().release(this);
  }

  /** Adds a listener; it is called at once if the hold is lost already. */
  void onLost(Consumer<String> listener) {
    turn.lane.gate().listen(this, listener);
  }

  HoldLostException exception() {
    return new HoldLostException(
        "The hold of "
            + turn.lane.gate().id()
            + " with fence "
            + fence()
            + " was lost: "
            + turn.reason()
            + ". Somebody else may be inside: undo or check what was done under this fence, and"
            + " acquire again.");
  }
}
