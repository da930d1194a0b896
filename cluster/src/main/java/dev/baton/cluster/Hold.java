package dev.baton.cluster;

import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** A lock held through this handle, which any thread may use and close. */
public sealed class Hold implements AutoCloseable permits Permit {

  private final Gate gate;
  private final Entry entry;
  private volatile boolean closed;

  Hold(Gate gate, Entry entry) {
    this.gate = gate;
    this.entry = entry;
  }

  /** Whoever finds no memory for the handle does not keep the lock either. */
  static Hold of(Gate gate, Entry entry) {
    try {
      return new Hold(gate, entry);
    } catch (VirtualMachineError e) {
      gate.leave(entry);
      throw e;
    }
  }

  final Gate gate() {
    return gate;
  }

  final Entry entry() {
    return entry;
  }

  /** {@return a number larger than that of every hold of the same lock, or same slot, before} */
  public final long fence() {
    return entry.fence();
  }

  /** {@return whether it is valid at this moment; once false, always false} */
  public final boolean isHeld() {
    return gate.isValid(entry);
  }

  /**
   * How long the hold stays valid even if its member cannot renew its lease any more. While the
   * member runs and reaches a majority of the voters, this does not come to an end.
   *
   * @return zero if the hold is not valid at this moment
   */
  public final Duration remaining() {
    return Duration.ofNanos(gate.remainingNanos(entry));
  }

  /**
   * Returns if the hold is valid at this moment, and throws otherwise.
   *
   * @throws HoldLostException if it was lost
   * @throws IllegalStateException if it was closed
   */
  public final void check() {
    if (!gate.isValid(entry)) {
      if (entry.isLost()) {
        throw new HoldLostException(gate, entry);
      }
      throw new IllegalStateException(
          "The hold of " + gate.id() + " with fence " + fence() + " is closed.");
    }
  }

  /**
   * Calls back if the hold is lost, or was lost before. Listeners of lost holds are called one
   * after the other, so they should not block. While one does, a thousand others wait; those that
   * come after them are called on threads of their own, until a thousand of these block as well.
   * Then no more listeners are called, and the log says how many were not.
   *
   * @param listener called on another thread, with the reason
   */
  public final void onLost(Consumer<String> listener) {
    gate.listen(entry, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Releases the lock; has no effect the second time.
   *
   * @throws HoldLostException if the hold was lost
   */
  @Override
  public final void close() {
    if (closed) {
      return;
    }
    boolean isReleased = gate.isValid(entry) && gate.leave(entry);
    // Not before: an error leaves it open.
    closed = true;
    if (!isReleased && entry.isLost()) {
      throw new HoldLostException(gate, entry);
    }
  }
}
