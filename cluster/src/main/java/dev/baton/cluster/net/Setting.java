package dev.baton.cluster.net;

import java.util.List;

/**
 * One thing that a member says of itself by name in its hello. Builds that do not know the name
 * still know from the kind what to do about it.
 */
public record Setting(String name, Kind kind, List<String> values) {

  /** When a difference matters; the later the stricter. */
  public enum Kind {
    /** Never compared: the other side is told. */
    TOLD,
    /** Must be equal where both sides have it. */
    EQUAL_IF_BOTH,
    /** Must be equal, and no side may lack it. */
    EQUAL
  }

  public Setting {
    values = List.copyOf(values);
  }

  public Setting(String name, Kind kind, String value) {
    this(name, kind, List.of(value));
  }

  /** The values, for a sentence. */
  String text() {
    return values.size() == 1 ? values.getFirst() : values.toString();
  }
}
