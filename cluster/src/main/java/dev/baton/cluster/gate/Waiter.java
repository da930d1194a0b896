package dev.baton.cluster.gate;

import java.util.concurrent.CompletableFuture;

/** Somebody in the queue of a gate. */
final class Waiter extends CompletableFuture<Entry> {

  /** The number of a thread, or {@link Tenure#HANDLE}. */
  final long owner;

  /** When it began to wait. */
  final long since = System.nanoTime();

  Waiter(long owner) {
    this.owner = owner;
  }
}
