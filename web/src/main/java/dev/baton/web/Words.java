package dev.baton.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The words of a command line: an algorithm, and options with their values. */
final class Words {

  /** Options that say all by being there. */
  private static final Set<String> FLAGS = Set.of("no-reduction", "sweep", "exact");

  /** Options about files, threads and the JVM, of which a page has none. */
  private static final Set<String> ELSEWHERE = Set.of("threads", "memory", "out", "svg", "json");

  private String algorithm;
  private final Map<String, String> values = new LinkedHashMap<>();

  private Words() {}

  /**
   * Reads {@code raymond --nodes 3 --structure=line --sweep}.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  static Words of(String line) {
    Words words = new Words();
    String[] all = line.strip().split("\\s+");
    int next = 0;
    while (next < all.length) {
      next = words.take(all, next);
    }
    return words;
  }

  /** Takes an option with its value, or the algorithm; returns what comes next. */
  private int take(String[] all, int at) {
    String word = all[at];
    if (!word.startsWith("--")) {
      name(word);
      return at + 1;
    }
    int equals = word.indexOf('=');
    if (equals > 0) {
      put(word.substring(2, equals), word.substring(equals + 1));
      return at + 1;
    }
    String name = word.substring(2);
    boolean isLast = at + 1 == all.length || all[at + 1].startsWith("--");
    if (isLast || FLAGS.contains(name)) {
      put(name, "");
      return at + 1;
    }
    put(name, all[at + 1]);
    return at + 2;
  }

  private void name(String word) {
    if (algorithm != null) {
      throw new IllegalArgumentException("There is no argument '" + word + "' here.");
    }
    algorithm = word.isEmpty() ? null : word;
  }

  private void put(String name, String value) {
    if (values.putIfAbsent(name, value) != null) {
      throw new IllegalArgumentException("--" + name + " appears twice: write it once.");
    }
  }

  /**
   * Makes sure that nothing else was written.
   *
   * @throws IllegalArgumentException with one sentence about an option that is not known here
   */
  void areOnly(Set<String> known) {
    for (Map.Entry<String, String> each : values.entrySet()) {
      String name = each.getKey();
      if (ELSEWHERE.contains(name)) {
        throw new IllegalArgumentException(
            "--" + name + " is for the command line alone: leave it out here.");
      }
      if (!known.contains(name)) {
        throw new IllegalArgumentException("There is no option '--" + name + "' here.");
      }
      if (each.getValue().isEmpty() != FLAGS.contains(name)) {
        throw new IllegalArgumentException(
            FLAGS.contains(name)
                ? "--" + name + " takes no value: leave '" + each.getValue() + "' out."
                : "--" + name + " needs a value.");
      }
    }
  }

  /** The id as it was written; null if there was none. */
  String algorithm() {
    return algorithm;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** The value of an option; null if it was not written. */
  String get(String name) {
    return values.get(name);
  }

  String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /**
   * The whole number that an option has.
   *
   * @throws IllegalArgumentException with one sentence, if it has something else
   */
  long number(String name, long otherwise) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--" + name + ": '" + text + "' is not a whole number: write 9, for example.", e);
    }
  }

  /** The same, if it fits into an int. */
  int count(String name, int otherwise) {
    long number = number(name, otherwise);
    if (number != (int) number) {
      throw new IllegalArgumentException(
          "--" + name + ": '" + number + "' is too large: write 9, for example.");
    }
    return (int) number;
  }
}
