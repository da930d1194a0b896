package dev.baton.benchmarks;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a {@link TortureBenchmark} does wrong itself, to show that it would be noticed. */
enum Sabotage {
  /** Somebody visits what a lock guards without having it. */
  OVERLAP,
  /** Somebody does not unlock. */
  LEAK,
  /** A call does not return. */
  HANG,
  /** Threads are started that do not end. */
  THREADS,
  /** More and more memory is in use. */
  HEAP;

  /** Names with commas between them, as in a command; empty for none. */
  static Set<Sabotage> parse(String names) {
    Set<Sabotage> parsed = EnumSet.noneOf(Sabotage.class);
    if (!names.isEmpty()) {
      Arrays.stream(names.toUpperCase(Locale.ROOT).split(","))
          .map(Sabotage::valueOf)
          .forEach(parsed::add);
    }
    return parsed;
  }

  static String names(Set<Sabotage> some) {
    return some.stream()
        .map(sabotage -> sabotage.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }
}
