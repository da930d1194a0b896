package dev.baton.cluster.gate;

/**
 * Whether a thread has left something half done at a seat: it had no stack or no memory left. It
 * can do nothing then but write a field, so these are fields, and the event loop looks at the next
 * tick ({@link Lane#finish}).
 */
public final class Strays {

  volatile boolean any;

  /** Returns whether there are any, and forgets it. */
  public boolean take() {
    boolean were = any;
    if (were) {
      any = false;
    }
    return were;
  }
}
