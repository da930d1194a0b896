package dev.baton.cluster.gate;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Somebody in the queue of a gate. It is completed in the gate's monitor, so only threads that wait
 * may depend on it as a future; who wants to be called back says so to {@link DueCalls}.
 */
final class Waiter extends CompletableFuture<Entry> {

  /** The number of a thread, or {@link Tenure#HANDLE}. */
  final long owner;

  /** When it began to wait. */
  final long since = System.nanoTime();

  // Guarded by the due calls, which the check cannot see from here.

  /** What is called when it is done; null if nothing is. */
  @Nullable Runnable callback;

  /** Whether it is done, and was noted. */
  boolean isDue;

  /** The next of those that are due. */
  @Nullable Waiter next;

  Waiter(long owner) {
    this.owner = owner;
  }
}
