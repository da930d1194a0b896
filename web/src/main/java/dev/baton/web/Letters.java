package dev.baton.web;

import dev.baton.web.Recording.Sent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A letter for each type of message, so that arrows can be told apart without colour. */
public final class Letters {

  private static final String TOKEN = "T";

  private final Map<String, String> byType = new LinkedHashMap<>();

  /** Types in the order in which they are first sent; those that carry permits come first. */
  public Letters(Recording recording) {
    List<Sent> messages = recording.messages();
    messages.stream().filter(recording::isToken).forEach(message -> give(message.type(), TOKEN));
    messages.forEach(message -> give(message.type(), ""));
  }

  /** The first letter of the name that is free, after one that is preferred. */
  private void give(String type, String preferred) {
    if (byType.containsKey(type)) {
      return;
    }
    String candidates = preferred + type.toUpperCase(Locale.ROOT) + "ABCDEFGHIJKLMNOPQRSUVWXYZ";
    for (int i = 0; i < candidates.length(); i++) {
      String letter = candidates.substring(i, i + 1);
      boolean isOfToken = letter.equals(TOKEN) && preferred.isEmpty();
      if (Character.isLetter(letter.charAt(0)) && !isOfToken && !byType.containsValue(letter)) {
        byType.put(type, letter);
        return;
      }
    }
    byType.put(type, "?");
  }

  public String of(Sent message) {
    return byType.get(message.type());
  }

  /** Every type with its letter. */
  public Map<String, String> all() {
    return new LinkedHashMap<>(byType);
  }

  /** The first field of a message, if it is a number: what stands beside the letter. */
  public static String parameter(Sent message) {
    String text = message.text();
    int equals = text.indexOf('=');
    if (equals < 0) {
      return "";
    }
    int end = equals + 1;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(equals + 1, end);
  }

  /** The strokes of an arrow, as lengths of line and gap; empty for a line without gaps. */
  public List<Double> dashes(Sent message) {
    return switch (of(message)) {
      case "R" -> List.of(5.0, 3.5);
      case "A" -> List.of(1.5, 3.0);
      case "I" -> List.of(9.0, 3.0, 2.0, 3.0);
      case "F" -> List.of(2.0, 2.5);
      case "Q" -> List.of(7.0, 2.0);
      case "L", TOKEN -> new ArrayList<>();
      default -> List.of(4.0, 3.0);
    };
  }
}
