package dev.baton.cluster;

import java.util.concurrent.CompletableFuture;

/** Somebody in the queue of a gate. */
final class Waiter extends CompletableFuture<Grant> {

  /** Null for a handle. */
  final Thread owner;

  Waiter(Thread owner) {
    this.owner = owner;
  }
}
