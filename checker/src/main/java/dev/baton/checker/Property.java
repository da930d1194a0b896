package dev.baton.checker;

/** What a check looks for. */
public enum Property {
  /** At most k inside, and no handler fails. */
  SAFETY("safety"),
  /** No state in which somebody waits and nothing can happen any more. */
  DEADLOCK("deadlock"),
  /**
   * Nobody waits for ever: in no state does a waiting node depend on another one's next request,
   * and no fair cycle leaves a waiting node out.
   */
  STARVATION("starvation"),
  /**
   * Nobody waits while no message is under way and fewer than k nodes are inside: a permit is idle,
   * or counts as used although it is not. Part of starvation.
   */
  IDLE_PERMIT("idle-permit"),
  /** At most B entries by others between a request that everybody knows and its entry. */
  BYPASS("bypass"),
  /** A claim of the user that must hold in every state. */
  ALWAYS("always"),
  /** A claim of the user that must hold in some state. */
  SOMETIMES("sometimes"),
  /**
   * The algorithm keeps the contract that every other answer rests on: see {@link Inspection}.
   * Always looked at, before everything else.
   */
  CONTRACT("contract");

  private final String text;

  Property(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
