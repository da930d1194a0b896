package dev.baton.benchmarks;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a {@link TortureBenchmark} does to members, and can be told to leave out. */
enum Torment {
  /** Meters that throw. */
  METERS,
  /** Calls with little stack left. */
  STACKS,
  INTERRUPTS,
  /** Members that are closed and opened again. */
  CLOSES,
  /** Members that are cut off, or stopped, for longer than their lease. */
  LOSSES,
  /** No memory left, for a moment. */
  HEAP,
  /** Virtual threads that compute. */
  CARRIERS,
  /** Threads that look at locks. */
  LOOKS;

  /** Names with commas between them, as in a command; empty for none. */
  static Set<Torment> parse(String names) {
    Set<Torment> parsed = EnumSet.noneOf(Torment.class);
    if (!names.isEmpty()) {
      Arrays.stream(names.toUpperCase(Locale.ROOT).split(","))
          .map(Torment::valueOf)
          .forEach(parsed::add);
    }
    return parsed;
  }

  static String names(Set<Torment> some) {
    return some.stream()
        .map(torment -> torment.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }
}
