package dev.baton.core;

/**
 * 64-bit mixing that gives the same result on every machine and in JavaScript, which {@code
 * hashCode} does not.
 */
public final class Hash {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Hash() {}

  /**
   * A bijection that spreads every bit of {@code x} over all bits (the finalizer of SplitMix64).
   */
  public static long mix(long x) {
    x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
    x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return x ^ x >>> 31;
  }

  /**
   * The hash of a sequence whose beginning hashes to {@code h} and whose next element is {@code x}.
   */
  public static long fold(long h, long x) {
    h = (h ^ x) * GOLDEN;
    return h ^ h >>> 32;
  }

  public static long of(String text) {
    long h = text.length();
    for (int i = 0; i < text.length(); i++) {
      h = fold(h, text.charAt(i));
    }
    return mix(h);
  }
}
