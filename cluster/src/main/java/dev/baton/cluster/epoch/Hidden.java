package dev.baton.cluster.epoch;

import org.jspecify.annotations.Nullable;

/**
 * Characters of a name that are invisible, or change the order in which the others are read: the
 * categories Cf, Zl and Zp. With them a name can look like another one.
 */
public final class Hidden {

  private Hidden() {}

  /** Whether a text has hidden characters. */
  public static boolean isIn(String text) {
    return text.codePoints().anyMatch(Hidden::isHidden);
  }

  /** Whether there is no text, or one without hidden characters. */
  static boolean isPlain(@Nullable String text) {
    return text == null || !isIn(text);
  }

  /** The text as it is shown to people, with hidden characters written out, such as \\u202e. */
  public static String shown(String text) {
    if (!isIn(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints().forEach(c -> append(shown, c));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int c) {
    if (isHidden(c)) {
      for (char unit : Character.toChars(c)) {
        shown.append("\\u%04x".formatted((int) unit));
      }
    } else {
      shown.appendCodePoint(c);
    }
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }
}
