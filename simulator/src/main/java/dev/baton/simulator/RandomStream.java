package dev.baton.simulator;

import dev.baton.core.Hash;

/**
 * A stream of random bits (SplitMix64) that depends on the root seed, a purpose and an index, and
 * on nothing else: drawing from one stream does not disturb another.
 */
final class RandomStream {

  /** By how much the state changes from one draw to the next. */
  static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  RandomStream(long seed, String purpose) {
    state = start(key(seed, purpose), 0);
  }

  /** What all streams of one purpose have in common. */
  static long key(long seed, String purpose) {
    return Hash.mix(Hash.fold(Hash.mix(seed), Hash.of(purpose)));
  }

  /** The state before the first draw of the stream with this index. */
  static long start(long key, long index) {
    return Hash.mix(Hash.fold(key, index));
  }

  /** A number from [0, 1) made of 53 of the bits. */
  static double fraction(long random) {
    return (random >>> 11) * 0x1p-53;
  }

  long next() {
    return Hash.mix(state += STEP);
  }

  double nextFraction() {
    return fraction(next());
  }

  /** A number from 0 … bound − 1, each equally likely up to one part in four billion. */
  int below(int bound) {
    return (int) ((next() >>> 32) * bound >>> 32);
  }

  /** One stream per node for one purpose, in a single array. */
  static final class PerNode {

    private final long[] state;

    PerNode(long seed, String purpose, int n) {
      long key = key(seed, purpose);
      state = new long[n];
      for (int i = 0; i < n; i++) {
        state[i] = start(key, i);
      }
    }

    long next(int node) {
      return Hash.mix(state[node] += STEP);
    }
  }

  /** Samples of one distribution from a stream per node; needs no streams if they are constant. */
  static final class Samples {

    private final Distribution distribution;

    /** The only sample there is, if the distribution is constant. */
    private final long constant;

    /** Null if the distribution is constant. */
    private final PerNode streams;

    Samples(Distribution distribution, long seed, String purpose, int n) {
      this.distribution = distribution;
      constant = distribution.isConstant() ? distribution.sample(0) : 0;
      streams = distribution.isConstant() ? null : new PerNode(seed, purpose, n);
    }

    long next(int node) {
      return streams == null ? constant : distribution.sample(streams.next(node));
    }
  }
}
