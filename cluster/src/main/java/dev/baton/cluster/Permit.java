package dev.baton.cluster;

import dev.baton.cluster.gate.AcquireLater;
import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;
import java.util.function.Consumer;

/** One permit of a semaphore, held through this handle. */
public final class Permit extends Hold {

  Permit(Gate gate, Entry entry) {
    super(gate, entry);
  }

  /** Where it is valid; null if the semaphore is the whole cluster's. */
  public String neighbourhood() {
    return entry().neighbourhood();
  }

  /**
   * If the member goes to another neighbourhood while this permit is held, this permit is lost, and
   * becomes a wait for one there: calls back with that one, on another thread, when it has come.
   * Who does not ask for this has nothing to wait for and nothing to close.
   */
  public void onMoved(Consumer<Permit> listener) {
    gate().follow(entry(), () -> new AcquireLater<>(gate(), Permit::new).thenAccept(listener));
  }

  /** Which of the permits, from 0; fences grow for each of them. */
  public int slot() {
    return entry().slot();
  }
}
