package dev.baton.algorithms;

import java.util.ArrayList;
import java.util.List;

/** What somebody may have meant who wrote a name that there is not. */
final class Spelling {

  /** So many letters may be wrong, missing or too many. */
  private static final int MOST_WRONG = 2;

  /** A beginning is at least so long. */
  private static final int SHORTEST_BEGINNING = 3;

  private Spelling() {}

  /** The names that differ the least from what was written, or those that begin with it. */
  static List<String> similar(String written, List<String> names) {
    int least = MOST_WRONG;
    List<String> nearest = new ArrayList<>();
    for (String name : names) {
      int wrong = distance(written, name);
      if (wrong < least) {
        least = wrong;
        nearest.clear();
      }
      if (wrong == least) {
        nearest.add(name);
      }
    }
    return nearest.isEmpty() ? beginning(written, names) : nearest;
  }

  private static List<String> beginning(String written, List<String> names) {
    List<String> longer = new ArrayList<>();
    for (String name : names) {
      if (written.length() >= SHORTEST_BEGINNING && name.startsWith(written)) {
        longer.add(name);
      }
    }
    return longer;
  }

  /** How many letters have to be changed, left out or added (Levenshtein). */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
