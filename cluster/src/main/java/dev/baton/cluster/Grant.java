package dev.baton.cluster;

import java.util.function.Consumer;

/**
 * One entry of one owner, a thread or a handle.
 *
 * <p>Invariant: once it was seen to be invalid it stays so.
 */
record Grant(Tenure tenure, long key) {

  /** Computed from the clock at the call. */
  boolean isValid() {
    Lane lane = tenure.lane;
    long leaseEnd = lane.leaseEnd();
    if (!tenure.isInside(key)) {
      return false;
    }
    if (lane.now() < leaseEnd) {
      return true;
    }
    lane.gate().lose(tenure, "the lease of member " + lane.member() + " was not renewed in time");
    return false;
  }

  /** Whether the loss is known; reads no clock. */
  boolean isLost() {
    return tenure.isLost(key);
  }

  long fence() {
    return tenure.fence(key);
  }

  /** Leaves; returns false if the hold was lost before, as far as is known. */
  boolean release() {
    return tenure.leave(key) || tenure.lane.gate().release(this);
  }

  /** Adds a listener; it is called at once if the hold is lost already. */
  void onLost(Consumer<String> listener) {
    tenure.lane.gate().listen(this, listener);
  }

  HoldLostException exception() {
    return new HoldLostException(
        "The hold of "
            + tenure.lane.gate().id()
            + " with fence "
            + fence()
            + " was lost: "
            + tenure.reason()
            + ". Somebody else may be inside: undo or check what was done under this fence, and"
            + " acquire again.");
  }
}
