package dev.baton.cluster;

import java.util.function.Consumer;

/** One permit of a semaphore, held through this handle. */
public final class Permit extends Hold {

  Permit(Grant grant) {
    super(grant);
  }

  /** Where it is valid; null if the semaphore is the whole cluster's. */
  public String neighbourhood() {
    return grant().tenure().neighbourhood;
  }

  /**
   * If the member goes to another neighbourhood while this permit is held, this permit is lost, and
   * becomes a wait for one there: calls back with that one, on another thread, when it has come.
   * Who does not ask for this has nothing to wait for and nothing to close.
   */
  public void onMoved(Consumer<Permit> listener) {
    Gate gate = grant().tenure().lane.gate();
    gate.follow(grant(), () -> new Later<>(gate, Permit::new).thenAccept(listener));
  }

  /** Which of the permits, from 0; fences grow for each of them. */
  public int slot() {
    return grant().tenure().slot;
  }
}
