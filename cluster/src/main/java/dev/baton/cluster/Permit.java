package dev.baton.cluster;

import dev.baton.cluster.gate.AcquireLater;
import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One permit of a semaphore, held through this handle. */
public final class Permit extends Hold {

  Permit(Gate gate, Entry entry) {
    super(gate, entry);
  }

  /** As {@link Hold#of}. */
  static Permit of(Gate gate, Entry entry) {
    try {
      return new Permit(gate, entry);
    } catch (VirtualMachineError e) {
      gate.leave(entry);
      throw e;
    }
  }

  /** {@return the neighbourhood in which it is valid; null if the semaphore is the cluster's} */
  public @Nullable String neighbourhood() {
    return entry().neighbourhood();
  }

  /**
   * If the member goes to another neighbourhood while this permit is held, this permit is lost.
   * With a listener the loss becomes a wait for a permit there; without one there is nothing to
   * wait for and nothing to close.
   *
   * @param listener called on another thread with the new permit, which it must close; if it
   *     throws, that goes to the log and the permit is closed
   */
  public void onMoved(Consumer<Permit> listener) {
    Objects.requireNonNull(listener, "listener");
    gate()
        .follow(
            entry(),
            () ->
                new AcquireLater<>(gate(), Permit::new)
                    .thenAccept(
                        next ->
                            // Not here: this may be a thread that must not be blocked.
                            gate().callbacks().runApart(() -> give(next, listener))));
  }

  /** Nobody else knows of the permit. */
  private static void give(Permit next, Consumer<Permit> listener) {
    try {
      listener.accept(next);
    } catch (RuntimeException | Error e) {
      try {
        next.close();
      } catch (HoldLostException lost) {
        e.addSuppressed(lost);
      }
      throw e;
    }
  }

  /** {@return which of the permits it is, from 0; fences grow for each of them} */
  public int slot() {
    return entry().slot();
  }
}
