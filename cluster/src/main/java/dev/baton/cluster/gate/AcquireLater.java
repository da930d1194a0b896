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
      gate.dueCalls.ask(next, () -> arrive(next));
    } catch (VirtualMachineError e) {
      gate.giveUp(next);
      // Then nobody has it, or hears of this: called back all the same, it does not ask again.
      failing.accept(e);
      throw e;
    }
    // Cancelled meanwhile; not if it has arrived meanwhile.
    if (isCompletedExceptionally()) {
      gate.giveUp(next);
    }
  }

  /** On a thread that nobody else waits for. */
  private void arrive(Waiter done) {
    if (done.isCompletedExceptionally()) {
      Insistence.insist(failing, done.exceptionNow());
      return;
    }
    Entry entry = done.join();
    H hold;
    try {
      if (!gate.isEntered(done, entry)) {
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
