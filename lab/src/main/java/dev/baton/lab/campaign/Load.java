package dev.baton.lab.campaign;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What the members do all the time, each load in a thread of its own. */
public enum Load {
  /** One lock that everybody wants, waited for as long as it takes. */
  HOT,
  /** Twenty locks, with a limit to the wait. */
  MANY,
  /** Handles that another thread closes. */
  HANDLES,
  /** A semaphore of three permits. */
  SEMAPHORE,
  /** A semaphore of each neighbourhood, and members that move between them. */
  ROAMING;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException with one sentence, if there is no such load
   */
  public static Set<Load> parse(List<String> words) {
    Set<Load> loads = EnumSet.noneOf(Load.class);
    for (String word : words) {
      List<Load> named =
          Arrays.stream(values())
              .filter(load -> word.equals("all") || word.equals(load.id()))
              .toList();
      if (named.isEmpty()) {
        String all = Arrays.stream(values()).map(Load::id).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
            "There is no load '" + word + "': write all, or some of " + all + ".");
      }
      loads.addAll(named);
    }
    return loads;
  }
}
