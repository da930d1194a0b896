package dev.baton.cluster.epoch;

import org.jspecify.annotations.Nullable;

/**
 * Why an epoch had to end.
 *
 * @param who whose doing it was
 * @param from of a link that is cut: the other end; else null
 */
public record Reason(Kind kind, String who, @Nullable String from) {

  /** What happened. */
  public enum Kind {
    JOIN("join of"),
    LEAVE("leave of"),
    SUSPICION("suspicion of"),
    MOVE("move of"),
    EXHAUSTION("no numbers or buffers left at"),
    RECONFIGURATION("reconfiguration by"),
    MEETING("meeting with another cluster, told by"),
    /** Stays in every record for as long as {@code who} is left out because of it. */
    CUT("cut link of");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  public Reason(Kind kind, String who) {
    this(kind, who, null);
  }

  @Override
  public String toString() {
    return kind.text + " " + who + (from == null ? "" : " to " + from);
  }
}
