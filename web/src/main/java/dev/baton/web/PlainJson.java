package dev.baton.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes what the page reads. TeaVM compiles no library for it, and lists, maps, words and numbers
 * are all there is.
 */
final class PlainJson {

  private final StringBuilder text = new StringBuilder();

  private PlainJson() {}

  /** A map, a collection, a number, a boolean, words or null. */
  static String of(Object value) {
    PlainJson json = new PlainJson();
    json.value(value);
    return json.text.toString();
  }

  private void value(Object value) {
    switch (value) {
      case null -> text.append("null");
      case Map<?, ?> map -> map(map);
      case Collection<?> list -> list(new ArrayList<>(list));
      case Double number -> number(number);
      case Number number -> text.append(number);
      case Boolean flag -> text.append(flag);
      default -> words(value.toString());
    }
  }

  private void map(Map<?, ?> map) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      words(entry.getKey().toString());
      text.append(':');
      value(entry.getValue());
      separator = ",";
    }
    text.append(map.isEmpty() ? "{}" : "}");
  }

  private void list(List<?> list) {
    text.append('[');
    String separator = "";
    for (Object each : list) {
      text.append(separator);
      value(each);
      separator = ",";
    }
    text.append(']');
  }

  /** A whole number without a point; JavaScript and the JVM print others alike only if short. */
  private void number(double number) {
    int whole = (int) number;
    if (number == whole) {
      text.append(whole);
      return;
    }
    long millionths = Math.round(number * 1_000_000);
    if (millionths % 1_000_000 == 0) {
      text.append(millionths / 1_000_000);
      return;
    }
    String digits = Long.toString(Math.abs(millionths) % 1_000_000 + 1_000_000).substring(1);
    text.append(millionths < 0 ? "-" : "").append(Math.abs(millionths) / 1_000_000).append('.');
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    text.append(digits, 0, end);
  }

  private void words(String words) {
    text.append('"');
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ') {
            text.append("\\u00").append(c < 16 ? "0" : "").append(Integer.toHexString(c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
