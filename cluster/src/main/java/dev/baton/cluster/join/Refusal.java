package dev.baton.cluster.join;

/**
 * A member cannot join, or cannot use a name, and the sentence says why. Applications never see it:
 * they get the exception that {@code Baton} makes of it.
 */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  public enum Kind {
    /** A member of this name is there already. */
    NAME_TAKEN,

    /** The others have other settings. */
    MISMATCH,

    /** Not enough voters have answered in time. */
    SUSPENDED,

    /** The lock's name stands for something else. */
    LOCK_CONFLICT
  }

  private final Kind kind;

  Refusal(Kind kind, String sentence) {
    super(sentence);
    this.kind = kind;
  }

  /** One sentence. */
  @Override
  @SuppressWarnings("NullAway") // The constructor was given one.
  public String getMessage() {
    return super.getMessage();
  }

  public Kind kind() {
    return kind;
  }
}
