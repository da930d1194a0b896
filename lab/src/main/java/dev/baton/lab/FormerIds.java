package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import java.io.PrintWriter;
import java.util.Collection;

/** Algorithms that were renamed: a former id is understood, and a line names the new one. */
final class FormerIds {

  private FormerIds() {}

  /** The id that the algorithm has now; any other text, and null, as it is. */
  static String current(String id, PrintWriter err) {
    for (Catalog.Entry entry : Catalog.entries()) {
      if (!entry.id().equals(id) && entry.firstId().equals(id)) {
        err.println("baton: " + id + " is now called " + entry.id() + ".");
        return entry.id();
      }
    }
    return id;
  }

  /** Says which of these ids are former ones. */
  static void tell(Collection<String> ids, PrintWriter err) {
    ids.forEach(id -> current(id, err));
  }
}
