package dev.baton.cluster;

import java.util.function.Consumer;

/** A lock that is held through this handle: any thread may use and close it. */
public sealed class Hold implements AutoCloseable permits Permit {

  private final Grant grant;
  private volatile boolean closed;

  Hold(Grant grant) {
    this.grant = grant;
  }

  final Grant grant() {
    return grant;
  }

  /** Larger than that of every hold of the same lock, or of the same slot, before. */
  public final long fence() {
    return grant.fence();
  }

  /** Whether it is valid at this moment. Once false, always false. */
  public final boolean isHeld() {
    return grant.isValid();
  }

  /**
   * Goes on only if the hold is valid at this moment.
   *
   * @throws HoldLostException if it was lost
   * @throws IllegalStateException if it was closed
   */
  public final void check() {
    if (!grant.isValid()) {
      if (grant.isLost()) {
        throw grant.exception();
      }
      throw new IllegalStateException(
          "The hold of "
              + grant.tenure().lane.gate().id()
              + " with fence "
              + fence()
              + " is closed.");
    }
  }

  /** Calls back, on another thread, with the reason, if the hold is lost or was lost before. */
  public final void onLost(Consumer<String> listener) {
    grant.onLost(listener);
  }

  /**
   * Releases; without effect the second time.
   *
   * @throws HoldLostException if the hold was lost before
   */
  @Override
  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    boolean isReleased = grant.isValid() && grant.release();
    if (!isReleased && grant.isLost()) {
      throw grant.exception();
    }
  }
}
