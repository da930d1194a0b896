package dev.baton.checker;

/**
 * The numbers of states by fingerprint, in parts that grow one at a time: only one of them is ever
 * in memory twice.
 */
final class Fingerprints {

  private static final int BITS = 6;
  private static final int FIRST_CAPACITY = 4;

  /** By the highest bits of a fingerprint; null if no fingerprint begins with them. */
  private final LongTable[] parts = new LongTable[1 << BITS];

  /** Numbers a fingerprint that is new; returns {@link LongTable#ABSENT}, or the number it has. */
  int putIfAbsent(long fingerprint, int number) {
    return part(fingerprint).putIfAbsent(fingerprint, number);
  }

  /** The number of a fingerprint, or {@link LongTable#ABSENT}. */
  int get(long fingerprint) {
    return part(fingerprint).get(fingerprint);
  }

  /** Reads the place of a fingerprint into the processor's caches; the result has no meaning. */
  int touch(long fingerprint) {
    return part(fingerprint).touch(fingerprint);
  }

  private LongTable part(long fingerprint) {
    int p = (int) (fingerprint >>> Long.SIZE - BITS);
    if (parts[p] == null) {
      parts[p] = new LongTable(FIRST_CAPACITY);
    }
    return parts[p];
  }

  /** The bytes it takes while its largest part grows. */
  long bytes() {
    long bytes = 0;
    long largest = 0;
    for (LongTable part : parts) {
      if (part != null) {
        bytes += part.bytes();
        largest = Math.max(largest, part.bytes());
      }
    }
    return bytes + largest + largest / 4;
  }
}
