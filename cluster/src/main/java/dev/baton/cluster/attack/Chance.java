package dev.baton.cluster.attack;

import dev.baton.core.Hash;

/** Random numbers (SplitMix64) that depend on a seed and a purpose only. */
final class Chance {

  private long state;

  Chance(long seed, String purpose) {
    state = Hash.mix(Hash.fold(Hash.mix(seed), Hash.of(purpose)));
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    return Hash.mix(state);
  }

  /** From 0 … bound − 1. */
  int below(int bound) {
    return (int) ((next() >>> 32) * bound >>> 32);
  }

  /** From low … high. */
  long between(long low, long high) {
    return low + Long.remainderUnsigned(next(), high - low + 1);
  }

  /** True in so many of a thousand cases. */
  boolean perMille(int share) {
    return below(1000) < share;
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[below(values.length)];
  }
}
