package dev.baton.cluster.seat;

import dev.baton.cluster.epoch.Hidden;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.wire.Name;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What names may look like. */
public final class Names {

  /** The most bytes of UTF-8. */
  static final int LONGEST = 256;

  public static final char SEAT = Seat.FURTHER;

  private Names() {}

  /**
   * Returns the name of a lock or semaphore, or throws with one sentence. Unlike other names it may
   * contain invisible characters: they are written out where it is shown.
   */
  public static String lock(String name) {
    return check("lock", name);
  }

  /** Returns the name of a member, or throws with one sentence. */
  public static String member(String name) {
    if (plain("member", name).indexOf(SEAT) >= 0) {
      throw new IllegalArgumentException("A member's name must not contain '" + SEAT + "'.");
    }
    return name;
  }

  /** The name of a member's seat; the first has the member's own name. */
  public static String seat(String member, int number) {
    return number == 0 ? member : member + SEAT + (number + 1);
  }

  public static String memberOf(String seat) {
    return Seat.memberOf(seat);
  }

  public static boolean isSameMember(String seat, String other) {
    return memberOf(seat).equals(memberOf(other));
  }

  public static String neighbourhood(String name) {
    return Name.check(plain("neighbourhood", name));
  }

  public static String cluster(String name) {
    return plain("cluster", name);
  }

  public static String zone(String name) {
    return Name.check(plain("zone", name));
  }

  private static String plain(String what, String name) {
    if (Hidden.isIn(check(what, name))) {
      throw new IllegalArgumentException(
          "The name of a "
              + what
              + " must not contain characters that cannot be seen, as '"
              + Hidden.shown(name)
              + "' does.");
    }
    return name;
  }

  private static String check(String what, String name) {
    Objects.requireNonNull(name, () -> "the name of a " + what);
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > LONGEST) {
      throw new IllegalArgumentException(
          "The name of a " + what + " has 1 to " + LONGEST + " bytes of UTF-8, not " + bytes + ".");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The name of a " + what + " must not contain control characters.");
    }
    return name;
  }
}
