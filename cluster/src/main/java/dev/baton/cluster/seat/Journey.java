package dev.baton.cluster.seat;

import java.util.concurrent.CompletableFuture;

/** A seat's way to a neighbourhood, from the call until an epoch has begun in which it is there. */
record Journey(String to, CompletableFuture<Void> arrived) {

  Journey(String to) {
    this(to, new CompletableFuture<>());
  }

  /** Another begins, perhaps to the same place. */
  void endFor(Journey next) {
    if (next.to.equals(to)) {
      next.arrived.thenAccept(arrived::complete);
    } else {
      arrived.completeExceptionally(
          new IllegalStateException(
              "The move to " + to + " was abandoned: a later roamTo goes to " + next.to + "."));
    }
  }
}
