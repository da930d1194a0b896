package dev.baton.cluster.gate;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A hold that comes later. Cancelled or timed out, it leaves the queue. */
public final class AcquireLater<H> extends CompletableFuture<H> {

  private final Gate gate;
  private final BiFunction<Gate, Entry, H> handle;
  private final Consumer<Throwable> failing = this::completeExceptionally;
  private volatile @Nullable Waiter waiter;

  public AcquireLater(Gate gate, BiFunction<Gate, Entry, H> handle) {
    this.gate = gate;
    this.handle = handle;
    ask();
    whenComplete(
        (hold, failure) -> {
          if (failure != null && waiter != null) {
            gate.giveUp(waiter);
          }
        });
  }

  private void ask() {
    Waiter next;
    try {
      next = gate.enqueue(Tenure.HANDLE);
    } catch (IllegalStateException e) {
      completeExceptionally(e);
      return;
    }
    waiter = next;
    try {
      next.whenCompleteAsync(
          (entry, failure) -> arrive(next, entry, failure), gate.callbacks().apart());
    } catch (VirtualMachineError e) {
      gate.giveUp(next);
      throw e;
    }
    // Cancelled meanwhile; not if it has arrived meanwhile.
    if (isCompletedExceptionally()) {
      gate.giveUp(next);
    }
  }

  private void arrive(Waiter granted, Entry entry, Throwable failure) {
    if (failure != null) {
      Insistence.insist(failing, failure);
      return;
    }
    H hold;
    try {
      if (!gate.isEntered(granted, entry)) {
        if (!isDone()) {
          ask();
        }
        return;
      }
      hold = handle.apply(gate, entry);
    } catch (VirtualMachineError e) {
      gate.leave(entry);
      Insistence.insist(failing, e);
      return;
    }
    if (!complete(hold)) {
      gate.leave(entry);
    }
  }
}
