package dev.baton.cluster.epoch;

/**
 * Why an epoch had to end.
 *
 * @param who whose doing it was
 */
public record Reason(Kind kind, String who) {

  /** What happened. */
  public enum Kind {
    JOIN("join of"),
    LEAVE("leave of"),
    SUSPICION("suspicion of"),
    MOVE("move of"),
    EXHAUSTION("no numbers or buffers left at"),
    RECONFIGURATION("reconfiguration by");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  @Override
  public String toString() {
    return kind.text + " " + who;
  }
}
