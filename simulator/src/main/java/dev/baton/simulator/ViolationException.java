package dev.baton.simulator;

/**
 * The algorithm broke its promise: too many nodes inside, an entry without a request, a handler
 * that threw, or a run that ended while somebody waited. The same scenario and trial, run again
 * with a {@link Listener}, shows every event up to there.
 */
public final class ViolationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String what;
  private final long ticks;
  private final long event;

  ViolationException(String what, long ticks, long event, Throwable cause) {
    super(what + " (at time " + Ticks.text(ticks) + ", event " + event + ").", cause);
    this.what = what;
    this.ticks = ticks;
    this.event = event;
  }

  /** What happened, in words without a full stop. */
  public String what() {
    return what;
  }

  public long ticks() {
    return ticks;
  }

  /** The number of the event that did it, the first being 1; 0 before the first event. */
  public long event() {
    return event;
  }
}
