package dev.baton.cluster.gate;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** For what must be done, however long there is no memory for it. */
public final class Insistence {

  private static final long PAUSE_NANOS = 100_000_000;

  private Insistence() {}

  /**
   * Does it, again and again while there is no memory for it.
   *
   * @param task made in time, since that needs memory, too; what is done of it already must do no
   *     harm if it is done once more
   * @param what what it is done with
   */
  public static <T> void insist(Consumer<T> task, T what) {
    boolean done = false;
    while (!done) {
      try {
        task.accept(what);
        done = true;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
